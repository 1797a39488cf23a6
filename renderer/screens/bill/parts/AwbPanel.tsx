import './nodes.css';
import { Button, FormGroup, HTMLSelect, HTMLTable, Tag } from '@blueprintjs/core';
import { type Bill, billMachine, billStages } from '@contract/bill/bill';
import type { NodesAnswer } from '@contract/bill/timeNode';
import { permit } from '@contract/permissions';
import { type NodeName, timeNodeNames, timeNodes } from '@contract/rules/timeNodes';
import { formatInstant, instantOf } from '@contract/rules/zonedTime';
import { useQuery } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { failureOf } from '../../../api/bridge';
import { client } from '../../../api/client';
import { invalidate, queryClient, read } from '../../../api/queries';
import { useAllowed, usePermits } from '../../../app/guard';
import { useSpeech } from '../../../app/language';
import { useLookups, zoneOf } from '../../../kinds/lookups';
import { AppDialog } from '../../../ui/AppDialog';
import { Skeleton } from '../../../ui/Loading';
import { StateTag } from '../../../ui/StateTag';
import { notify } from '../../../ui/toaster';
import { NodeFields } from './NodeFields';
import { NodesResult } from './NodesResult';
import { entryOf, isQuiet, permittedNodes, type Typed } from './nodeEntry';

const TARGETS = ['airport', 'warehouse'] as const;
/** The planned landing stands in the head of the bill. */
const SHOWN = timeNodeNames.filter((node) => node !== 'atd');

