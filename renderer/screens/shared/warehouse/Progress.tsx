/** Thin bar with the share of the expected boxes, beside the numbers it repeats. */
export function Progress({ done, expected }: { done: number; expected: number }) {
  const share = expected === 0 ? (done > 0 ? 1 : 0) : Math.min(1, done / expected);
  const look = done > expected ? ' fc-over' : done === expected && expected > 0 ? ' fc-full' : '';
  return (
    <div className={`fc-progress${look}`} aria-hidden>
      <span style={{ width: `${Math.round(share * 100)}%` }} />
    </div>
  );
}
