import { useEffect, useRef, useState } from 'react';
import { useNextFrame } from './nextFrame';

/** Scroll distance in rows that is reported at once, and milliseconds of rest before a longer one is reported. */
const STEP = 3;
const RESTING = 80;

interface View {
  readonly from: number;
  readonly to: number;
}

/** Rows in view; screen readers get them once scrolling has come to rest. */
export function useSeenRows(rows: { readonly want: (from: number, to: number) => void }) {
  const [view, setView] = useState<View>({ from: 0, to: 0 });
  const unreported = useRef<View>(undefined);
  const report = (next: View) => {
    unreported.current = undefined;
    setView((before) => (before.from === next.from && before.to === next.to ? before : next));
  };
  const resting = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    // The screen may go behind another before scrolling has come to rest; report the rows when it is back in front.
    if (unreported.current) setView(unreported.current);
    return () => clearTimeout(resting.current);
  }, []);
  const see = useNextFrame((from: number, to: number) => {
    rows.want(from, to);
    clearTimeout(resting.current);
    // Rows that scroll past quickly are not reported: it would take a fifth of the time of drawing them.
    unreported.current = { from, to };
    if (Math.abs(from - view.from) > STEP) resting.current = setTimeout(report, RESTING, unreported.current);
    else report(unreported.current);
  });
  return {
    view,
    onSeen: (from: number, to: number) => {
      // Rows that arrive without scrolling are reported at once, together with their cells.
      if (from === view.from && to !== view.to) setView({ from, to });
      see(from, to);
    },
  };
}
