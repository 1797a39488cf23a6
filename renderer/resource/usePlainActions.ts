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
import { confirmDeletion } from './confirmDeletion';
import { confirmForAll } from './confirmForAll';
import type { PlainRow, PlainScreen } from './ListScreen';
import type { BulkSelection } from './selection';

/** Returns where a record is used, with a line for each kind of record. */
export const usesText = (uses: readonly Use[], speech: Speech, t: TFunction<'screens'>): string =>
  uses
    .map(({ object, count, capped, examples }) =>
      t('common.usedBy', {
        object: speech.choice('logObject', object),
        count: capped ? `${count}+` : String(count),
        examples,
      }),
    )
    .join('\n');

/** Deletes, activates and deactivates records of a plain resource, each after its confirmation. */
export function usePlainActions({ group, nameOf, resource }: PlainScreen, onDone: () => void) {
  const { t } = useTranslation();
  const speech = useSpeech();
  const calls = client[group] as typeof client.airport;
  const usesIn = (uses: readonly Use[]) => usesText(uses, speech, t);
  const usesOf = async (id: number): Promise<Use[]> => {
    if (!serves(`${group}.usage`)) return [];
    try {
      return await calls.usage({ params: { id } });
    } catch {
      // Confirm without the uses: the API decides in the end.
      return [];
    }
  };

  /** Uses the single-record call for one record, the bulk call for several or all that match. */
  const setActive = async (chosen: BulkSelection, active: boolean): Promise<BulkAnswer> => {
    const [id, ...others] = 'ids' in chosen ? chosen.ids : [];
    if (id === undefined || others.length > 0 || !serves(`${group}.setActive` as ApiName))
      return calls.active({ body: { ...chosen, active } });
    await calls.setActive({ params: { id }, body: { active } });
    return { ok: 1, failed: [] };
  };

  /** Single selections can be undone; for all that match, asks for confirmation first, with their number. */
  const switchMany = async (chosen: BulkSelection, active: boolean): Promise<void> => {
    const verb = t(active ? 'common.activate' : 'common.deactivate');
    if (!(await confirmForAll(t, chosen, verb, active ? 'primary' : 'warning'))) return;
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

  /** Deactivates a record in use only after showing where it is used. */
  const switchOne = async (row: PlainRow): Promise<void> => {
    const uses = row.active ? await usesOf(row.id) : [];
    const yes =
      uses.length === 0 ||
      (await ask({
        title: t('common.deactivateUsed', { name: nameOf(row) }),
        detail: `${usesIn(uses)}\n\n${t('common.deactivateUsedDetail')}`,
        confirm: t('common.deactivate'),
        cancel: t('common.cancel'),
        intent: 'warning',
      }));
    if (yes) await switchMany({ ids: [row.id] }, !row.active);
  };

  /** Returns true if the record was deleted. */
  const remove = async (row: PlainRow): Promise<boolean> => {
    if (!(await confirmDeletion(t, nameOf(row)))) return false;
    let isRemoved = false;
    try {
      await calls.remove({ params: { id: row.id } });
      isRemoved = true;
      notify({ text: t('common.deleted'), intent: 'success' });
    } catch (error) {
      const { code, message } = failureOf(error).error;
      if (code === 'IN_USE') await keepInUse(row, message);
      else notify({ text: message, intent: 'danger' });
    }
    await invalidate(queryClient, group);
    return isRemoved;
  };

  /** Shows where a record that cannot be deleted is used, and offers to deactivate it instead. */
  const keepInUse = async (row: PlainRow, message: string): Promise<void> => {
    const uses = usesIn(await usesOf(row.id));
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
