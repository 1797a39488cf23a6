import { Button, HTMLTable } from '@blueprintjs/core';
import { Plus } from '@blueprintjs/icons';
import type { Bill } from '@contract/bill/bill';
import {
  type Batch,
  type BatchAction,
  batchApi,
  batchMachine,
  batchRow,
  batchStates,
} from '@contract/customs/batch';
import {
  type ClearanceAction,
  clearanceApi,
  clearanceMachine,
  clearanceRecord,
} from '@contract/customs/clearance';
import {
  type T1,
  type T1Action,
  t1Api,
  t1Draft,
  t1DraftFields,
  t1Machine,
  t1Patch,
  t1Removal,
  t1Row,
  t1States,
} from '@contract/customs/t1';
import { type FieldMeta, metaOf } from '@contract/fields';
import type { FileKind } from '@contract/files/fileKinds';
import { permit } from '@contract/permissions';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type * as z from 'zod';
import { failureOf } from '../../../api/bridge';
import { client } from '../../../api/client';
import { invalidate, queryClient, read } from '../../../api/queries';
import { useAllowed } from '../../../app/guard';
import { useSpeech } from '../../../app/language';
import { cellOf } from '../../../kinds';
import type { ShowContext } from '../../../kinds/kind';
import { targetsOf, useLookups } from '../../../kinds/lookups';
import { FieldGroups } from '../../../resource/DetailScreen';
import { StateActions } from '../../../resource/StateActions';
import type { Values } from '../../../resource/useRecordForm';
import { ask } from '../../../ui/ask';
import { Skeleton } from '../../../ui/Loading';
import { StateTag } from '../../../ui/StateTag';
import { notify } from '../../../ui/toaster';
import { ActionPanel, type AskedFor } from '../../customs/ActionPanel';
import { DeclarePanel } from '../../customs/DeclarePanel';
import { ClearanceTag } from './ClearanceTag';
import { UploadMenu } from './UploadMenu';

const METAS: readonly FieldMeta[] = [...Object.values(batchRow.shape), ...Object.values(t1Row.shape)].map(
  (field) => metaOf(field as z.ZodType),
);

const BY_FILE: readonly FileKind[] = ['t1'];

/** The clearance of a bill: where it stands, its declarations and its transits, with all that may be done. */
export function CustomsPanel({ bill }: { bill: Bill }) {
  const [asked, setAsked] = useState<AskedFor | null>(null);
  const [declaring, setDeclaring] = useState(false);
  return (
    <div className="fc-customs">
      <ClearanceFacts bill={bill} onAsk={setAsked} />
      <Declarations bill={bill} onAsk={setAsked} onDeclare={() => setDeclaring(true)} />
      <Transits bill={bill} onAsk={setAsked} />
      <ActionPanel asked={asked} onClose={() => setAsked(null)} />
      <DeclarePanel bill={bill} isOpen={declaring} onClose={() => setDeclaring(false)} />
    </div>
  );
}

interface Part {
  readonly bill: Bill;
  readonly onAsk: (asked: AskedFor) => void;
}

/** Carries out a step that asks for nothing but a yes. */
async function carry(group: AskedFor['resource'], text: string, call: () => Promise<unknown>): Promise<void> {
  try {
    await call();
    notify({ text, intent: 'success' });
  } catch (error) {
    notify({ text: failureOf(error).message, intent: 'danger' });
  }
  await invalidate(queryClient, group);
}

/** The fields on whose clock the times of a form stand. */
const clockOf = ({ landingAirportId, warehouseId }: Bill) => ({ landingAirportId, warehouseId });

function ClearanceFacts({ bill, onAsk }: Part) {
  const { t } = useTranslation();
  const speech = useSpeech();
  const { data } = useQuery(read('clearance', 'get', { params: { id: bill.id } }));
  if (!data) return <Skeleton lines={4} />;
  const act = (action: ClearanceAction) => {
    const title = speech.action('clearance', action);
    const params = { id: bill.id };
    if (action === 'undoHandOver')
      return void carry('clearance', t('clearance.done', { action: title }), () =>
        client.clearance.undoHandOver({ params, body: { version: data.version } }),
      );
    onAsk({
      title,
      resource: 'clearance',
      schema: clearanceApi.handOver.body,
      groups: [{ title, fields: ['handoverTo', 'handoverAt'] }],
      initial: { version: data.version, handoverTo: null, handoverAt: null, ...clockOf(bill) },
      draft: `handover/${bill.id}`,
      save: (values) => client.clearance.handOver({ params, body: values as never }),
    });
  };
  const groups = [
    {
      title: t('clearance.record'),
      fields: ['nextStep', 'declaredAt', 'clearanceReleasedAt', 'blockedAt', 'handoverAt', 'handoverTo'],
    },
    {
      title: t('clearance.parcelsOf'),
      fields: [
        'parcelsClearance',
        'parcelsFree',
        'parcelsHeld',
        'parcelsAbnormal',
        'parcelsFailed',
        'parcelsCompleted',
      ],
    },
  ] as const;
  return (
    <section>
      <header className="fc-customs-head">
        <h2>{t('clearance.record')}</h2>
        <ClearanceTag bill={{ clearanceStatus: data.status, partial: data.partial }} />
        <span className="fc-spring" />
        <StateActions
          machine={clearanceMachine}
          row={data}
          first={['handOver', 'undoHandOver']}
          all={['handOver', 'undoHandOver']}
          onAct={act}
        />
      </header>
      <FieldGroups
        schema={clearanceRecord}
        resource="bill"
        row={{ ...data, ...clockOf(bill) }}
        groups={groups}
      />
    </section>
  );
}

