import { Button, Menu, MenuItem } from '@blueprintjs/core';
import { Lock } from '@blueprintjs/icons';
import { problem } from '@contract/errors';
import { useTranslation } from 'react-i18next';
import { Failure, failureOf } from '../../api/bridge';
import { client } from '../../api/client';
import { invalidate, queryClient } from '../../api/queries';
import { type Speech, useSpeech } from '../../app/language';
import type { MoreActions, PlainRow } from '../../resource/ListScreen';
import type { ListQuery } from '../../resource/refined';
import { type BulkSelection, countOf } from '../../resource/selection';
import { ask } from '../../ui/ask';
import { DropDown } from '../../ui/DropDown';
import { notify, notifyFailed } from '../../ui/toaster';

interface Outcome {
  readonly ok: number;
  readonly unchanged: number;
  readonly failed: readonly { readonly msg: string }[];
}

/** Maximum page size of the list. */
const PAGE = 500;

/** Returns the ids of all numbers that match a filter. Throws if their number differs from what the user saw. */
async function matching(filter: ListQuery, expected: number, speech: Speech): Promise<number[]> {
  const ids: number[] = [];
  for (let page = 1; ids.length < expected; page += 1) {
    const query = { ...filter, page, pageSize: PAGE, sort: 'iossNo' };
    const { list, total } = await client.ioss.list({ query: query });
    if (total !== expected || list.length === 0) {
      const changed = problem('COUNT_CHANGED', { actual: total, expected });
      throw new Failure({ code: changed.code, message: speech.message(changed) });
    }
    ids.push(...list.map(({ id }) => id));
  }
  return ids;
}

/** Locks or unlocks numbers one after another; skips those already in that state. */
async function lockEach(ids: readonly number[], locked: boolean): Promise<Outcome> {
  const before = new Map((await client.ioss.all()).map((one) => [one.id, one]));
  const due = ids.filter((id) => before.get(id)?.locked !== locked);
  const failed: { msg: string }[] = [];
  for (const id of due) {
    try {
      await client.ioss[locked ? 'lock' : 'unlock']({ params: { id }, body: {} });
    } catch (error) {
      const { message, status = 0 } = failureOf(error).error;
      // Only a refusal concerns this one number; any other error would hit the next as well.
      if (![400, 404, 409].includes(status)) throw error;
      failed.push({ msg: `${before.get(id)?.iossNo ?? ''}: ${message}` });
    }
  }
  return { ok: due.length - failed.length, unchanged: ids.length - due.length, failed };
}

/** Locks or unlocks the selected numbers: all numbers in one call, any other selection one by one. */
async function carryOut(selection: BulkSelection, locked: boolean, speech: Speech): Promise<Outcome> {
  if ('ids' in selection) return lockEach(selection.ids, locked);
  const { filter, expected } = selection;
  const { sort: _, ...narrowed } = filter;
  if (Object.keys(narrowed).length === 0)
    return client.ioss[locked ? 'lockAll' : 'unlockAll']({ body: { expected } });
  return lockEach(await matching(narrowed, expected, speech), locked);
}

/** Actions to lock and unlock IOSS numbers: one, the selected ones, or all that match the filter. */
export function useIossLock(): MoreActions {
  const { t } = useTranslation();
  const speech = useSpeech();
  const lock = async (selection: BulkSelection, locked: boolean): Promise<boolean> => {
    const count = countOf(selection);
    const yes = await ask({
      title: t(locked ? 'config.iossLockAsk' : 'config.iossUnlockAsk', { count }),
      detail: t(locked ? 'config.iossLockDetail' : 'config.iossUnlockDetail'),
      confirm: t(locked ? 'config.iossLock' : 'config.iossUnlock'),
      cancel: t('common.cancel'),
      intent: locked ? 'warning' : 'primary',
    });
    if (!yes) return false;
    try {
      const { ok, unchanged, failed } = await carryOut(selection, locked, speech);
      const parts = [
        t(locked ? 'config.iossLocked' : 'config.iossUnlocked', { count: ok }),
        unchanged > 0 ? t('config.iossSame', { count: unchanged }) : '',
        ...failed.map(({ msg }) => msg),
      ];
      notify({
        text: parts.filter(Boolean).join('. '),
        intent: failed.length > 0 ? 'warning' : 'success',
      });
    } catch (error) {
      notifyFailed(error);
    }
    await invalidate(queryClient, 'ioss');
    return true;
  };
  return {
    row: ({ id, locked }: PlainRow) => (
      <MenuItem
        text={t(locked ? 'config.iossUnlock' : 'config.iossLock')}
        onClick={() => void lock({ ids: [id] }, !locked)}
      />
    ),
    chosen: (chosen, onDone) =>
      [true, false].map((locked) => (
        <Button
          key={String(locked)}
          onClick={async () => {
            if (await lock(chosen, locked)) onDone();
          }}
        >
          {t(locked ? 'config.iossLock' : 'config.iossUnlock')}
        </Button>
      )),
    all: (filter: ListQuery, total) => (
      <DropDown
        placement="bottom-end"
        content={
          <Menu>
            {[true, false].map((locked) => (
              <MenuItem
                key={String(locked)}
                text={t(locked ? 'config.iossLockAll' : 'config.iossUnlockAll', { count: total })}
                onClick={() => void lock({ filter, expected: total }, locked)}
              />
            ))}
          </Menu>
        }
      >
        <Button icon={<Lock />} disabled={total === 0}>
          {t('config.iossAll')}
        </Button>
      </DropDown>
    ),
  };
}
