import { Button } from '@blueprintjs/core';
import type { Bill } from '@contract/bill/bill';
import { billName } from '@contract/bill/billName';
import { isTimeNode, type NodeEntry, type NodeName, timeNode } from '@contract/rules/timeNodes';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { client } from '../../../api/client';
import { invalidate, queryClient } from '../../../api/queries';
import { type Speech, useSpeech } from '../../../app/language';
import { AppDialog } from '../../../ui/AppDialog';
import { BusyButton } from '../../../ui/BusyButton';
import { ErrorText } from '../../../ui/Failed';
import { notify, notifyFailed } from '../../../ui/toaster';
import { billWords } from './billForm';
import { NodeChooser } from './NodeChooser';
import { NodeFields, NodeWarnings } from './NodeFields';
import { entryBefore, entryOf, judged, type NodeInput, saveNode, thisMinute, typedOf } from './nodeEntry';
import { useBillSave } from './useBillSave';

/** Sets or clears one node of a bill; shows warnings before, and offers undo after. */
export function NodeDialog(props: {
  readonly bill: Bill;
  readonly node: NodeName;
  /** Nodes that can be selected instead of `node`. */
  readonly nodes?: readonly NodeName[];
  /** True for the arrival, which has its own call. */
  readonly arrive?: boolean;
  readonly onClose: () => void;
}) {
  const { bill, arrive, nodes, onClose } = props;
  const { t } = useTranslation();
  const speech = useSpeech();
  const [node, setNode] = useState(props.node);
  const opened = useRef(thisMinute());
  // A ref, because a field reports its text on blur, which Enter triggers in the very moment of submitting.
  const typed = useRef<NodeInput>(typedOf(props.node, bill, opened.current));
  const [, redraw] = useState(0);
  const [tried, setTried] = useState(false);
  const { save, busy, wrong: refusedFields, failure, forgetWrong, forgetFailure } = useBillSave();
  const change = (field: string, value: unknown) => {
    typed.current = { ...typed.current, [field]: value };
    forgetWrong();
    redraw((count) => count + 1);
  };
  const choose = (next: NodeName) => {
    setNode(next);
    typed.current = typedOf(next, bill, opened.current);
    forgetWrong();
    forgetFailure();
    setTried(false);
  };

  const label = arrive ? speech.action('bill', 'arrive') : speech.choice('timeNode', node);
  const timeField = isTimeNode(node) ? timeNode(node).field : undefined;
  const isSet = timeField !== undefined && bill[timeField] !== null;
  const clearing = isSet && judged(node, { time: null }, bill).refused;

  const judge = () => verdictOf(node, typed.current, bill, speech);
  const verdict = judge();

  const set = (entry: NodeEntry) =>
    save(async () => {
      const { bill: after, warnings } =
        arrive && entry.time
          ? await client.timeNode.arrive({ params: { id: bill.id }, body: { ata: entry.time } })
          : await saveNode(node, bill, entry);
      const message = t(entry.time === null ? 'bill.nodeCleared' : 'bill.nodeSet', {
        node: speech.choice('timeNode', node),
      });
      notify({
        text: [message, ...warnings.map(({ msg }) => msg)].join(' · '),
        intent: warnings.length > 0 ? 'warning' : 'success',
        action: {
          text: t('common.undo'),
          run: () => void takeBack(node, after, entryBefore(node, bill), t('common.undone')),
        },
      });
      onClose();
    });
  const submit = () => {
    const { activeElement } = document;
    if (activeElement instanceof HTMLElement) activeElement.blur();
    setTried(true);
    const { entry, wrong } = judge();
    if (Object.keys(wrong).length === 0) void set(entry);
  };

  return (
    <AppDialog
      title={`${label} · ${billName(bill)}`}
      onClose={onClose}
      onSubmit={submit}
      actions={
        <>
          {isSet && !arrive && (
            <Button
              disabled={busy || !!clearing}
              intent="danger"
              variant="outlined"
              title={clearing ? speech.message(clearing.problem) : undefined}
              onClick={() => void set({ time: null })}
            >
              {t('bill.nodeClear')}
            </Button>
          )}
          <span className="fc-spring" />
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <BusyButton autoFocus type="submit" intent="primary" busy={busy}>
            {t('common.save')}
          </BusyButton>
        </>
      }
    >
      {nodes && <NodeChooser nodes={nodes} node={node} onChoose={choose} />}
      <NodeFields
        key={node}
        node={node}
        typed={typed.current}
        bill={bill}
        wrong={{ ...(tried ? verdict.wrong : {}), ...refusedFields }}
        disabled={busy}
        onChange={change}
      />
      <NodeWarnings warnings={verdict.warnings} />
      {clearing && (
        <p className="fc-muted">{`${t('bill.nodeClear')}: ${speech.message(clearing.problem)}`}</p>
      )}
      <ErrorText text={failure} />
    </AppDialog>
  );
}

/** Judges the fields of a node by the bill: the entry to send, the problems of fields as texts, and the warnings. */
function verdictOf(node: NodeName, typed: NodeInput, bill: Bill, speech: Speech) {
  const { entry, wrong } = entryOf(node, typed);
  const messages = Object.entries(wrong).map(
    ([name, found]) => [name, speech.message(found, speech.label(name, billWords(bill.mode)))] as const,
  );
  if (messages.length > 0) return { entry, wrong: Object.fromEntries(messages), warnings: [] };
  const { refused, warnings } = judged(node, entry, bill);
  return { entry, wrong: refused ? { [refused.field]: speech.message(refused.problem) } : {}, warnings };
}

/** Restores the former value of a node. */
async function takeBack(node: NodeName, bill: Bill, before: NodeEntry, done: string): Promise<void> {
  try {
    await saveNode(node, bill, before);
    notify({ text: done, intent: 'success' });
  } catch (error) {
    notifyFailed(error);
  }
  await invalidate(queryClient, 'bill');
}
