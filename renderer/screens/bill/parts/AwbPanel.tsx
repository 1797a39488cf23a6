import './nodes.css';
import { Button, HTMLTable, Tag } from '@blueprintjs/core';
import { type Bill, billMachine, billStages } from '@contract/bill/bill';
import type { NodesAnswer } from '@contract/bill/timeNode';
import { problem } from '@contract/errors';
import { permit } from '@contract/permissions';
import { timeNodeNames, timeNodes } from '@contract/rules/timeNodes';
import { formatInstant, instantOf } from '@contract/rules/zonedTime';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import { failureOf } from '../../../api/bridge';
import { client } from '../../../api/client';
import { invalidate, queryClient, read } from '../../../api/queries';
import { useAllowed } from '../../../app/guard';
import { useSpeech } from '../../../app/language';
import { useLookups, zoneOf } from '../../../kinds/lookups';
import { AppDialog } from '../../../ui/AppDialog';
import { Skeleton } from '../../../ui/Loading';
import { StateTag } from '../../../ui/StateTag';
import { notify } from '../../../ui/toaster';
import { NodeFields } from './NodeFields';
import { NodesResult } from './NodesResult';
import { entryOf, isQuiet, type Typed } from './nodeEntry';
import { openTracking } from './trackRows';

const TARGETS = ['airport', 'warehouse'] as const;
/** The planned landing stands in the head of the bill. */
const SHOWN = timeNodeNames.filter((node) => node !== 'atd');

/** All batches of the bill's waybill with their times, and what is done to all of them at once. */
export function AwbPanel({ bill }: { bill: Bill }) {
  const { t } = useTranslation();
  const speech = useSpeech();
  const lookups = useLookups(TARGETS);
  const navigate = useNavigate();
  const mayArrive = useAllowed(billMachine.actions.arrive.permission);
  const maySet = useAllowed(permit('bill.nodes'));
  const { data, error, refetch } = useQuery(read('awb', 'get', { params: { awb: bill.billNo } }));
  const [arriving, setArriving] = useState(false);
  const [result, setResult] = useState<NodesAnswer | null>(null);
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
  const done = (answer: NodesAnswer, text: string) => {
    setArriving(false);
    if (answer.ok > 0) notify({ text, intent: 'success' });
    if (!isQuiet(answer)) setResult(answer);
  };
  const setAll = () => {
    openTracking(bills.filter(({ archived }) => !archived).map(({ id }) => id));
    navigate('/bill/tracking-date');
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
            onClick={() => setArriving(true)}
          >
            {t('bill.awbArriveAll')}
          </Button>
        )}
        {maySet && <Button onClick={setAll}>{t('bill.awbSetAll')}</Button>}
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
      {arriving && <ArriveDialog bill={bill} onClose={() => setArriving(false)} onDone={done} />}
      {result && (
        <NodesResult
          title={t('common.bulkTitle', { action: t('bill.awbArriveAll') })}
          answer={result}
          nameOf={(key) => bills.find(({ id }) => id === key)?.batchNo ?? `#${key}`}
          onClose={() => setResult(null)}
        />
      )}
    </section>
  );
}

/** The landing of a whole waybill; each batch is judged by its own times. */
function ArriveDialog(props: {
  readonly bill: Bill;
  readonly onClose: () => void;
  readonly onDone: (answer: NodesAnswer, text: string) => void;
}) {
  const { bill, onClose, onDone } = props;
  const { t } = useTranslation();
  const speech = useSpeech();
  const typed = useRef<Typed>({ ata: instantOf(Date.now()) });
  const [, redraw] = useState(0);
  const [wrong, setWrong] = useState<Readonly<Record<string, string>>>({});
  const [busy, setBusy] = useState(false);
  const submit = async () => {
    (document.activeElement as HTMLElement | null)?.blur();
    const { entry, wrong: found } = entryOf('ata', typed.current);
    const missing = entry.time ? {} : { ata: problem('REQUIRED') };
    const said = Object.entries({ ...missing, ...found }).map(([name, one]) => [
      name,
      speech.message(one, speech.label(name, 'bill')),
    ]);
    setWrong(Object.fromEntries(said));
    if (!entry.time) return;
    setBusy(true);
    try {
      const { skipped, ...answer } = await client.awb.arrived({
        params: { awb: bill.billNo },
        body: { ata: entry.time },
      });
      onDone(answer, t('bill.awbSkipped', { ok: answer.ok, skipped }));
    } catch (error) {
      notify({ text: failureOf(error).message, intent: 'danger' });
      setBusy(false);
    }
    await invalidate(queryClient, 'bill');
  };
  return (
    <AppDialog
      title={`${t('bill.awbArriveAll')} · ${bill.billNo}`}
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
      <NodeFields
        node="ata"
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
