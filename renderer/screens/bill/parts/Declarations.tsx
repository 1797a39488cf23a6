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
import { useData } from '../../../api/unsaid';
import { useAllowed } from '../../../app/guard';
import { useSpeech } from '../../../app/language';
import { StateActions } from '../../../resource/StateActions';
import type { Values } from '../../../resource/useRecordForm';
import { AddButton } from '../../../ui/AddButton';
import { ask } from '../../../ui/ask';
import { StateTag, toneOf } from '../../../ui/StateTag';
import type { AskedFor } from '../../shared/customs/ActionPanel';
import { type CustomsPart, carry, clockOf } from './customsPart';
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
export function Declarations({ bill, onAsk, onDeclare }: CustomsPart & { onDeclare: () => void }) {
  const { t } = useTranslation();
  const speech = useSpeech();
  const mayDeclare = useAllowed(permit('bill.customs.declare'), 'batch.boxes', 'batch.declare');
  const data = useData(read('batch', 'list', { params: { id: bill.id } }));
  const closed = bill.archived || bill.stage === 'removed';

  const act = async (batch: Batch, action: BatchAction) => {
    const title = `${speech.action('batch', action)} · ${batch.batchNo}`;
    const params = { batchId: batch.id };
    const base = {
      title,
      resource: 'batch' as const,
      draft: `batch/${batch.id}/${action}`,
      ...(batch.rejectReason ? { hints: { lrn: batch.rejectReason } } : {}),
    };
    const known = { version: batch.version, ...clockOf(bill) };
    const form = <S extends z.ZodObject>(
      schema: S,
      fields: readonly string[],
      initial: Values,
      save: AskedFor<S>['save'],
    ) =>
      onAsk({
        ...base,
        schema,
        groups: [{ title: speech.action('batch', action), fields }],
        initial: { ...known, ...initial },
        save,
      });
    switch (action) {
      case 'declare':
        return onDeclare();
      case 'redeclare':
        return form(
          batchApi.redeclare.body,
          ['lrn', 'brokerName', 'declarantName', 'declaredAt'],
          { lrn: null, brokerName: batch.brokerName, declarantName: batch.declarantName, declaredAt: null },
          (values) => client.batch.redeclare({ params, body: values }),
        );
      case 'accept':
        return form(batchApi.accept.body, ['mrn'], { mrn: null }, (values) =>
          client.batch.accept({ params, body: values }),
        );
      case 'reject':
        return form(batchApi.reject.body, ['reason', 'fail'], { reason: null, fail: false }, (values) =>
          client.batch.reject({ params, body: values }),
        );
      case 'control':
        return form(batchApi.control.body, ['reason'], { reason: 'fyco' }, (values) =>
          client.batch.control({ params, body: values }),
        );
      case 'release':
        return form(batchApi.release.body, ['releasedAt'], { releasedAt: null }, (values) =>
          client.batch.release({ params, body: values }),
        );
      case 'updateDate':
        return form(
          batchApi.dateUpdate.body,
          ['declaredAt', 'mrn'],
          { billId: bill.id, batchNos: [batch.batchNo], declaredAt: batch.declaredAt, mrn: null },
          (values) => client.batch.dateUpdate({ body: values }),
        );
      case 'withdraw': {
        const sure = await ask({
          title: t('common.areYouSure'),
          detail: title,
          confirm: speech.action('batch', action),
          cancel: t('common.cancel'),
        });
        if (!sure) return;
        return carry('batch', t('clearance.done', { action: title }), () =>
          client.batch.withdraw({ params, body: { version: batch.version } }),
        );
      }
    }
  };
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
          {speech.label(name, 'bill')}: {batch[name]}
        </div>
      ))}
    </>
  );
}
