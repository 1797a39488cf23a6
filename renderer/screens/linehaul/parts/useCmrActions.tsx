import { type CmrAction, type CmrDetail, cmrRow } from '@contract/linehaul/cmr';
import { type NamedGoods, NO_GOODS, namedGoods, namesGoods } from '@contract/linehaul/noteGoods';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import * as z from 'zod';
import { client } from '../../../api/client';
import { invalidate, queryClient } from '../../../api/queries';
import { useSpeech } from '../../../app/language';
import { useServed } from '../../../app/offered';
import { notify, notifyFailed } from '../../../ui/toaster';
import { type ActionForm, ActionPanel, actionForm } from '../../shared/customs/ActionPanel';
import { NoteGoods } from './NoteGoods';

const departed = z.strictObject({ at: cmrRow.shape.departedAt });
const arrived = z.strictObject({ at: cmrRow.shape.arrivedAt });
const why = z.strictObject({ reason: cmrRow.shape.cancelReason.unwrap() });
const podFields = z.strictObject({
  podAt: cmrRow.shape.podAt.unwrap(),
  podBoxCount: cmrRow.shape.podBoxCount.unwrap(),
  podPalletCount: cmrRow.shape.podPalletCount,
  reservations: cmrRow.shape.reservations,
  missing: namedGoods,
});
const back = z.strictObject({
  returnedAt: cmrRow.shape.departedAt,
  reason: cmrRow.shape.cancelReason.unwrap(),
  returned: namedGoods.nullable(),
});
/** Fields with an input of their own beside the form. */
const GOODS: readonly string[] = ['missing', 'returned'];

/** Shows the warnings about bills with implausible times after a step of the truck. */
const showWarnings = ({ warnings }: { warnings: readonly { msg: string }[] }) => {
  for (const { msg } of warnings) notify({ text: msg, intent: 'warning' });
};

/** Reads goods by name from the value of a form; null for none. */
const goodsIn = (value: unknown): NamedGoods | null => namedGoods.safeParse(value).data ?? null;

type StepValues = { readonly at?: unknown; readonly reason?: unknown };
type Forms = Partial<Record<CmrAction, Pick<ActionForm, 'schema' | 'initial' | 'hints' | 'more' | 'save'>>>;

/** Forms of the actions on a note that need details. */
function useForms(cmr: CmrDetail, step: (action: CmrAction, given?: StepValues) => Promise<void>): Forms {
  const { t } = useTranslation();
  const named = useServed('cmr.boxes') && cmr.pallets.length > 0;
  const { id, version } = cmr;
  const params = { id };
  return {
    depart: { initial: { at: cmr.asOf }, ...actionForm(departed, (values) => step('depart', values)) },
    arrive: { initial: { at: cmr.asOf }, ...actionForm(arrived, (values) => step('arrive', values)) },
    cancel: { initial: { reason: '' }, ...actionForm(why, (values) => step('cancel', values)) },
    deliver: {
      initial: {
        podAt: cmr.asOf,
        podBoxCount: cmr.carriedBoxes,
        podPalletCount: cmr.totalPallets,
        reservations: cmr.reservations,
        missing: NO_GOODS,
      },
      hints: {
        reservations: t('cmr.hintReservations'),
        podBoxCount: t('cmr.of', { total: cmr.totalBoxes }),
      },
      ...(named
        ? {
            more: ({ values, set }) => (
              <NoteGoods
                cmr={cmr}
                legend={t('cmr.missingAsk')}
                value={goodsIn(values.missing) ?? NO_GOODS}
                onChange={(missing, boxes) => {
                  set('missing', missing);
                  set('podBoxCount', cmr.carriedBoxes - boxes.length);
                  set('podPalletCount', cmr.totalPallets - missing.palletIds.length);
                }}
              />
            ),
          }
        : {}),
      ...actionForm(podFields, async ({ missing, ...values }) =>
        showWarnings(
          await client.cmr.deliver({
            params,
            // A server that knows no missing boxes refuses the field.
            body: { ...values, version, ...(namesGoods(goodsIn(missing) ?? NO_GOODS) ? { missing } : {}) },
          }),
        ),
      ),
    },
    return: {
      initial: { returnedAt: cmr.asOf, reason: '', returned: null },
      more: ({ values, set }) =>
        named && (
          <NoteGoods
            cmr={cmr}
            legend={t('cmr.returnedAsk')}
            value={goodsIn(values.returned)}
            onChange={(returned) => set('returned', returned)}
          />
        ),
      ...actionForm(back, async (values) =>
        showWarnings(await client.cmr.return({ params, body: { ...values, version } })),
      ),
    },
    reopen: {
      initial: { reason: '' },
      ...actionForm(why, (values) => client.cmr.reopen({ params, query: { ...values, version } })),
    },
  };
}

/** Carries out actions on a note: those that need details by their form, the others at once. */
export function useCmrActions(cmr: CmrDetail, edit: () => void) {
  const { t } = useTranslation();
  const speech = useSpeech();
  const [opened, setOpened] = useState<ActionForm | null>(null);
  const { id, version, cmrNo } = cmr;
  const params = { id };
  const step = async (action: CmrAction, given: StepValues = {}) =>
    showWarnings(await client.cmr.act({ params, body: { version, action, ...given } as never }));
  const forms = useForms(cmr, step);
  const act = async (action: CmrAction) => {
    if (action === 'update') return edit();
    const form = forms[action];
    if (form)
      return setOpened({
        ...form,
        title: speech.action('cmr', action),
        groups: [
          {
            title: t(action === 'deliver' ? 'cmr.groupPod' : 'common.when'),
            fields: Object.keys(form.schema.shape).filter((name) => !GOODS.includes(name)),
          },
        ],
        // The places on whose clocks the times are typed.
        initial: {
          ...form.initial,
          fromWarehouseId: cmr.fromWarehouseId,
          toDestinationId: cmr.toDestinationId,
        },
        resource: 'cmr',
        draft: `cmr/${id}/${action}`,
      });
    try {
      await step(action);
      notify({
        text: t('common.actionDone', { action: speech.action('cmr', action), no: cmrNo }),
        intent: 'success',
      });
    } catch (error) {
      notifyFailed(error);
    }
    await invalidate(queryClient, 'cmr');
  };
  const panel = (
    <ActionPanel form={opened} onClose={() => setOpened(null)}>
      {opened?.draft.endsWith('/cancel') && <p>{t('cmr.cancelAsk')}</p>}
      {opened?.draft.endsWith('/return') && <p>{t('cmr.returnAsk')}</p>}
    </ActionPanel>
  );
  return { act, panel };
}
