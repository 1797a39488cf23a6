import { Dialog, DialogBody, DialogFooter } from '@blueprintjs/core';
import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import { firstField, wrongField } from './firstField';
import { useOver } from './useOver';

/** A question or a table over the screen: closed by Escape or by a button of its foot, which is in the user's language. */
export function AppDialog(props: {
  readonly title: string;
  readonly actions: ReactNode;
  readonly onClose: () => void;
  /** Room for a table. */
  readonly wide?: boolean;
  /** Makes the dialog a form, whose submit button stands among the actions. */
  readonly onSubmit?: () => void;
  readonly children: ReactNode;
}) {
  const { title, actions, onClose, wide, onSubmit, children } = props;
  useOver();
  const inner = (
    <>
      <DialogBody>{children}</DialogBody>
      <DialogFooter actions={actions} />
    </>
  );
  return (
    <Dialog
      isOpen
      title={title}
      isCloseButtonShown={false}
      className={wide ? 'fc-wide' : ''}
      onClose={onClose}
    >
      {onSubmit ? <Asking onSubmit={onSubmit}>{inner}</Asking> : inner}
    </Dialog>
  );
}

/** A form, which begins with the cursor in its first field where none of its own takes it: once there is one. */
function Asking({ onSubmit, children }: { onSubmit: () => void; children: ReactNode }) {
  const form = useRef<HTMLFormElement>(null);
  useLayoutEffect(() => {
    const begin = () => {
      const first = firstField(form.current, '.bp6-dialog-body');
      const goesOn = form.current?.contains(document.activeElement);
      if (!goesOn) first?.focus({ preventScroll: true });
      if (goesOn || first) comes.disconnect();
    };
    const comes = new MutationObserver(begin);
    if (form.current) comes.observe(form.current, { childList: true, subtree: true });
    begin();
    return () => comes.disconnect();
  }, []);
  const sent = useRef(false);
  // What was wrong with it is said in the drawing that follows, or in one that comes with an answer.
  useEffect(() => {
    const wrong = sent.current ? wrongField(form.current) : undefined;
    if (!wrong) return;
    sent.current = false;
    wrong.focus();
  });
  return (
    <form
      ref={form}
      noValidate
      onChange={() => {
        sent.current = false;
      }}
      onSubmit={(event) => {
        event.preventDefault();
        sent.current = true;
        // A dialog of a form is no part of that form, though React lets its events pass through it.
        event.stopPropagation();
        onSubmit();
      }}
    >
      {children}
    </form>
  );
}
