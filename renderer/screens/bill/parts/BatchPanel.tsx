import { Button } from '@blueprintjs/core';
import type { Batch } from '@contract/customs/batch';
import { type ReactNode, useState } from 'react';
import { SidePanel } from '../../../ui/SidePanel';

/** Button that opens a side panel about a declaration; both bear its number. */
export function BatchPanel(props: {
  readonly batch: Batch;
  readonly title: string;
  readonly width: number;
  readonly onClose?: () => void;
  readonly children: ReactNode;
}) {
  const { batch, title, width, onClose, children } = props;
  const [isOpen, setOpen] = useState(false);
  const named = `${title} · ${batch.batchNo}`;
  return (
    <div>
      <Button variant="minimal" size="small" aria-label={named} onClick={() => setOpen(true)}>
        {title}
      </Button>
      <SidePanel
        isOpen={isOpen}
        width={width}
        title={named}
        onClose={() => {
          setOpen(false);
          onClose?.();
        }}
      >
        {children}
      </SidePanel>
    </div>
  );
}
