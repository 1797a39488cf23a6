import type { Bill } from '@contract/bill/bill';
import {
  type Batch,
  type BatchAction,
  batchApi,
  batchMachine,
  batchRow,
  batchStates,
} from '@contract/customs/batch';
import { namesOf } from '@contract/names';
import { permit } from '@contract/permissions';
import { useTranslation } from 'react-i18next';
import type * as z from 'zod';
import { client } from '../../../api/client';
import { read } from '../../../api/queries';
import { useData } from '../../../api/unshownFailures';
import { useAllowed } from '../../../app/guard';
import { useSpeech } from '../../../app/language';
import { StateActions } from '../../../resource/StateActions';
import type { Values } from '../../../resource/useRecordForm';
import { AddButton } from '../../../ui/AddButton';
import { ask } from '../../../ui/ask';
import { StateTag, toneOf } from '../../../ui/StateTag';
import { type CustomsPart, carry, clockOf } from './customsPart';
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

type FormAction = Exclude<BatchAction, 'declare' | 'release' | 'withdraw'>;
interface BatchForm {
  readonly schema: z.ZodObject;
  readonly fields: readonly string[];
  readonly initial: (batch: Batch, bill: Bill) => Values;
  readonly call: (input: { params: { batchId: number }; body: never }) => Promise<unknown>;
}
/** Forms of the actions that need details. */
const FORMS: Readonly<Record<FormAction, BatchForm>> = {
  redeclare: {
    schema: batchApi.redeclare.body,
    fields: ['lrn', 'brokerName', 'declarantName', 'declaredAt'],
    initial: ({ brokerName, declarantName }) => ({ lrn: null, brokerName, declarantName, declaredAt: null }),
    call: (input) => client.batch.redeclare(input),
  },
  accept: {
    schema: batchApi.accept.body,
    fields: ['mrn'],
    initial: () => ({ mrn: null }),
    call: (input) => client.batch.accept(input),
  },
  reject: {
    schema: batchApi.reject.body,
    fields: ['reason', 'fail'],
    initial: () => ({ reason: null, fail: false }),
    call: (input) => client.batch.reject(input),
  },
  control: {
    schema: batchApi.control.body,
    fields: ['reason'],
    initial: () => ({ reason: 'fyco' }),
    call: (input) => client.batch.control(input),
  },
  updateDate: {
    schema: batchApi.dateUpdate.body,
    fields: ['declaredAt', 'mrn'],
    initial: ({ batchNo, declaredAt }, { id }) => ({
      ...{ billId: id, batchNos: [batchNo], declaredAt, mrn: null },
    }),
    call: ({ body }) => client.batch.dateUpdate({ body }),
  },
};

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
          under={{ status: (batch) => <BatchParcels batch={batch} /> }}
          actions={(batch) => (
            <StateActions
              machine={batchMachine}
              row={{ ...batch, bill }}
              first={['accept', 'release', 'redeclare']}
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
    const { schema, fields, initial, call } = FORMS[action];
    onAsk({
      ...base,
      schema,
      groups: [{ title: speech.action('batch', action), fields }],
      initial: { ...known, ...initial(batch, bill) },
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
