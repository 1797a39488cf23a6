import type { Bill } from '@contract/bill/bill';
import { type Batch, type BatchAction, batchMachine, batchRow, batchStates } from '@contract/customs/batch';
import { namesOf } from '@contract/names';
import { permit } from '@contract/permissions';
import { useTranslation } from 'react-i18next';
import { client } from '../../../api/client';
import { read } from '../../../api/queries';
import { useData } from '../../../api/unshownFailures';
import { useAllowed } from '../../../app/guard';
import { useSpeech } from '../../../app/language';
import { StateActions } from '../../../resource/StateActions';
import { AddButton } from '../../../ui/AddButton';
import { ask } from '../../../ui/ask';
import { StateTag, toneOf } from '../../../ui/StateTag';
import { batchForms } from './batchForms';
import { CustomsMessages } from './CustomsMessages';
import { type CustomsPart, carry, clockOf } from './customsPart';
import { DeclarationHistory } from './DeclarationHistory';
import { PaperSelect } from './PaperSelect';
import { releaseForm } from './releaseForm';
import { StackedTable } from './StackedTable';

const BATCH_COLUMNS = [
  ['batchNo', 'brokerName'],
  ['declarationSystem', 'declarationType'],
  ['status'],
  ['lrn', 'mrn'],
  ['parcels', 'boxes', 'value'],
  ['declaredAt', 'releasedAt'],
] as const satisfies readonly (readonly (keyof Batch)[])[];

/** Declarations of a bill, with the actions on each. */
export function Declarations({ bill, onForm: onAsk, onDeclare }: CustomsPart & { onDeclare: () => void }) {
  const { t } = useTranslation();
  const speech = useSpeech();
  const mayDeclare = useAllowed(permit('bill.customs.declare'), 'batch.boxes', 'batch.declare');
  const data = useData(read('batch', 'list', { params: { id: bill.id } }));
  const closed = bill.archived || bill.stage === 'removed';

  const act = useBatchActions(bill, onAsk, onDeclare);
  return (
    <section>
      <header className="fc-customs-head">
        <h2>{t('clearance.batches')}</h2>
        <span className="fc-spring" />
        {mayDeclare && !closed && <AddButton onAdd={onDeclare}>{t('clearance.declareTitle')}</AddButton>}
      </header>
      {data?.length === 0 && <p className="fc-muted">{t('clearance.batchesNone')}</p>}
      {data && data.length > 0 && (
        <StackedTable
          bill={bill}
          label={t('clearance.batches')}
          rows={data}
          schema={batchRow}
          resource="batch"
          columns={BATCH_COLUMNS}
          cells={{
            status: (batch) => (
              <StateTag tone={toneOf(batchStates, batch.status)}>
                {speech.state('batch', batch.status)}
              </StateTag>
            ),
          }}
          under={{
            status: (batch) => <BatchParcels batch={batch} />,
            mrn: (batch) => (
              <>
                <DeclarationHistory bill={bill} batch={batch} />
                <CustomsMessages batch={batch} />
              </>
            ),
          }}
          actions={(batch) => (
            <StateActions
              machine={batchMachine}
              row={{ ...batch, bill }}
              first={['accept', 'transmit', 'result', 'release', 'redeclare']}
              all={namesOf(batchMachine.actions)}
              onAct={(action) => void act(batch, action)}
            />
          )}
        />
      )}
    </section>
  );
}

/** Carries out actions on declarations: by their form, or after a confirmation. */
function useBatchActions(bill: Bill, onAsk: CustomsPart['onForm'], onDeclare: () => void) {
  const { t } = useTranslation();
  const speech = useSpeech();
  const withdraw = async (batch: Batch, title: string) => {
    const sure = await ask({
      title: t('common.areYouSure'),
      detail: title,
      confirm: speech.action('batch', 'withdraw'),
      cancel: t('common.cancel'),
    });
    if (!sure) return;
    await carry('batch', t('clearance.done', { action: title }), () =>
      client.batch.withdraw({ params: { batchId: batch.id }, body: { version: batch.version } }),
    );
  };
  return async (batch: Batch, action: BatchAction) => {
    if (action === 'declare') return onDeclare();
    const title = `${speech.action('batch', action)} · ${batch.batchNo}`;
    if (action === 'withdraw') return withdraw(batch, title);
    const known = { version: batch.version, ...clockOf(bill) };
    const base = {
      title,
      resource: 'batch' as const,
      draft: `batch/${batch.id}/${action}`,
      ...(batch.rejectReason ? { hints: { lrn: batch.rejectReason } } : {}),
    };
    if (action === 'release')
      return onAsk(releaseForm(batch, speech.action('batch', action), { ...base, initial: known }));
    const { schema, fields, initial, hints = {}, hasPaper, call } = batchForms[action];
    const asHints = Object.entries(hints).map(([name, key]) => [name, t(`clearance.${key}`)]);
    onAsk({
      ...base,
      schema: schema(batch),
      groups: [{ title: speech.action('batch', action), fields }],
      initial: { ...known, ...initial(batch, bill) },
      hints: { ...base.hints, ...Object.fromEntries(asHints) },
      ...(hasPaper ? { more: (form) => <PaperSelect billId={bill.id} form={form} /> } : {}),
      save: (values) => call({ params: { batchId: batch.id }, body: values as never }),
    });
  };
}

/** Parcels of a declaration by state, in the order of the work; empty states are omitted. */
function BatchParcels({ batch }: { batch: Batch }) {
  const speech = useSpeech();
  const counts = (['parcelsClearance', 'parcelsHeld', 'parcelsFree', 'parcelsFailed'] as const).filter(
    (name) => batch[name] > 0,
  );
  return (
    <>
      {counts.map((name) => (
        <div key={name} className="fc-muted">
          {speech.pair(speech.label(name, 'bill'), batch[name])}
        </div>
      ))}
    </>
  );
}
