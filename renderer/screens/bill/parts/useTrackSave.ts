import type { Bill } from '@contract/bill/bill';
import type { NodeEntry } from '@contract/rules/timeNodes';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { client } from '../../../api/client';
import { invalidate, queryClient } from '../../../api/queries';
import { idOf } from '../../../kinds/recordId';
import { notify, notifyFailed } from '../../../ui/toaster';
import { entryBefore } from './nodeEntry';
import type { RowResult } from './TrackRow';
import { type TrackSheet, withoutBills } from './useTrackSheet';

type Entries = readonly { readonly bill: Bill; readonly entry: NodeEntry }[];
type Answer = Awaited<ReturnType<typeof client.timeNode.many>>;

const sendable = ({ uldNumbers: _, ...entry }: NodeEntry) => entry;

/** Returns the messages of the refused bills, by id. */
const failedOf = ({ failed }: Answer) => new Map(failed.map(({ key, msg }) => [idOf(key) ?? 0, msg]));

/** Returns the results of the sent bills. */
function resultsOf(entries: Entries, answer: Answer): [number, RowResult][] {
  const failed = failedOf(answer);
  const warned = new Map(answer.warned.map(({ key, warnings }) => [key, warnings.map(({ msg }) => msg)]));
  return entries.map(({ bill: { id } }) => {
    const msg = failed.get(id);
    return [
      id,
      msg === undefined ? { ok: true, messages: warned.get(id) ?? [] } : { ok: false, messages: [msg] },
    ];
  });
}

/** Saves the node of a sheet's valid bills, and undoes it. */
export function useTrackSave({ common: { node }, judged, setResults }: TrackSheet) {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  const right = judged.filter(({ row }) => !row.refused && !row.kept);

  const send = async (entries: Entries): Promise<Answer | undefined> => {
    const own = entries.map(({ bill, entry }) => ({ id: bill.id, entry: sendable(entry) }));
    if (own.length === 0) return undefined;
    const selection = { ids: own.map(({ id }) => id) };
    const answer = await client.timeNode.many({ body: { selection, node, entry: {}, own } });
    await invalidate(queryClient, 'bill');
    return answer;
  };
  const undo = async (entries: Entries) => {
    try {
      const answer = await send(entries.map(({ bill }) => ({ bill, entry: entryBefore(node, bill) })));
      if (!answer) return;
      const failed = [...failedOf(answer)].map(([id, msg]): [number, RowResult] => [
        id,
        { ok: false, messages: [msg] },
      ]);
      const sent = entries.map(({ bill }) => bill.id);
      setResults((before) => new Map([...withoutBills(before, sent), ...failed]));
      notify({
        text: t('bill.nodesUndone', { ok: answer.ok }),
        intent: answer.failed.length > 0 ? 'warning' : 'success',
      });
    } catch (thrown) {
      notifyFailed(thrown);
    }
  };
  const report = (entries: Entries, answer: Answer) => {
    const left = judged.filter(({ row }) => row.refused).length + answer.failed.length;
    const failed = failedOf(answer);
    const done = entries.filter(({ bill }) => !failed.has(bill.id));
    notify({
      text:
        left > 0
          ? t('bill.nodesSome', { ok: answer.ok, failed: left })
          : t('bill.nodesAll', { count: answer.ok }),
      intent: left > 0 ? 'warning' : 'success',
      ...(done.length > 0 ? { action: { text: t('common.undo'), run: () => void undo(done) } } : {}),
    });
  };
  const save = async () => {
    if (busy || right.length === 0) return;
    setBusy(true);
    try {
      const entries = right.map(({ bill, row }) => ({ bill, entry: row.entry }));
      const answer = await send(entries);
      if (answer) {
        setResults((before) => new Map([...before, ...resultsOf(entries, answer)]));
        report(entries, answer);
      }
    } catch (thrown) {
      notifyFailed(thrown);
    }
    setBusy(false);
  };
  return { busy, right: right.length, save };
}
