import { Button, Drawer } from '@blueprintjs/core';
import { Cross } from '@blueprintjs/icons';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useOver } from './useOver';

interface Panel {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A panel at the right, over the screen it belongs to. */
export function SidePanel(props: Panel & { readonly width: number; readonly isOpen: boolean }) {
  const { isOpen, ...panel } = props;
  // Gone at once when it is closed: while it went, what is typed for the screen beneath would go into its fields.
  return isOpen && <Opened {...panel} />;
}

function Opened({ title, width, onClose, children }: Panel & { readonly width: number }) {
  const { t } = useTranslation();
  useOver();
  return (
    <Drawer isOpen size={`${width}px`} onClose={onClose}>
      <div className="fc-side-panel" role="dialog" aria-modal aria-label={title}>
        <header>
          <h2>{title}</h2>
          <Button variant="minimal" icon={<Cross />} aria-label={t('common.close')} onClick={onClose} />
        </header>
        <div className="fc-side-body">{children}</div>
      </div>
    </Drawer>
  );
}