/** A cell of a small table, as the kind of the field shows it. */
function useCells(bill: Bill) {
  const speech = useSpeech();
  const lookups = useLookups(useMemo(() => targetsOf([...METAS]), []));
  return (schema: z.ZodObject, name: string, row: object) => {
    const context: ShowContext = { speech, lookups, row: { ...row, ...clockOf(bill) } };
    return cellOf(metaOf(schema.shape[name] as z.ZodType), (row as Values)[name], context);
  };
}

/** Fields that belong together stand one above the other, so that the whole declaration fits beside what is done with it. */
const BATCH_COLUMNS = [
  ['batchNo', 'brokerName'],
  ['declarationSystem', 'declarationType'],
  ['status'],
  ['lrn', 'mrn'],
  ['parcels', 'boxes'],
  ['value'],
  ['declaredAt', 'releasedAt'],
] as const satisfies readonly (readonly (keyof Batch)[])[];

function Declarations({ bill, onAsk, onDeclare }: Part & { onDeclare: () => void }) {
  const { t } = useTranslation();
  const speech = useSpeech();
  const cell = useCells(bill);
  const mayDeclare = useAllowed(permit('bill.customs.declare'));
  const { data } = useQuery(read('batch', 'list', { params: { id: bill.id } }));
  const closed = bill.archived || bill.stage === 'removed';

  const act = async (batch: Batch, action: BatchAction) => {
    const title = `${speech.action('batch', action)} · ${batch.batchNo}`;
    const params = { batchId: batch.id };
    const base = {
      title,
      resource: 'batch' as const,
      draft: `batch/${batch.id}/${action}`,
      hints: (batch.rejectReason ? { lrn: batch.rejectReason } : {}) as Record<string, string>,
    };
    const known = { version: batch.version, ...clockOf(bill) };
    const form = (schema: z.ZodObject, fields: readonly string[], initial: Values, save: AskedFor['save']) =>
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
          (values) => client.batch.redeclare({ params, body: values as never }),
        );
      case 'accept':
        return form(batchApi.accept.body, ['mrn'], { mrn: null }, (values) =>
          client.batch.accept({ params, body: values as never }),
        );
      case 'reject':
        return form(batchApi.reject.body, ['reason', 'fail'], { reason: null, fail: false }, (values) =>
          client.batch.reject({ params, body: values as never }),
        );
      case 'control':
        return form(batchApi.control.body, ['reason'], { reason: 'fyco' }, (values) =>
          client.batch.control({ params, body: values as never }),
        );
      case 'release':
        return form(batchApi.release.body, ['releasedAt'], { releasedAt: null }, (values) =>
          client.batch.release({ params, body: values as never }),
        );
      case 'updateDate':
        return form(
          batchApi.dateUpdate.body,
          ['declaredAt', 'mrn'],
          { billId: bill.id, batchNos: [batch.batchNo], declaredAt: batch.declaredAt, mrn: null },
          (values) => client.batch.dateUpdate({ body: values as never }),
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
        {mayDeclare && !closed && (
          <Button intent="primary" icon={<Plus />} onClick={onDeclare}>
            {t('clearance.declareTitle')}
          </Button>
        )}
      </header>
      {data?.length === 0 && <p className="fc-muted">{t('clearance.batchesNone')}</p>}
      {data && data.length > 0 && (
        <div className="fc-customs-table">
          <HTMLTable compact striped aria-label={t('clearance.batches')}>
            <thead>
              <tr>
                {BATCH_COLUMNS.map((names) => (
                  <th key={names[0]}>
                    {names.map((name) => (
                      <div key={name}>{speech.label(name, 'batch')}</div>
                    ))}
                  </th>
                ))}
                <th>{t('common.operation')}</th>
              </tr>
            </thead>
            <tbody>
              {data.map((batch) => (
                <tr key={batch.id}>
                  {BATCH_COLUMNS.map((names) => (
                    <td key={names[0]}>
                      {names.map((name) => (
                        <div key={name}>
                          {name === 'status' ? (
                            <StateTag tone={batchStates[batch.status].tone}>
                              {speech.state('batch', batch.status)}
                            </StateTag>
                          ) : (
                            cell(batchRow, name, batch) || '—'
                          )}
                        </div>
                      ))}
                      {names[0] === 'status' && <BatchParcels batch={batch} />}
                    </td>
                  ))}
                  <td>
                    <StateActions
                      machine={batchMachine}
                      row={{ ...batch, bill }}
                      first={['accept', 'release', 'redeclare']}
                      all={Object.keys(batchMachine.actions) as BatchAction[]}
                      onAct={(action) => void act(batch, action)}
                    />
                  </td>
                </tr>
              ))}
            </tbody>
          </HTMLTable>
        </div>
      )}
    </section>
  );
}

