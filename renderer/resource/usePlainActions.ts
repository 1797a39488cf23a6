import type { ApiName } from '@contract/index';
import type { BulkAnswer, Use } from '@contract/resource';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { failureOf } from '../api/bridge';
import { client } from '../api/client';
import { invalidate, queryClient } from '../api/queries';
import { type Speech, useSpeech } from '../app/language';
import { serves } from '../app/offered';
import { ask } from '../ui/ask';
import { notify, notifyFailed } from '../ui/toaster';
import { askDeletion } from './askDeletion';
import { askOfAll } from './askOfAll';
import type { PlainRow, PlainScreen } from './ListScreen';
import type { Selected } from './selection';

/** Where a record is used, a line for each kind of record. */
export const usesText = (uses: readonly Use[], speech: Speech, t: TFunction<'screens'>): string =>
  uses
    .map(({ object, count, capped, examples }) =>
      t('common.usedBy', {
        object: speech.choice('logObject', object),
        count: capped ? `${count}+` : String(count),
        examples: examples.join(', '),
      }),
    )
    .join('\n');

/** Deleting records of a plain resource, and switching them on and off, each with the question it needs. */
export function usePlainActions({ group, nameOf, resource }: PlainScreen, onDone: () => void) {
  const { t } = useTranslation();
  const speech = useSpeech();
  const calls = client[group] as typeof client.airport;
  const said = (uses: readonly Use[]) => usesText(uses, speech, t);
  const usesOf = async (id: number): Promise<Use[]> => {
    if (!serves(`${group}.usage`)) return [];
    try {
      return await calls.usage({ params: { id } });
    } catch {
      // The question is asked without them: the API decides in the end.
      return [];
    }
  };

  /** One record has a call of its own; several, or all that match, go in one. */
  const setActive = async (chosen: Selected, active: boolean): Promise<BulkAnswer> => {
    const [id, ...others] = 'ids' in chosen ? chosen.ids : [];
    if (id === undefined || others.length > 0 || !serves(`${group}.setActive` as ApiName))
      return calls.active({ body: { ...chosen, active } });
    await calls.setActive({ params: { id }, body: { active } });
    return { ok: 1, failed: [] };
  };

  /** What was chosen one by one can be taken back; all that match are asked about first, with how many they are. */
  const switchMany = async (chosen: Selected, active: boolean): Promise<void> => {
    const verb = t(active ? 'common.activate' : 'common.deactivate');
    if (!(await askOfAll(t, chosen, verb, active ? 'primary' : 'warning'))) return;
    try {
      const { ok, failed } = await setActive(chosen, active);
      const refused = new Set(failed.map(({ key }) => key));
      const done = 'ids' in chosen ? chosen.ids.filter((id) => !refused.has(id)) : [];
      const words = ok > 0 ? [t(active ? 'common.activated' : 'common.deactivated', { count: ok })] : [];
      notify({
        text: [...words, ...new Set(failed.map(({ msg }) => msg))].join('. '),
        intent: failed.length > 0 ? 'warning' : 'success',
        ...(done.length > 0
          ? { action: { text: t('common.undo'), run: () => void switchMany({ ids: done }, !active) } }
          : {}),
      });
    } catch (error) {
      notifyFailed(error);
    }
    onDone();
    await invalidate(queryClient, group);
  };

  /** One that is in use is switched off only by someone who has seen where. */
  const switchOne = async (row: PlainRow): Promise<void> => {
    const uses = row.active ? await usesOf(row.id) : [];
    const yes =
      uses.length === 0 ||
      (await ask({
        title: t('common.deactivateUsed', { name: nameOf(row) }),
        detail: `${said(uses)}\n\n${t('common.deactivateUsedDetail')}`,
        confirm: t('common.deactivate'),
        cancel: t('common.cancel'),
        intent: 'warning',
      }));
    if (yes) await switchMany({ ids: [row.id] }, !row.active);
  };

  /** Answers whether it is gone. */
  const remove = async (row: PlainRow): Promise<boolean> => {
    if (!(await askDeletion(t, nameOf(row)))) return false;
    let gone = false;
    try {
      await calls.remove({ params: { id: row.id } });
      gone = true;
      notify({ text: t('common.deleted'), intent: 'success' });
    } catch (error) {
      const { code, message } = failureOf(error).error;
      if (code === 'IN_USE') await keepInUse(row, message);
      else notify({ text: message, intent: 'danger' });
    }
    await invalidate(queryClient, group);
    return gone;
  };

  /** What cannot be deleted says where it is used, and can be taken out of use instead. */
  const keepInUse = async (row: PlainRow, message: string): Promise<void> => {
    const uses = said(await usesOf(row.id));
    const offer = 'active' in resource.row.shape && row.active;
    const yes = await ask({
      title: message,
      detail: [uses, offer ? t('common.inUseHint') : ''].filter(Boolean).join('\n\n'),
      confirm: offer ? t('common.deactivate') : t('common.close'),
      cancel: t('common.cancel'),
      intent: 'warning',
    });
    if (yes && offer) await switchMany({ ids: [row.id] }, false);
  };

  return { remove, switchOne, switchMany };
}
