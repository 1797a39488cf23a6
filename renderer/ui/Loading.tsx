import { useEffect, useState } from 'react';

/** Shows its contents only after a wait, so that what comes quickly does not flash. */
export function DelayedRender({ time = 200, children }: { time?: number; children: React.ReactNode }) {
  const [due, setDue] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), time);
    return () => clearTimeout(timer);
  }, [time]);
  return due ? children : null;
}

/** Grey lines where text will stand. */
export function Skeleton({ lines = 6 }: { lines?: number }) {
  return (
    <DelayedRender>
      <div className="fc-skeleton" aria-hidden>
        {Array.from({ length: lines }, (_, line) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines are all alike and never change place
          <span key={line} className="bp6-skeleton" />
        ))}
      </div>
    </DelayedRender>
  );
}
