import { CloudUpload } from '@blueprintjs/icons';
import type { ReactNode } from 'react';
import { BusyButton } from './BusyButton';
import { useDropped } from './useDropped';

/** Drop zone for one file, with a button to select it instead. */
export function DropZone(props: {
  title: string;
  hint: ReactNode;
  choose: string;
  busy?: boolean;
  /** True if no file is accepted yet; the hint says why. */
  disabled?: boolean;
  onDrop: (files: readonly File[]) => void;
  onChoose: () => void;
  children?: ReactNode;
}) {
  const { over, place } = useDropped((files) => {
    if (!props.disabled) props.onDrop(files);
  });
  return (
    <div className={`fc-drop${over ? ' fc-over' : ''}`} {...place}>
      <CloudUpload size={28} />
      <p>{props.title}</p>
      <BusyButton intent="primary" busy={!!props.busy} disabled={!!props.disabled} onClick={props.onChoose}>
        {props.choose}
      </BusyButton>
      <p className="fc-muted">{props.hint}</p>
      {props.children}
    </div>
  );
}
