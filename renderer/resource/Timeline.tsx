import type { ReactNode } from 'react';

/** One event. */
export interface TimelineEntry {
  readonly key: number | string;
  readonly title: ReactNode;
  readonly at: ReactNode;
  readonly detail?: ReactNode;
}

/** Events, newest first, each with its time. */
export function Timeline({
  entries,
  empty,
  label,
}: {
  entries: readonly TimelineEntry[];
  empty: string;
  label: string;
}) {
  if (entries.length === 0) return <p className="fc-muted">{empty}</p>;
  return (
    <ol className="fc-timeline" aria-label={label}>
      {entries.map(({ key, title, at, detail }) => (
        <li key={key}>
          <span className="fc-timeline-title">{title}</span>
          <span className="fc-muted">{at}</span>
          {detail && <div className="fc-muted">{detail}</div>}
        </li>
      ))}
    </ol>
  );
}
