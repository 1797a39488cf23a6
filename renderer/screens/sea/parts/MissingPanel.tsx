import '../../shared/sea/filing.css';
import type { MissingField } from '@contract/rules/missing';
import { useTranslation } from 'react-i18next';
import type * as z from 'zod';
import { useSpeech } from '../../../app/language';
import { showRow } from '../../../kinds/table';
import { inputOf, usePathFields } from './paths';

/** Focuses an input and scrolls it into view; for a whole part, its first editable field. */
function goTo(id: string): void {
  const [, table = '', row] = /^(.*)-(\d+)-[^-]+$/.exec(id) ?? [];
  const rows = row !== undefined && document.getElementById(`${table}-rows`);
  if (rows && !document.getElementById(id)) {
    // A long table draws only some of its rows.
    showRow(rows, Number(row));
    requestAnimationFrame(() => document.getElementById(id) && goTo(id));
    return;
  }
  const found = document.getElementById(id);
  const input = found?.matches('input, textarea, select, button')
    ? found
    : found?.querySelector<HTMLElement>('input, textarea, select, button');
  const to = input ?? found;
  to?.scrollIntoView({ block: 'center' });
  to?.focus();
}

/** List of the data a filing still lacks before it can be submitted; each item leads to its input. */
export function MissingPanel(props: {
  readonly row: z.ZodObject;
  readonly resource: string;
  readonly missing: readonly MissingField[];
  /** Returns the id of a field's input; without it, items are not linked. */
  readonly idOf?: (field: string) => string;
}) {
  const { row, resource, missing, idOf } = props;
  const { t } = useTranslation();
  const speech = useSpeech();
  const fieldOf = usePathFields(row, resource);
  if (missing.length === 0)
    return (
      <section className="fc-missing" data-over aria-label={t('sea.missing')}>
        <p role="status">{t('sea.missingNothing')}</p>
      </section>
    );
  return (
    <section className="fc-missing" data-over aria-label={t('sea.missing')}>
      <h3 role="status">{t('sea.missingCount', { count: missing.length })}</h3>
      <ul>
        {missing.map(({ path, problem }) => {
          const { label } = fieldOf(path);
          const message = speech.message(problem, label);
          // Most messages name their field themselves.
          const named = message.includes(label) ? message : `${label} (${message})`;
          const text = problem.code === 'REQUIRED' ? label : named;
          return (
            <li key={`${path} ${problem.code}`}>
              {idOf ? (
                <button type="button" onClick={() => goTo(inputOf(path, idOf))}>
                  {text}
                </button>
              ) : (
                text
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
