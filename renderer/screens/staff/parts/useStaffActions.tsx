import type { BulkAnswer, Use } from '@contract/resource';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { client } from '../../../api/client';
import { invalidate, queryClient } from '../../../api/queries';
import { useSpeech } from '../../../app/language';
import { serves } from '../../../app/offered';
import { idOf } from '../../../kinds/recordId';
import { BulkResult } from '../../../resource/BulkResult';
import { confirmForAll } from '../../../resource/confirmForAll';
import { type BulkSelection, countOf } from '../../../resource/selection';
import { usesText } from '../../../resource/usePlainActions';
import { ask } from '../../../ui/ask';
import { notify, notifyFailed } from '../../../ui/toaster';

export type StaffAction = 'forbid' | 'allow' | 'delete';

const CALLS = {
  forbid: (which: BulkSelection) => client.staff.forbidMany({ body: which }),
  allow: (which: BulkSelection) => client.staff.allowMany({ body: which }),
  delete: (which: BulkSelection) => client.staff.batchDelete({ body: which }),
} as const;

/** Returns where a few accounts are in use, for example as approvers; not requested for many. */
async function usesOf(ids: readonly number[]): Promise<Use[]> {
  if (!serves('staff.usage')) return [];
  const requests = ids.slice(0, FEW).map((id) => client.staff.usage({ params: { id } }));
  // On failure, the confirmation is shown without them.
  const uses = await Promise.all(requests).catch(() => []);
  return uses.flat();
}
const FEW = 10;

/** Forbids, allows and deletes accounts, and shows the reason for each failure. */
export function useStaffActions(options: {
  readonly nameOf: (id: number) => string;
  /** Called with the accounts of a completed action. */
  readonly onDone: (which: BulkSelection) => void;
}): { act: (action: StaffAction, which: BulkSelection) => Promise<void>; dialogs: ReactNode } {
  const { nameOf, onDone } = options;
  const { t } = useTranslation();
  const speech = useSpeech();
  const [result, setResult] = useState<{ action: StaffAction; answer: BulkAnswer } | null>(null);
  const act = async (action: StaffAction, which: BulkSelection) => {
    const ids = 'ids' in which ? which.ids : [];
    const [first] = ids;
    const count = countOf(which);
    const name = first !== undefined && count === 1 ? nameOf(first) : t('staff.people', { count });
    const uses = action === 'allow' ? [] : await usesOf(ids);
    const yes = await (action === 'allow'
      ? confirmForAll(t, which, t('staff.allow'))
      : ask({
          title: t(action === 'forbid' ? 'staff.forbidAsk' : 'common.deleteOf', { name }),
          detail: [
            t(action === 'forbid' ? 'staff.forbidDetail' : 'staff.deleteDetail'),
            uses.length > 0 ? `${t('staff.waitedFor')}\n${usesText(uses, speech, t)}` : '',
          ]
            .filter(Boolean)
            .join('\n\n'),
          confirm: t(`staff.${action}`),
          cancel: t('common.cancel'),
        }));
    if (!yes) return;
    try {
      const answer = await CALLS[action](which);
      if (answer.ok > 0) notify({ text: t(`staff.${action}Done`, { count: answer.ok }), intent: 'success' });
      if (answer.failed.length > 0) setResult({ action, answer });
      onDone(which);
    } catch (error) {
      notifyFailed(error);
    }
    await invalidate(queryClient, 'staff');
  };
  return {
    act,
    dialogs: result && (
      <BulkResult
        action={t(`staff.${result.action}`)}
        answer={result.answer}
        nameOf={(key) => nameOf(idOf(key) ?? 0)}
        onClose={() => setResult(null)}
      />
    ),
  };
}