/** All batches of the bill's waybill with their times, and what is done to all of them at once. */
export function AwbPanel({ bill }: { bill: Bill }) {
  const { t } = useTranslation();
  const speech = useSpeech();
  const lookups = useLookups(TARGETS);
  const { permits } = usePermits();
  const mayArrive = useAllowed(billMachine.actions.arrive.permission);
  const maySet = useAllowed(permit('bill.nodes'));
  const { data, error, refetch } = useQuery(read('awb', 'get', { params: { awb: bill.billNo } }));
  const [opened, setOpened] = useState<'arrive' | 'set' | null>(null);
  const [result, setResult] = useState<{ title: string; answer: NodesAnswer } | null>(null);
  if (error) {
    return (
      <p className="fc-muted">
        {error.message} <Button onClick={() => void refetch()}>{t('common.retry')}</Button>
      </p>
    );
  }
  if (!data) return <Skeleton lines={5} />;
  const { bills } = data;
  const drafts = bills.filter(({ stage }) => stage === 'draft').length;
  const nodes = permittedNodes(permits).filter((node) => node !== 'remarks');
  const done = (title: string, answer: NodesAnswer, text: string) => {
    setOpened(null);
    if (answer.ok > 0) notify({ text, intent: 'success' });
    if (!isQuiet(answer)) setResult({ title, answer });
  };
  return (
    <section className="fc-awb">
      <div className="fc-awb-bar">
        <span>{t('bill.awbBatches', { count: bills.length })}</span>
        <span className="fc-muted">
          {t('bill.boxesAndParcels', { boxes: data.awb.boxCount, parcels: data.awb.packageCount })}
        </span>
        <span className="fc-spring" />
        {mayArrive && (
          <Button
            intent="primary"
            disabled={drafts === 0}
            title={drafts === 0 ? t('bill.awbNoDraft') : undefined}
            onClick={() => setOpened('arrive')}
          >
            {t('bill.awbArriveAll')}
          </Button>
        )}
        {maySet && nodes.length > 0 && (
          <Button onClick={() => setOpened('set')}>{t('bill.awbSetAll')}</Button>
        )}
      </div>
      <div className="fc-node-scroll">
        <HTMLTable compact striped className="fc-node-table">
          <thead>
            <tr>
              <th>{speech.label('batchNo', 'bill')}</th>
              <th>{speech.label('stage', 'bill')}</th>
              <th className="fc-end">{speech.label('boxCount', 'bill')}</th>
              <th className="fc-end">{speech.label('noaBoxCount', 'bill')}</th>
              {SHOWN.map((node) => (
                <th key={node}>{speech.label(timeNodes[node].field, 'bill')}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {bills.map((batch) => (
              <tr key={batch.id}>
                <td>
                  {batch.id === bill.id ? (
                    <>
                      <strong>{batch.batchNo}</strong> <Tag minimal>{t('bill.awbThis')}</Tag>
                    </>
                  ) : (
                    <Link to={`/bill/bill_manage/detail/${batch.id}`}>{batch.batchNo}</Link>
                  )}
                </td>
                <td>
                  <StateTag tone={billStages[batch.stage].tone}>{speech.state('bill', batch.stage)}</StateTag>
                </td>
                <td className="fc-end">{batch.boxCount}</td>
                <td className="fc-end">{batch.noaBoxCount}</td>
                {SHOWN.map((node) => {
                  const at = batch[timeNodes[node].field];
                  return (
                    <td key={node}>
                      {at && formatInstant(at, zoneOf(timeNodes[node].zone, batch, lookups))}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </HTMLTable>
      </div>
      {opened && (
        <AwbDialog
          bill={bill}
          nodes={opened === 'arrive' ? ['ata'] : nodes}
          arrive={opened === 'arrive'}
          onClose={() => setOpened(null)}
          onDone={done}
        />
      )}
      {result && (
        <NodesResult
          title={result.title}
          answer={result.answer}
          nameOf={(key) => bills.find(({ id }) => id === key)?.batchNo ?? `#${key}`}
          onClose={() => setResult(null)}
        />
      )}
    </section>
  );
}

/** One node for all batches of a waybill; each is judged by its own times, so that only the fields are checked here. */
function AwbDialog(props: {
  readonly bill: Bill;
  readonly nodes: readonly NodeName[];
  readonly arrive: boolean;
  readonly onClose: () => void;
  readonly onDone: (title: string, answer: NodesAnswer, text: string) => void;
}) {
  const { bill, nodes, arrive, onClose, onDone } = props;
  const { t } = useTranslation();
  const speech = useSpeech();
  const chooser = useId();
  const now = useRef(instantOf(Date.now()));
  const first = nodes.find((node) => node === 'noa') ?? nodes[0] ?? 'ata';
  const [node, setNode] = useState<NodeName>(first);
  const typed = useRef<Typed>(blank(first, now.current));
  const [, redraw] = useState(0);
  const [wrong, setWrong] = useState<Readonly<Record<string, string>>>({});
  const [busy, setBusy] = useState(false);
  const title = `${t(arrive ? 'bill.awbArriveAll' : 'bill.awbSetAll')} · ${bill.billNo}`;
  const submit = async () => {
    (document.activeElement as HTMLElement | null)?.blur();
    const { entry, wrong: found } = entryOf(node, typed.current);
    const said = Object.entries(found).map(([name, one]) => [
      name,
      speech.message(one, speech.label(name, 'bill')),
    ]);
    setWrong(Object.fromEntries(said));
    if (said.length > 0) return;
    setBusy(true);
    const params = { awb: bill.billNo };
    try {
      if (arrive && entry.time) {
        const { skipped, ...answer } = await client.awb.arrived({ params, body: { ata: entry.time } });
        onDone(title, answer, t('bill.awbSkipped', { ok: answer.ok, skipped }));
      } else {
        const { uldNumbers, ...rest } = entry;
        const body = { node, ...rest, ...(uldNumbers ? { uldNumbers: [...uldNumbers] } : {}) };
        const answer = await client.awb.setTime({ params, body });
        onDone(title, answer, t('bill.awbDone', { count: answer.ok }));
      }
    } catch (error) {
      notify({ text: failureOf(error).message, intent: 'danger' });
      setBusy(false);
    }
    await invalidate(queryClient, 'bill');
  };
  return (
    <AppDialog
      title={title}
      onClose={onClose}
      onSubmit={() => void submit()}
      actions={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button type="submit" intent="primary" loading={busy}>
            {t('common.save')}
          </Button>
        </>
      }
    >
      {!arrive && (
        <FormGroup label={t('bill.nodeWhich')} labelFor={chooser}>
          <HTMLSelect
            id={chooser}
            fill
            value={node}
            options={nodes.map((one) => ({ value: one, label: speech.choice('timeNode', one) }))}
            onChange={(event) => {
              const next = event.currentTarget.value as NodeName;
              setNode(next);
              setWrong({});
              typed.current = blank(next, now.current);
            }}
          />
        </FormGroup>
      )}
      <NodeFields
        key={node}
        node={node}
        typed={typed.current}
        bill={bill}
        wrong={wrong}
        disabled={busy}
        onChange={(field, value) => {
          typed.current = { ...typed.current, [field]: value };
          redraw((count) => count + 1);
        }}
      />
    </AppDialog>
  );
}

/** Batches differ in their counts: only the time is filled in beforehand. */
const blank = (node: NodeName, now: string): Typed =>
  node === 'uld' || node === 'remarks' ? {} : { [timeNodes[node].field]: now };
