import './filing.css';
import type { State } from '@contract/machine';
import { useTranslation } from 'react-i18next';
import type { Answer } from '../../../api/answers';
import { useNumber } from '../../../kinds/NumberInput';
import { Trouble } from '../../../resource/Answered';
import { StateTag, toneOf } from '../../../ui/StateTag';

/** Entry of a legend: a colour, its label and the number of rows; pressed, it restricts the list to these. */
export interface LegendEntry {
  readonly key: string;
  readonly tone: State['tone'];
  readonly word: string;
  /** Undefined until loaded. */
  readonly count: number | undefined;
  readonly pressed: boolean;
  readonly onPress: () => void;
}

/** States that a filter selects, and its setter; undefined for all. */
interface StateFilter {
  readonly selected: unknown;
  readonly select: (states: readonly string[] | undefined) => void;
}

/** Returns the pressed state and the handler of an entry: selects its states, pressed again all. */
export function pressOf(states: readonly string[], { selected, select }: StateFilter) {
  const pressed =
    Array.isArray(selected) &&
    selected.length === states.length &&
    states.every((one) => selected.includes(one));
  return { pressed, onPress: () => select(pressed ? undefined : states) };
}

/** Returns an entry for each state of a record, with its number of rows. */
export function stateEntries<const N extends string>(
  states: Readonly<Record<N, Pick<State, 'tone'>>>,
  given: StateFilter & {
    readonly names: readonly N[];
    readonly word: (state: N) => string;
    readonly counts: Readonly<Record<N, number>> | undefined;
  },
): LegendEntry[] {
  return given.names.map((name) => ({
    key: name,
    tone: toneOf(states, name),
    word: given.word(name),
    count: given.counts?.[name],
    ...pressOf([name], given),
  }));
}

/** Legend of a list's colours; each entry filters by its states, pressed again it shows all. */
export function Legend({
  label,
  entries,
  counts,
}: {
  label: string;
  entries: readonly LegendEntry[];
  /** Counts of the entries; those of the previous filter are dimmed and soon removed. */
  counts: Answer<unknown>;
}) {
  const { t } = useTranslation();
  const number = useNumber();
  return (
    <ul className="fc-legend" aria-label={label}>
      {entries.map(({ key, tone, word, count, pressed, onPress }) => (
        <li key={key}>
          <button type="button" aria-pressed={pressed} onClick={onPress}>
            <StateTag tone={tone}>{word}</StateTag>
            <span
              className={`fc-legend-count${counts.data === undefined ? ' fc-former' : ''}`}
              aria-hidden={counts.data === undefined}
            >
              {count === undefined ? ' ' : number(count)}
            </span>
          </button>
        </li>
      ))}
      {counts.error && (
        <li>
          <Trouble
            text={t(counts.state === 'failed' ? 'common.countsFailed' : 'common.countsNotRefreshed', {
              reason: counts.error.message,
            })}
            onRetry={counts.retry}
          />
        </li>
      )}
    </ul>
  );
}
