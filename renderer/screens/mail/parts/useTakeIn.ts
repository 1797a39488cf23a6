import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { desktop, takeFile } from '../../../api/bridge';
import { client } from '../../../api/client';
import { invalidate, queryClient } from '../../../api/queries';
import { notify, notifyFailed } from '../../../ui/toaster';

type Group = 'noaMail' | 'utbMail';

/** Result of importing an email. */
interface TakenIn {
  readonly id: number;
  readonly known: boolean;
}

/** Imports emails: dropped or selected files one after the other, or a text. `onTaken` gets the id of a single one. */
export function useTakeIn(group: Group, onTaken: (id: number) => void) {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);

  const run = async (works: readonly (() => Promise<TakenIn | null>)[]) => {
    setBusy(true);
    let made = 0;
    let known = 0;
    let last: TakenIn | null = null;
    for (const work of works) {
      try {
        const taken = await work();
        if (!taken) continue;
        last = taken;
        if (taken.known) known += 1;
        else made += 1;
      } catch (error) {
        notifyFailed(error);
      }
    }
    setBusy(false);
    if (made > 0) notify({ text: t('letters.taken', { count: made }), intent: 'success' });
    if (known > 0) notify({ text: t('letters.known', { count: known }), intent: 'warning' });
    await invalidate(queryClient, group);
    // A single email is opened at once; several are shown in the list.
    if (works.length === 1 && last) onTaken(last.id);
    return last !== null;
  };
  const send = async (pick: Promise<{ token: string } | null>): Promise<TakenIn | null> => {
    const file = await pick;
    return file && client[group].upload({ file: file.token }, { key: crypto.randomUUID() });
  };
  return {
    busy,
    drop: (files: readonly File[]) => void run(files.map((file) => () => send(takeFile(file)))),
    choose: () => void run([() => send(desktop.files.pick({ call: `${group}.upload` }))]),
    paste: (body: { from: string; subject: string | null; text: string }) =>
      run([() => client[group].paste({ body }, { key: crypto.randomUUID() })]),
  };
}
