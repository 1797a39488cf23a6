import { Button, Drawer } from '@blueprintjs/core';
import { Cross } from '@blueprintjs/icons';
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { firstField } from './firstField';
import { isTyping } from './shortcuts';
import { useOverlayFocus } from './useOverlayFocus';

interface Panel {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** Panel at the right, over the screen it belongs to. */
export function SidePanel(props: Panel & { readonly width: number; readonly isOpen: boolean }) {
  const { isOpen, ...panel } = props;
  // Unmounts at once on closing: during an animation, keys meant for the screen would go into its fields.
  return isOpen && <OpenPanel {...panel} />;
}

function OpenPanel({ title, width, onClose, children }: Panel & { readonly width: number }) {
  const { t } = useTranslation();
  useOverlayFocus();
  return (
    <Drawer isOpen size={`${width}px`} onClose={onClose}>
      <div className="fc-side-panel" role="dialog" aria-modal aria-label={title}>
        <header>
          <h2>{title}</h2>
          <Button variant="minimal" icon={<Cross />} aria-label={t('common.close')} onClick={onClose} />
        </header>
        <Body>{children}</Body>
      </div>
    </Drawer>
  );
}

/**
 * Content of the panel. If it begins with a field, the field gets the focus, unless a form in it has placed the focus
 * elsewhere. If it begins with text or buttons, keys scroll it, and Tab leads to its first control.
 */
function Body({ children }: { readonly children: ReactNode }) {
  const own = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (own.current?.contains(document.activeElement)) return;
    const first = firstField(own.current, '.fc-side-body');
    const filled = first && (isTyping(first) || first.matches('.fc-select'));
    (filled ? first : own.current)?.focus({ preventScroll: true });
  }, []);
  return (
    <div ref={own} className="fc-side-body" tabIndex={-1}>
      {children}
    </div>
  );
}
