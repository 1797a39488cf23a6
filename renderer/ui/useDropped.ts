import { type DragEvent, useState } from 'react';

/** What makes an element a place where files are dropped, and whether some are held above it. */
export function useDropped(onDrop: (files: readonly File[]) => void) {
  const [over, setOver] = useState(false);
  return {
    over,
    place: {
      onDragOver: (event: DragEvent) => {
        event.preventDefault();
        setOver(true);
      },
      onDragLeave: () => setOver(false),
      onDrop: (event: DragEvent) => {
        event.preventDefault();
        setOver(false);
        onDrop([...event.dataTransfer.files]);
      },
    },
  };
}
