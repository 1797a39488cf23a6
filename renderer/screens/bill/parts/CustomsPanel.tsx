import type { Bill } from '@contract/bill/bill';
import {
  type ClearanceAction,
  clearanceApi,
  clearanceMachine,
  clearanceRecord,
} from '@contract/customs/clearance';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { client } from '../../../api/client';
import { read } from '../../../api/queries';
import { usePart } from '../../../api/unshownFailures';
import { useSpeech } from '../../../app/language';
import { useServed } from '../../../app/offered';
import { NotLoaded } from '../../../resource/Answered';
import { FieldGroups } from '../../../resource/DetailScreen';
import { StateActions } from '../../../resource/StateActions';
import { Skeleton } from '../../../ui/Loading';
import { ClearanceTag } from '../../shared/bill/ClearanceTag';
import { type ActionForm, ActionPanel, actionForm } from '../../shared/customs/ActionPanel';
import { DeclarePanel } from '../../shared/customs/DeclarePanel';
import { type CustomsPart, carry, clockOf } from './customsPart';
import { Declarations } from './Declarations';
import { Transits } from './Transits';

/** Clearance of a bill: its status, its declarations and its transits, with their actions. */
export function CustomsPanel({ bill }: { bill: Bill }) {
  const [form, setForm] = useState<ActionForm | null>(null);
  const onAsk: CustomsPart['onForm'] = (next) => setForm({ ...next, ...actionForm(next.schema, next.save) });
  const [declaring, setDeclaring] = useState(false);
  const clears = useServed('clearance.get');
  const transits = useServed('t1.list');
  return (
    <div className="fc-customs">
      {clears && <ClearanceFacts bill={bill} onForm={onAsk} />}
      <Declarations bill={bill} onForm={onAsk} onDeclare={() => setDeclaring(true)} />
      {transits && <Transits bill={bill} onForm={onAsk} />}
      <ActionPanel form={form} onClose={() => setForm(null)} />
      <DeclarePanel bill={bill} isOpen={declaring} onClose={() => setDeclaring(false)} />
    </div>
  );
}

function ClearanceFacts({ bill, onForm: onAsk }: CustomsPart) {
  const { t } = useTranslation();
  const speech = useSpeech();
  const { data, error, retry } = usePart(read('clearance', 'get', { params: { id: bill.id } }));
  if (error && !data) return <NotLoaded error={error} onRetry={retry} />;
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
      groups: [{ title, fields: ['handoverTo', 'handoverAt'] }],
      initial: { version: data.version, handoverTo: null, handoverAt: null, ...clockOf(bill) },
      draft: `handover/${bill.id}`,
      ...actionForm(clearanceApi.handOver.body, (values) =>
        client.clearance.handOver({ params, body: values }),
      ),
    });
  };
  const groups = [
    {
      title: t('clearance.record'),
      fields: ['nextStep', 'declaredAt', 'clearanceReleasedAt', 'blockedAt', 'handoverAt', 'handoverTo'],
    },
    {
      title: t('common.parcels'),
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
