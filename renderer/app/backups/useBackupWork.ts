import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { desktop, listen } from '../../api/bridge';
import { ask } from '../../ui/ask';
import { paragraph } from '../../ui/paragraph';
import { notify, notifyFailed } from '../../ui/toaster';
import { setBoot, useDesk } from '../desk';
import { ownTime } from '../zone';

/** Running work on a backup: its text and its progress. */
interface Work {
  readonly id: string;
  readonly text: string;
  readonly part: number;
}

/** Makes and restores backups for a screen, one at a time, with confirmation, progress and result message. */
export function useBackupWork(onEnd: () => void) {
  const { t } = useTranslation();
  const [work, setWork] = useState<Work | null>(null);
  // No restore replaces data while the data does not start, or before there is any.
  const status = useDesk(({ backend }) => backend.status);
  useEffect(
    () =>
      listen('progress', ({ id, done, total }) =>
        setWork((now) => (now?.id === id ? { ...now, part: total > 0 ? done / total : 0 } : now)),
      ),
    [],
  );
  const run = async <T>(text: string, does: (id: string) => Promise<T>): Promise<T> => {
    const id = crypto.randomUUID();
    setWork({ id, text, part: 0 });
    try {
      return await does(id);
    } finally {
      setWork(null);
    }
  };
  const make = async () => {
    try {
      const { name, token } = await run(t('backups.making'), (id) => desktop.backups.make({ id }));
      notify({
        text: t('backups.made', { name }),
        intent: 'success',
        action: { text: t('common.showInFolder'), run: () => void desktop.files.showInFolder({ token }) },
      });
    } catch (error) {
      notifyFailed(error);
    } finally {
      onEnd();
    }
  };
  const restore = async (token: string) => {
    try {
      const { facts, present } = await run(t('backups.checking'), (id) =>
        desktop.backups.check({ token, id }),
      );
      const question = {
        at: ownTime(facts.madeAt),
        bills: facts.counts.bills.toLocaleString('en'),
        present: (present?.bills ?? 0).toLocaleString('en'),
      };
      const fresh = status === 'absent';
      const replaces = present && status !== 'failed';
      const detail = t(
        fresh ? 'backups.askFirstDetail' : replaces ? 'backups.askDetail' : 'backups.askDamaged',
        question,
      );
      const yes = await ask({
        title: t(fresh ? 'backups.askFirst' : 'backups.ask', question),
        detail: facts.own ? detail : paragraph(t('backups.askForeign'), detail),
        confirm: t('backups.restore'),
        cancel: t('common.cancel'),
        ...(fresh ? { intent: facts.own ? ('primary' as const) : ('warning' as const) } : {}),
      });
      if (!yes) return;
      const { replaced, boot } = await run(t('backups.restoring'), (id) =>
        desktop.backups.restore({ token, id }),
      );
      setBoot(boot);
      notify({
        text: replaced
          ? t('backups.restoredAside', { ...question, place: replaced })
          : t('backups.restored', question),
        intent: 'success',
        // The message stays through the sign-in, and for all users.
        stays: true,
      });
    } catch (error) {
      notifyFailed(error);
    } finally {
      onEnd();
    }
  };
  const pick = async () => {
    try {
      const found = await desktop.backups.pick();
      if (found) await restore(found.token);
    } catch (error) {
      notifyFailed(error);
    }
  };
  return { work, make, restore, pick };
}
