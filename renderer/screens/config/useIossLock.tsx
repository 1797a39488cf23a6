import { Button, Menu, MenuItem } from '@blueprintjs/core';
import { Lock } from '@blueprintjs/icons';
import { useTranslation } from 'react-i18next';
import { client } from '../../api/client';
import { invalidate, queryClient } from '../../api/queries';
import type { Asked } from '../../resource/FilterBar';
import type { MoreActions, PlainRow } from '../../resource/ListScreen';
import { countOf } from '../../resource/selection';
import { ask } from '../../ui/ask';
import { DropDown } from '../../ui/DropDown';
import { notify, notifyFailed } from '../../ui/toaster';

type Selection = Parameters<typeof client.ioss.lock>[0]['body']['selection'];

/** Locking and unlocking IOSS numbers: one, those that are chosen, or all that the filter finds. */
export function useIossLock(): MoreActions {
  const { t } = useTranslation();
  const lock = async (selection: Selection, locked: boolean, count: number): Promise<boolean> => {
    const yes = await ask({
      title: t(locked ? 'config.iossLockAsk' : 'config.iossUnlockAsk', { count }),
      detail: t(locked ? 'config.iossLockDetail' : 'config.iossUnlockDetail'),
      confirm: t(locked ? 'config.iossLock' : 'config.iossUnlock'),
      cancel: t('common.cancel'),
      intent: locked ? 'warning' : 'primary',
    });
    if (!yes) return false;
    try {
      const { ok, unchanged, failed } = await client.ioss.lock({ body: { selection, locked } });
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
        onClick={() => void lock({ ids: [id] }, !locked, 1)}
      />
    ),
    chosen: (chosen, onDone) =>
      [true, false].map((locked) => (
        <Button
          key={String(locked)}
          onClick={async () => {
            if (await lock(chosen as Selection, locked, countOf(chosen))) onDone();
          }}
        >
          {t(locked ? 'config.iossLock' : 'config.iossUnlock')}
        </Button>
      )),
    all: (filter: Asked, total) => (
      <DropDown
        placement="bottom-end"
        content={
          <Menu>
            {[true, false].map((locked) => (
              <MenuItem
                key={String(locked)}
                text={t(locked ? 'config.iossLockAll' : 'config.iossUnlockAll', { count: total })}
                onClick={() => void lock({ filter: filter as never, expected: total }, locked, total)}
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
