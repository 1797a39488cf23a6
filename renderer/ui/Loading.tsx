import { useEffect, useState } from 'react';

/** Shows its content only after a delay in milliseconds, so that short waits do not flash. */
export function DelayedRender({ time = 200, children }: { time?: number; children: React.ReactNode }) {
  const [due, setDue] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), time);
    return () => clearTimeout(timer);
  }, [time]);
  return due ? children : null;
}

/** Grey lines in place of text that is loading. */
export function Skeleton({ lines = 6 }: { lines?: number }) {
  return (
    <DelayedRender>
      <div className="fc-skeleton" aria-hidden>
        {Array.from({ length: lines }, (_, line) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: all lines are alike and never move
          <span key={line} className="bp6-skeleton" />
        ))}
      </div>
    </DelayedRender>
  );
}
