import type { ReactNode } from 'react';

export type Fact = readonly [label: string, value: ReactNode];

/** List of values, each beside its label. */
export function Facts({ of }: { of: readonly Fact[] }) {
  return (
    <dl className="fc-facts">
      {of.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
