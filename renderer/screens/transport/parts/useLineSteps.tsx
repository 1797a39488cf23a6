import { dateTime, metaOf, text } from '@contract/fields';
import { fieldOf } from '@contract/rowFields';
import type { AirTransport } from '@contract/scheduling/airTransport';
import type { SeaTransport } from '@contract/scheduling/seaTransport';
import type { TransportAction, TransportStep } from '@contract/scheduling/states';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import * as z from 'zod';
import { client } from '../../../api/client';
import { invalidate, queryClient } from '../../../api/queries';
import { useSpeech } from '../../../app/language';
import { thisMinute } from '../../../app/zone';
import { parsedValues } from '../../../resource/recordValues';
import { notify, notifyFailed } from '../../../ui/toaster';
import { type ActionForm, ActionPanel } from '../../shared/customs/ActionPanel';

type Line = AirTransport | SeaTransport;

/** Returns the schema of a required time, on the clock of the field it is written to. */
function timeLike(field: z.ZodType) {
  const meta = metaOf(field);
  if (meta.kind !== 'dateTime') throw new TypeError(`a time of the kind ${meta.kind}`);
  return dateTime(meta.zone);
}

/** Actions on the state of a flight or a voyage: immediate, or after asking for a time or a reason. */
export function useLineSteps(group: 'airTransport' | 'seaTransport', row: z.ZodObject, line: Line) {
  const { t } = useTranslation();
  const speech = useSpeech();
  const [form, setForm] = useState<ActionForm | null>(null);
  const { id, version, transportNo } = line;
  const send = async (action: TransportStep, given: object = {}) => {
    const calls = client[group] as typeof client.airTransport;
    const { warnings } = await calls.act({ params: { id }, body: { version, action, ...given } });
    for (const { msg } of warnings) notify({ text: msg, intent: 'warning' });
    // The times of its bills change as well.
    await invalidate(queryClient, 'bill');
  };
  const shapes: Partial<Record<TransportStep, z.ZodObject>> = {
    depart: z.strictObject({ atd: timeLike(fieldOf(row, 'atd')) }),
    arrive: z.strictObject({ ata: timeLike(fieldOf(row, 'ata')) }),
    reschedule: z.strictObject({
      etd: fieldOf(row, 'etd'),
      eta: fieldOf(row, 'eta'),
      reason: text(500),
    }),
    cancel: z.strictObject({ reason: text(500) }),
  };
  const act = async (action: TransportStep) => {
    const schema = shapes[action];
    if (schema)
      return setForm({
        title: speech.action('transport', action),
        schema,
        groups: [{ title: t('common.when'), fields: Object.keys(schema.shape) }],
        initial: {
          ...parsedValues({ ...line }),
          ...(action === 'depart' ? { atd: thisMinute() } : {}),
          ...(action === 'arrive' ? { ata: thisMinute() } : {}),
          reason: null,
        },
        resource: group,
        draft: `${group}/${id}/${action}`,
        save: ({ atd, ata, ...given }) =>
          send(action, { ...given, ...(atd || ata ? { at: atd ?? ata } : {}) }),
      });
    try {
      await send(action);
      notify({
        text: t('common.actionDone', { action: speech.action('transport', action), no: transportNo ?? '' }),
        intent: 'success',
      });
    } catch (error) {
      notifyFailed(error);
    }
    await invalidate(queryClient, group);
  };
  return {
    act,
    panel: (
      <ActionPanel form={form} onClose={() => setForm(null)}>
        {form?.draft.endsWith('/cancel') && <p>{t('transport.cancelAsk')}</p>}
        {form?.draft.endsWith('/reschedule') && <p>{t('transport.rescheduleAsk')}</p>}
      </ActionPanel>
    ),
  };
}

/** Actions on a flight or a voyage, in menu order. */
export const lineActions = [
  'book',
  'depart',
  'arrive',
  'close',
  'update',
  'reschedule',
  'unbook',
  'undoDepart',
  'clearArrival',
  'reopen',
  'cancel',
  'remove',
] as const satisfies readonly TransportAction[];
