import { Button, Drawer } from '@blueprintjs/core';
import { Cross } from '@blueprintjs/icons';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useEscapeUnfocused } from './useEscapeUnfocused';

/** A panel at the right, over the screen it belongs to. */
export function SidePanel(props: {
  readonly title: string;
  readonly width: number;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}) {
  const { t } = useTranslation();
  const { title, width, isOpen, onClose, children } = props;
  const panel = useEscapeUnfocused<HTMLDivElement>(isOpen ? onClose : undefined);
  return (
    <Drawer isOpen={isOpen} size={`${width}px`} onClose={onClose}>
      <div ref={panel} className="fc-side-panel" role="dialog" aria-modal aria-label={title}>
        <header>
          <h2>{title}</h2>
          <Button variant="minimal" icon={<Cross />} aria-label={t('common.close')} onClick={onClose} />
        </header>
        <div className="fc-side-body">{children}</div>
      </div>
    </Drawer>
  );
}
