import { problem } from '@contract/errors';
import type { Unsent } from '@contract/unsent';
import { logActions, logObjects } from '@contract/vocabulary';
import i18next from 'i18next';
import { useMemo } from 'react';
import { create } from 'zustand';
import { desktop, Failure, listen } from '../api/bridge';
import { onWriteFailure } from '../api/client';
import { invalidate, queryClient } from '../api/queries';
import { ask } from '../ui/ask';
import { notify } from '../ui/toaster';
import { ownerKey, useDesk } from './desk';
import { type Speech, speechOf } from './language';
import { tabTitle, useTabs } from './tabs';

/** Writes of this user that could not be sent to this server, oldest first. */
const useOutbox = create<{ owner: string | null; entries: readonly Unsent[] }>(() => ({
  owner: null,
  entries: [],
}));

/** Unsent changes of the signed-in person alone. */
export function useUnsent(): readonly Unsent[] {
  const owner = useDesk(ownerKey);
  const kept = useOutbox();
  return useMemo(() => (kept.owner === owner ? kept.entries : []), [kept, owner]);
}

/** Loads the unsent writes of an owner; main starts sending them from then on. */
export async function loadOutbox(owner: string): Promise<void> {
  const entries = await desktop.outbox.list().catch(() => []);
  useOutbox.setState({ owner, entries });
}

const OBJECTS: readonly string[] = logObjects;
const ACTIONS: readonly string[] = logActions;
/** Names of objects in the log for API groups named differently. */
const OBJECT_OF: Readonly<Record<string, string>> = {
  timeNode: 'bill',
  awb: 'bill',
  clearance: 'bill',
  pick: 'bill',
};

/** Description of a call: "Bill · Update · 160-7200 0011". */
export function unsentText(
  { call, input, title }: Pick<Unsent, 'call' | 'input' | 'title'>,
  speech: Speech,
): string {
  const [group = '', name = ''] = call.split('.');
  const body = ((input as { body?: unknown } | null)?.body ?? {}) as Record<string, unknown>;
  const object = OBJECTS.find((one) => one === (OBJECT_OF[group] ?? group));
  const verb = [String(body.action ?? ''), name, name === 'remove' ? 'delete' : 'update'].find((one) =>
    ACTIONS.includes(one),
  );
  const number = ['billNo', 'code', 'number', 'name', 'nameEn', 'subject', 'flightNo'].flatMap((field) =>
    typeof body[field] === 'string' && body[field] ? [body[field]] : [],
  )[0];
  return [
    object ? speech.choice('logObject', object) : null,
    verb ? speech.choice('logAction', name === 'remove' && verb === 'remove' ? 'delete' : verb) : null,
    number ?? title,
  ]
    .filter(Boolean)
    .join(' · ');
}

let lastOffer: Promise<unknown> = Promise.resolve();

/** Offers to keep a write that did not reach its server. One dialog at a time, and none while no user can answer. */
async function offer(call: string, input: unknown, failure: Failure): Promise<Failure> {
  const { error } = failure;
  const { keep } = error;
  const desk = useDesk.getState();
  if (!keep || desk.session.status !== 'signedIn') return failure;
  const owner = ownerKey(desk);
  const t = i18next.t;
  const speech = speechOf(desk.settings.language);
  const path = useTabs.getState().active ?? '/home';
  const title = tabTitle(path);
  const what = unsentText({ call, input, title }, speech);
  // The embedded API resolves repeats by their key; other servers may not.
  const unknown = error.unknownResult === true;
  const doubtful = unknown && desk.environment !== 'embedded';
  const yes = await ask({
    title: t(doubtful ? 'kept.askUnknown' : 'kept.ask'),
    detail: [what, error.message, t(doubtful ? 'kept.askUnknownDetail' : 'kept.askDetail')].join('\n\n'),
    confirm: t('kept.keep'),
    cancel: t('kept.notKeep'),
    intent: 'primary',
  });
  if (!yes || ownerKey(useDesk.getState()) !== owner) return failure;
  try {
    const { id } = await desktop.outbox.keep({
      ...{ call, input: input ?? {}, key: keep.key, path, title, unknown, message: error.message },
    });
    const message = speech.message(problem('QUEUED_TO_SEND'));
    notify({ text: message, intent: 'primary' });
    return new Failure({ code: 'QUEUED_TO_SEND', message, kept: id });
  } catch (refused) {
    return refused instanceof Failure ? refused : failure;
  }
}

/** Offers to keep writes that do not reach their server from now on, and reports their results. */
export function followOutbox(): void {
  onWriteFailure((call, input, failure) => {
    const answer = lastOffer.then(() => offer(call, input, failure));
    lastOffer = answer;
    return answer;
  });
  listen('outbox', ({ owner, entries, ended }) => {
    const desk = useDesk.getState();
    if (owner !== ownerKey(desk)) return;
    useOutbox.setState({ owner, entries });
    if (!ended) return;
    const { entry, sent } = ended;
    const what = unsentText(entry, speechOf(desk.settings.language));
    if (sent) {
      notify({ text: i18next.t('kept.sent', { what }), intent: 'success' });
      void invalidate(queryClient, entry.call.split('.')[0] as never);
    } else {
      notify({
        text: i18next.t(entry.status === 'conflict' ? 'kept.met' : 'kept.refused', {
          what,
          why: entry.message,
        }),
        intent: 'danger',
        action: {
          text: i18next.t('kept.show'),
          run: () => {
            window.location.hash = '#/home/kept';
          },
        },
      });
    }
  });
}
