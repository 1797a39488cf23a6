import './nodes.css';
import { Button, HTMLTable, Tag } from '@blueprintjs/core';
import { type Bill, billMachine, billStages } from '@contract/bill/bill';
import { billZone } from '@contract/bill/billClock';
import type { NodesAnswer } from '@contract/bill/timeNode';
import { permit } from '@contract/permissions';
import { isTimeNode, type TimeNodeName, timeNodeNames, timeNodes } from '@contract/rules/timeNodes';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import { useAnswer } from '../../../api/answers';
import { failureOf } from '../../../api/bridge';
import { client } from '../../../api/client';
import { invalidate, queryClient, read } from '../../../api/queries';
import { useAllowed, usePermits } from '../../../app/guard';
import { useSpeech } from '../../../app/language';
import { useServed } from '../../../app/offered';
import { useLookups } from '../../../kinds/lookups';
import { useNumber } from '../../../kinds/NumberInput';
import { PlaceTime } from '../../../kinds/PlaceTime';
import { Answered, Trouble } from '../../../resource/Answered';
import { BulkResult } from '../../../resource/BulkResult';
import { AppDialog } from '../../../ui/AppDialog';
import { BusyButton } from '../../../ui/BusyButton';
import { Skeleton } from '../../../ui/Loading';
import { StateTag, toneOf } from '../../../ui/StateTag';
import { notify, notifyFailed } from '../../../ui/toaster';
import { BatchShares } from '../../shared/bill/BatchShares';
import { billPath } from '../../shared/bill/billPath';
import { BalanceList } from '../../shared/custody/BalanceList';
import { NodeChooser } from './NodeChooser';
import { NodeFields } from './NodeFields';
import { isQuiet, permittedNodes } from './nodeEntry';
import { openTracking } from './trackRows';
import { useAwbEntry } from './useAwbEntry';

const TARGETS = ['airport', 'warehouse'] as const;
/** Nodes shown as columns: all but the take-off. */
const SHOWN = timeNodeNames.filter((node) => node !== 'atd');

