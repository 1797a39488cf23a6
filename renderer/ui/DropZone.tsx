import { Button } from '@blueprintjs/core';
import { CloudUpload } from '@blueprintjs/icons';
import { type ReactNode, useState } from 'react';

/** A place to drop one file, with a button for those who would rather choose. */
export function DropZone(props: {
  title: string;
  hint: ReactNode;
  choose: string;
  busy?: boolean;
  /** Nothing is taken yet; the hint says why. */
  disabled?: boolean;
  onDrop: (files: readonly File[]) => void;
  onChoose: () => void;
  children?: ReactNode;
}) {
  const [over, setOver] = useState(false);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is for the mouse; the button inside does the same
    <div
      className={`fc-drop${over ? ' fc-over' : ''}`}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        if (!props.disabled) props.onDrop([...event.dataTransfer.files]);
      }}
    >
      <CloudUpload size={28} />
      <p>{props.title}</p>
      <Button intent="primary" loading={!!props.busy} disabled={!!props.disabled} onClick={props.onChoose}>
        {props.choose}
      </Button>
      <p className="fc-muted">{props.hint}</p>
      {props.children}
    </div>
  );
}
