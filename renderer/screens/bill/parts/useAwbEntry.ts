import type { Bill } from '@contract/bill/bill';
import { problem } from '@contract/errors';
import { isBoxDetail, proposedShares, sumOf } from '@contract/rules/boxShares';
import { isTimeNode, type NodeEntry, type NodeName, timeNode } from '@contract/rules/timeNodes';
import { useRef, useState } from 'react';
import { useSpeech } from '../../../app/language';
import { useBatchShares } from '../../shared/bill/BatchShares';
import { entryOf, type NodeInput, thisMinute, typedOf } from './nodeEntry';

type Messages = Readonly<Record<string, string>>;

/** Entry of a node for all batches of a waybill; a number of boxes is that of the whole waybill, shared by batch. */
export function useAwbEntry(bill: Bill, batches: readonly Bill[], first: NodeName) {
  const speech = useSpeech();
  const opened = useRef(thisMinute());
  const initialOf = (name: NodeName) => initial(name, { bill, batches, now: opened.current });
  const [node, setNode] = useState<NodeName>(first);
  // Fields report what is typed as they lose the focus, right before the entry is checked.
  const typed = useRef<NodeInput>(initialOf(first));
  const [, redraw] = useState(0);
  const [refused, setRefused] = useState<Messages>({});
  const [tried, setTried] = useState(false);
  const detail = isTimeNode(node) ? timeNode(node).detail : null;
  const shared = isBoxDetail(detail) && batches.length > 1 ? detail : undefined;
  const total = shared && typed.current[shared];
  const sharing = useBatchShares(shared ?? 'noaBoxCount', {
    total: typeof total === 'number' ? total : null,
    batches: shared ? batches : [],
  });
  const say = (name: string, found: Parameters<typeof speech.message>[0]) =>
    speech.message(found, speech.label(name, 'bill'));
  return {
    node,
    typed: typed.current,
    shared,
    sharing,
    /** Messages by field: those of the shares go as soon as they add up. */
    wrong: {
      ...(tried && shared && sharing.problem ? { [shared]: say(shared, sharing.problem) } : {}),
      ...refused,
    },
    choose: (next: NodeName) => {
      setNode(next);
      typed.current = initialOf(next);
      setRefused({});
      setTried(false);
    },
    change: (field: string, value: unknown) => {
      typed.current = { ...typed.current, [field]: value };
      redraw((count) => count + 1);
    },
    refuse: setRefused,
    /** Returns the entry; undefined if a field is wrong or missing, which its message then tells. */
    checked: (): NodeEntry | undefined => {
      const { entry, wrong } = entryOf(node, typed.current);
      const time = isTimeNode(node) ? timeNode(node).field : undefined;
      const missing = {
        ...(time && !entry.time ? { [time]: problem('REQUIRED') } : {}),
        ...(shared && entry[shared] === undefined ? { [shared]: problem('REQUIRED') } : {}),
      };
      const messages = Object.entries({ ...missing, ...wrong }).map(([name, one]) => [name, say(name, one)]);
      setRefused(Object.fromEntries(messages));
      setTried(true);
      return messages.length > 0 || (shared && sharing.problem) ? undefined : entry;
    },
  };
}

/**
 * Returns the initial values of the fields: the current time, and the boxes of all batches. Numbers and remarks differ
 * per batch: empty.
 */
function initial(
  node: NodeName,
  { bill, batches, now }: { readonly bill: Bill; readonly batches: readonly Bill[]; readonly now: string },
): NodeInput {
  if (!isTimeNode(node)) return {};
  const { field, detail } = timeNode(node);
  if (isBoxDetail(detail))
    return { [field]: now, [detail]: sumOf(proposedShares(detail, null, batches).values()) };
  const known = typedOf(node, bill, now);
  return { [field]: now, ...(detail === 'warehouseId' ? { [detail]: known[detail] } : {}) };
}