/** All batches of the bill's waybill with their times, and the actions on all of them at once. */
export function AwbPanel({ bill }: { bill: Bill }) {
  const { t } = useTranslation();
  const speech = useSpeech();
  const number = useNumber();
  const lookups = useLookups(TARGETS);
  const navigate = useNavigate();
  const mayArrive = useAllowed(billMachine.actions.arrive.permission);
  const maySet = useAllowed(permit('bill.nodes'));
  const balances = useServed('custodyBalance.list');
  const { data, error, retry } = useAnswer(read('awb', 'get', { params: { awb: bill.billNo } }));
  const [dialog, setDialog] = useState<'arrive' | 'node' | null>(null);
  const [result, setResult] = useState<{ action: string; answer: NodesAnswer } | null>(null);
  if (error && !data) return <Trouble text={error.message} onRetry={retry} />;
  if (!data) return <Skeleton lines={5} />;
  const { bills } = data;
  const drafts = bills.filter(({ stage }) => stage === 'draft').length;
  const done = (action: string, answer: NodesAnswer, text: string) => {
    setDialog(null);
    if (answer.ok > 0) notify({ text, intent: 'success' });
    if (!isQuiet(answer)) setResult({ action, answer });
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
          {t('bill.boxesAndParcels', {
            boxes: number(data.awb.boxCount),
            parcels: number(data.awb.packageCount),
          })}
        </span>
        <span className="fc-spring" />
        {mayArrive && (
          <Button
            intent="primary"
            disabled={drafts === 0}
            title={drafts === 0 ? t('bill.awbNoDraft') : undefined}
            onClick={() => setDialog('arrive')}
          >
            {t('bill.awbArriveAll')}
          </Button>
        )}
        {maySet && <Button onClick={() => setDialog('node')}>{t('bill.awbSetNode')}</Button>}
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
                    <Link to={billPath(batch.id)}>{batch.batchNo}</Link>
                  )}
                </td>
                <td>
                  <StateTag tone={toneOf(billStages, batch.stage)}>
                    {speech.state('bill', batch.stage)}
                  </StateTag>
                </td>
                <td className="fc-end">{batch.boxCount}</td>
                <td className="fc-end">{batch.noaBoxCount}</td>
                {SHOWN.map((node) => {
                  const at = batch[timeNodes[node].field];
                  return (
                    <td key={node}>
                      {at && (
                        <PlaceTime
                          at={at}
                          zone={billZone(timeNodes[node].field)}
                          row={batch}
                          lookups={lookups}
                        />
                      )}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </HTMLTable>
      </div>
      {balances && <BalanceList bills={{ id: bills.map(({ id }) => id) }} label={t('custody.tab')} />}
      {dialog && (
        <AllDialog
          bill={bill}
          batches={bills}
          arrive={dialog === 'arrive'}
          onClose={() => setDialog(null)}
          onDone={done}
        />
      )}
      {result && (
        <BulkResult
          action={result.action}
          answer={result.answer}
          nameOf={(key) => bills.find(({ id }) => id === key)?.batchNo ?? `#${key}`}
          onClose={() => setResult(null)}
        />
      )}
    </section>
  );
}

/**
 * Sets one node on all batches of a waybill, or the arrival of the remaining ones; each is checked by its own times.
 */
function AllDialog(props: {
  readonly bill: Bill;
  readonly batches: readonly Bill[];
  readonly arrive: boolean;
  readonly onClose: () => void;
  readonly onDone: (action: string, answer: NodesAnswer, text: string) => void;
}) {
  const { bill, batches, arrive, onClose, onDone } = props;
  const { t } = useTranslation();
  const speech = useSpeech();
  const { permits } = usePermits();
  // A unit load device does not apply to all batches.
  const nodes = permittedNodes(permits).filter((name) => name !== 'uld');
  const of = useAwbEntry(bill, batches, arrive ? 'ata' : (nodes[0] ?? 'ata'));
  const { node, shared, sharing } = of;
  const [busy, setBusy] = useState(false);
  const title = t(arrive ? 'bill.awbArriveAll' : 'bill.awbSetNode');
  const submit = async () => {
    const { activeElement } = document;
    if (activeElement instanceof HTMLElement) activeElement.blur();
    const entry = of.checked();
    if (!entry) return;
    setBusy(true);
    const params = { awb: bill.billNo };
    try {
      if (arrive) {
        const { skipped, ...answer } = await client.awb.arrived({ params, body: { ata: entry.time ?? '' } });
        onDone(title, answer, t('bill.awbSkipped', { ok: answer.ok, skipped }));
      } else {
        const { uldNumbers: _, ...given } = entry;
        const answer = await client.awb.setTime({
          params,
          body: { node, ...given, ...(shared && { shares: sharing.shares }) },
        });
        onDone(
          `${title} · ${speech.choice('timeNode', node)}`,
          answer,
          t('bill.nodesAll', { count: answer.ok }),
        );
      }
    } catch (error) {
      const { fields } = failureOf(error).error;
      if (fields) of.refuse(fields);
      else notifyFailed(error);
      setBusy(false);
    }
    await invalidate(queryClient, 'bill');
  };
  return (
    <AppDialog
      title={`${title} · ${bill.billNo}`}
      onClose={onClose}
      onSubmit={() => void submit()}
      actions={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <BusyButton autoFocus type="submit" intent="primary" busy={busy}>
            {t('common.save')}
          </BusyButton>
        </>
      }
    >
      {!arrive && <NodeChooser nodes={nodes} node={node} onChoose={of.choose} />}
      <NodeFields
        key={node}
        node={node}
        typed={of.typed}
        bill={bill}
        wrong={of.wrong}
        disabled={busy}
        onChange={of.change}
      />
      {shared && <BatchShares of={sharing} disabled={busy} />}
      {arrive ? <Arrivals bill={bill} /> : isTimeNode(node) && <PresentTimes bill={bill} node={node} />}
    </AppDialog>
  );
}

/** Current times of a node on each batch of a waybill, before it is set on all of them. */
function PresentTimes({ bill, node }: { bill: Bill; node: TimeNodeName }) {
  const answer = useAnswer(read('awb', 'times', { params: { awb: bill.billNo } }));
  const { field } = timeNodes[node];
  return (
    <Answered answer={answer} lines={2}>
      {(batches) => (
        <TimesOfBatches field={field} batches={batches.map((row) => ({ row, at: row[field] }))} />
      )}
    </Answered>
  );
}

/** Batches of a waybill that have already arrived. */
function Arrivals({ bill }: { bill: Bill }) {
  const answer = useAnswer(read('awb', 'arrival', { params: { awb: bill.billNo } }));
  return (
    <Answered answer={answer} lines={2}>
      {({ batches }) => (
        <TimesOfBatches
          field="ata"
          // All batches of a waybill land at the same airport, so the bill's clock applies.
          batches={batches.map(({ ata, ...batch }) => ({ row: { ...bill, ...batch }, at: ata }))}
        />
      )}
    </Answered>
  );
}

/** Times of a waybill's batches, on the clock of the bill's field. */
function TimesOfBatches(props: {
  readonly field: (typeof timeNodes)[TimeNodeName]['field'];
  readonly batches: readonly {
    readonly row: { readonly id: number; readonly batchNo: string };
    readonly at: string | null;
  }[];
}) {
  const { field, batches } = props;
  const { t } = useTranslation();
  const lookups = useLookups(TARGETS);
  const set = batches.flatMap(({ row, at }) => (at === null ? [] : [{ row, at }]));
  return (
    <section className="fc-present-times">
      <h2>{t('bill.awbPresent', { set: set.length, count: batches.length })}</h2>
      <ul>
        {set.map(({ row, at }) => (
          <li key={row.id}>
            {row.batchNo}{' '}
            <PlaceTime className="fc-muted" at={at} zone={billZone(field)} row={row} lookups={lookups} />
          </li>
        ))}
      </ul>
    </section>
  );
}
