import type { Bill, BillAction, BillSelection } from '@contract/bill/bill';
import { billMachine } from '@contract/bill/bill';
import { billName } from '@contract/bill/billName';
import type { BulkAnswer } from '@contract/resource';
import { type ReactNode, useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { client } from '../../../api/client';
import { invalidate, queryClient } from '../../../api/queries';
import { useSpeech } from '../../../app/language';
import { idOf } from '../../../kinds/recordId';
import { BulkResult } from '../../../resource/BulkResult';
import { confirmDeletion } from '../../../resource/confirmDeletion';
import { ReasonDialog } from '../../../resource/ReasonDialog';
import { ask } from '../../../ui/ask';
import { notify, notifyFailed } from '../../../ui/toaster';

const DONE = {
  check: 'bill.checkedDone',
  uncheck: 'bill.unchecked',
  remove: 'bill.removed',
  recover: 'bill.recovered',
  archive: 'bill.archived',
  restore: 'bill.restored',
} as const satisfies Partial<Record<BillAction, string>>;
/** Actions that the API accepts for many bills at once, and that need at most a reason. */
export type BulkAction = keyof typeof DONE;

const CALLS: Record<BulkAction, (selection: BillSelection, reason: string) => Promise<BulkAnswer>> = {
  check: (selection) => client.bill.check({ body: { selection } }),
  uncheck: (selection) => client.bill.uncheck({ body: { selection } }),
  remove: (selection, removeReason) => client.bill.remove({ body: { selection, removeReason } }),
  recover: (selection) => client.bill.recover({ body: { selection } }),
  archive: (selection) => client.bill.archive({ body: { selection } }),
  restore: (selection) => client.bill.restore({ body: { selection } }),
};

/**
 * Returns the action that undoes another, and its bills; undefined if there is none. Only bills given by id can be
 * undone: after the action, "all that match" matches other bills.
 */
function undoOf(action: BulkAction, selection: BillSelection, { failed }: BulkAnswer) {
  const { inverse } = billMachine.actions[action];
  if (!inverse || inverse === 'remove' || !('ids' in selection)) return undefined;
  const refused = new Set(failed.map(({ key }) => key));
  return {
    action: inverse as BulkAction,
    selection: { ids: selection.ids.filter((id) => !refused.has(id)) },
  };
}

/**
 * Carries out actions on bills: asks for confirmation or a reason, shows the results, and offers undo where possible.
 */
export function useBillActions(options: {
  /** Returns the name of a bill, for the table of failures. */
  readonly nameOf: (id: number) => string;
  /** Called with the bills of a completed action. */
  readonly onDone: (which: BillSelection) => void;
}): {
  act: (action: BulkAction, selection: BillSelection) => Promise<void>;
  remove: (bill: Bill) => Promise<boolean>;
  dialogs: ReactNode;
} {
  const { nameOf, onDone } = options;
  const { t } = useTranslation();
  const speech = useSpeech();
  const [pending, setPending] = useState<BillSelection | null>(null);
  const [result, setResult] = useState<{ action: BulkAction; answer: BulkAnswer } | null>(null);

  const carryOut = useCallback(
    async (action: BulkAction, selection: BillSelection, reason = '') => {
      try {
        const answer = await CALLS[action](selection, reason);
        const undo = undoOf(action, selection, answer);
        if (answer.ok > 0) {
          notify({
            text: t(DONE[action], { count: answer.ok }),
            intent: 'success',
            ...(undo && {
              action: {
                text: t('common.undo'),
                run: () => void carryOut(undo.action, undo.selection).catch(notifyFailed),
              },
            }),
          });
        }
        if (answer.failed.length > 0) setResult({ action, answer });
        onDone(selection);
      } finally {
        await invalidate(queryClient, 'bill');
      }
    },
    [t, onDone],
  );
  const run = useCallback(
    (action: BulkAction, selection: BillSelection) => carryOut(action, selection).catch(notifyFailed),
    [carryOut],
  );

  const act = useCallback(
    async (action: BulkAction, selection: BillSelection) => {
      // An action on all that match cannot be undone as a whole; confirm it with their number.
      const sure =
        'ids' in selection ||
        (await ask({
          title: t('common.areYouSure'),
          detail: t('bill.allMatching', { count: selection.expected }),
          confirm: speech.action('bill', action),
          cancel: t('common.cancel'),
          intent: billMachine.actions[action].tone ?? 'primary',
        }));
      if (!sure) return;
      if (action === 'remove') setPending(selection);
      else await run(action, selection);
    },
    [run, t, speech],
  );

  const remove = useCallback(
    async (bill: Bill) => {
      if (!(await confirmDeletion(t, billName(bill), t('common.deleteDetail')))) return false;
      try {
        await client.bill.delete({ params: { id: bill.id } });
        notify({ text: t('common.deleted'), intent: 'success' });
        await invalidate(queryClient, 'bill');
        return true;
      } catch (error) {
        notifyFailed(error);
        return false;
      }
    },
    [t],
  );

  return {
    act,
    remove,
    dialogs: (
      <>
        {pending && (
          <ReasonDialog
            title={speech.action('bill', 'remove')}
            label={t('bill.removeReasonAsk')}
            intent="danger"
            onClose={() => setPending(null)}
            onReason={(reason) => carryOut('remove', pending, reason)}
          />
        )}
        {result && (
          <BulkResult
            action={speech.action('bill', result.action)}
            answer={result.answer}
            nameOf={(key) => nameOf(idOf(key) ?? 0)}
            onClose={() => setResult(null)}
          />
        )}
      </>
    ),
  };
}