/** Where the parcels of a declaration stand, in the order of the work; states that none is in are left out. */
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

const T1_COLUMNS = [
  ['mrn'],
  ['state'],
  ['officeDeparture', 'officeDestination'],
  ['boxes'],
  ['seals', 'plateNo'],
  ['releasedAt', 'timeLimit'],
  ['arrivedAt', 'dischargedAt'],
] as const satisfies readonly (readonly (keyof T1)[])[];

function Transits({ bill, onAsk }: Part) {
  const { t } = useTranslation();
  const speech = useSpeech();
  const cell = useCells(bill);
  const mayEdit = useAllowed(permit('bill.customs.t1'));
  const { data } = useQuery(read('t1', 'list', { params: { id: bill.id } }));
  const closed = bill.archived || bill.stage === 'removed';
  const groups = [{ title: t('clearance.transits'), fields: t1DraftFields }];
  const add = () =>
    onAsk({
      title: t('clearance.addT1'),
      resource: 't1',
      schema: t1Draft,
      groups,
      initial: {
        ...Object.fromEntries(t1DraftFields.map((name) => [name, null])),
        seals: [],
        boxes: bill.noaBoxCount ?? bill.boxCount,
        weight: bill.weight,
      },
      draft: `t1/new/${bill.id}`,
      save: (values, key) => client.t1.create({ params: { id: bill.id }, body: values as never }, { key }),
    });
  const act = async (t1: T1, action: T1Action) => {
    const title = `${speech.action('t1', action)} · ${t1.mrn}`;
    const params = { t1Id: t1.id };
    const draft = `t1/${t1.id}/${action}`;
    if (action === 'update')
      return onAsk({
        ...{ title, resource: 't1', schema: t1Patch, groups, draft },
        initial: {
          version: t1.version,
          ...Object.fromEntries(t1DraftFields.map((name) => [name, t1[name]])),
        },
        save: (values) => client.t1.update({ params, body: values as never }),
      });
    if (action === 'release' || action === 'arrive' || action === 'discharge')
      return onAsk({
        ...{ title, resource: 't1', schema: t1Api[action].body, draft },
        groups: [{ title: speech.action('t1', action), fields: ['at'] }],
        initial: { version: t1.version, at: null, ...clockOf(bill) },
        save: (values) => client.t1[action]({ params, body: values as never }),
      });
    if (action === 'delete' && t1.state !== 'draft')
      return onAsk({
        ...{ title, resource: 't1', schema: t1Removal, draft },
        groups: [{ title: t('clearance.deleteT1'), fields: ['reason'] }],
        initial: { reason: null },
        hints: { reason: t('clearance.reasonNeeded') },
        save: (values) => client.t1.remove({ params, query: values as { reason: string } }),
      });
    const sure = await ask({
      title: t('common.areYouSure'),
      detail: title,
      confirm: speech.action('t1', action),
      cancel: t('common.cancel'),
    });
    if (!sure) return;
    return carry('t1', t('clearance.done', { action: title }), () =>
      action === 'clear'
        ? client.t1.clear({ params, body: { version: t1.version } })
        : client.t1.remove({ params }),
    );
  };
  return (
    <section>
      <header className="fc-customs-head">
        <h2>{t('clearance.transits')}</h2>
        <span className="fc-spring" />
        {!closed && <UploadMenu billId={bill.id} of={BY_FILE} />}
        {mayEdit && !closed && (
          <Button icon={<Plus />} onClick={add}>
            {t('clearance.addT1')}
          </Button>
        )}
      </header>
      {data?.length === 0 && <p className="fc-muted">{t('clearance.transitsNone')}</p>}
      {data && data.length > 0 && (
        <div className="fc-customs-table">
          <HTMLTable compact striped aria-label={t('clearance.transits')}>
            <thead>
              <tr>
                {T1_COLUMNS.map((names) => (
                  <th key={names[0]}>
                    {names.map((name) => (
                      <div key={name}>{speech.label(name, 't1')}</div>
                    ))}
                  </th>
                ))}
                <th>{t('common.operation')}</th>
              </tr>
            </thead>
            <tbody>
              {data.map((t1) => (
                <tr key={t1.id}>
                  {T1_COLUMNS.map((names) => (
                    <td key={names[0]}>
                      {names.map((name) => (
                        <div key={name}>
                          {name === 'state' ? (
                            <StateTag tone={t1States[t1.state].tone}>{speech.state('t1', t1.state)}</StateTag>
                          ) : (
                            cell(t1Row, name, t1) || '—'
                          )}
                        </div>
                      ))}
                    </td>
                  ))}
                  <td>
                    <StateActions
                      machine={t1Machine}
                      row={{ ...t1, bill }}
                      first={['release', 'arrive', 'discharge']}
                      all={Object.keys(t1Machine.actions) as T1Action[]}
                      onAct={(action) => void act(t1, action)}
                    />
                  </td>
                </tr>
              ))}
            </tbody>
          </HTMLTable>
        </div>
      )}
    </section>
  );
}
