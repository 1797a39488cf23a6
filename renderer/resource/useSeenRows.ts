import { useEffect, useRef, useState } from 'react';
import { useNextFrame } from './nextFrame';

/** Rows by which one goes on so that each can be heard of, and milliseconds after which one who went further has arrived. */
const STEP = 3;
const RESTING = 80;

interface View {
  readonly from: number;
  readonly to: number;
}

/** The rows that are in view, of which screen readers are told once they have come to rest. */
export function useSeenRows(rows: { readonly want: (from: number, to: number) => void }) {
  const [view, setView] = useState<View>({ from: 0, to: 0 });
  const untold = useRef<View>(undefined);
  const tell = (next: View) => {
    untold.current = undefined;
    setView((before) => (before.from === next.from && before.to === next.to ? before : next));
  };
  const resting = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    // The screen may go behind another before the rows have come to rest: they have when it is in front again.
    if (untold.current) setView(untold.current);
    return () => clearTimeout(resting.current);
  }, []);
  const see = useNextFrame((from: number, to: number) => {
    rows.want(from, to);
    clearTimeout(resting.current);
    // Rows that fly past are told to nobody: it would take a fifth of the time in which they are drawn.
    untold.current = { from, to };
    if (Math.abs(from - view.from) > STEP) resting.current = setTimeout(tell, RESTING, untold.current);
    else tell(untold.current);
  });
  return {
    view,
    onSeen: (from: number, to: number) => {
      // Where rows came, and nobody scrolls, they are told of in the same moment as their cells are there.
      if (from === view.from && to !== view.to) setView({ from, to });
      see(from, to);
    },
  };
}
