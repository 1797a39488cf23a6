import { type DragEvent, useState } from 'react';

/** Properties of a drop zone for files, and whether files are held over it. */
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
