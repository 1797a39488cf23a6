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
  const { isOpen, width, ...panel } = props;
  useOver(isOpen);
  return (
    <Drawer isOpen={isOpen} size={`${width}px`} onClose={panel.onClose}>
      <Opened {...panel} />
    </Drawer>
  );
}

function Opened({ title, onClose, children }: Panel) {
  const { t } = useTranslation();
  return (
    <div className="fc-side-panel" role="dialog" aria-modal aria-label={title}>
      <header>
        <h2>{title}</h2>
        <Button variant="minimal" icon={<Cross />} aria-label={t('common.close')} onClick={onClose} />
      </header>
      <div className="fc-side-body">{children}</div>
    </div>
  );
}
