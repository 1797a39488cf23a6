import { Dialog, DialogBody, DialogFooter } from '@blueprintjs/core';
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { firstField, wrongField } from './firstField';
import { isTyping, useShortcuts } from './shortcuts';
import { useOverlayFocus } from './useOverlayFocus';

/** Dialog over the screen: closed by Escape or by a button of its foot, which is in the user's language. */
export function AppDialog(props: {
  readonly title: string;
  readonly actions: ReactNode;
  readonly onClose: () => void;
  /** Room for a table. */
  readonly wide?: boolean;
  /** Makes the dialog a form, whose submit button is among the actions. */
  readonly onSubmit?: () => void;
  readonly children: ReactNode;
}) {
  const { title, actions, onClose, wide, onSubmit, children } = props;
  useOverlayFocus();
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
      {onSubmit ? <FormContent onSubmit={onSubmit}>{inner}</FormContent> : <ReadContent>{inner}</ReadContent>}
    </Dialog>
  );
}

/** Focuses the first field of a dialog, once there is one, unless another of its fields has the focus. */
function useInitialFocus(
  place: RefObject<HTMLElement | null>,
  begins: (first: HTMLElement) => boolean,
): void {
  useLayoutEffect(() => {
    const own = place.current;
    const focusFirst = () => {
      const goesOn = own?.contains(document.activeElement);
      const first = goesOn ? undefined : firstField(own, '.bp6-dialog-body');
      if (first && begins(first)) {
        first.focus({ preventScroll: true });
        // Continue from the stored draft.
        if (first instanceof HTMLTextAreaElement) first.selectionStart = first.value.length;
      }
      if (goesOn || first) comes.disconnect();
    };
    const comes = new MutationObserver(focusFirst);
    if (own) comes.observe(own, { childList: true, subtree: true });
    focusFirst();
    return () => comes.disconnect();
  }, [place, begins]);
}

/** Content of a dialog without a form; if it begins with a text field, that field gets the focus. */
function ReadContent({ children }: { children: ReactNode }) {
  const own = useRef<HTMLDivElement>(null);
  useInitialFocus(own, isTyping);
  return <div ref={own}>{children}</div>;
}

const anything = () => true;

/** Form with the initial focus in its first field. */
function FormContent({ onSubmit, children }: { onSubmit: () => void; children: ReactNode }) {
  const { t } = useTranslation();
  const form = useRef<HTMLFormElement>(null);
  useInitialFocus(form, anything);
  // Enter in a field of several lines adds a line, in every form.
  const send = () => {
    const button = form.current?.querySelector<HTMLButtonElement>('[type=submit]:enabled');
    if (button) form.current?.requestSubmit(button);
  };
  useShortcuts([{ combo: 'mod+s', label: t('common.save'), run: send, typing: true }]);
  const sent = useRef(false);
  // The error appears in the next render, or in the one after a response.
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
