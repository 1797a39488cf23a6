import './filing.css';
import type { State } from '@contract/machine';
import { useTranslation } from 'react-i18next';
import type { Answer } from '../../../api/answers';
import { useNumber } from '../../../kinds/NumberInput';
import { Trouble } from '../../../resource/Answered';
import { StateTag, toneOf } from '../../../ui/StateTag';

/** One entry of a legend: a colour with its word and how many rows have it; pressed, the list shows those alone. */
export interface LegendEntry {
  readonly key: string;
  readonly tone: State['tone'];
  readonly word: string;
  /** Undefined until it is known. */
  readonly count: number | undefined;
  readonly pressed: boolean;
  readonly onPress: () => void;
}

/** What states a filter asks for, and how to ask for others; undefined for all. */
interface AskedStates {
  readonly asked: unknown;
  readonly ask: (states: readonly string[] | undefined) => void;
}

/** How an entry that stands for states is pressed: for these alone, and again for all. */
export function pressOf(states: readonly string[], { asked, ask }: AskedStates) {
  const pressed =
    Array.isArray(asked) && asked.length === states.length && states.every((one) => asked.includes(one));
  return { pressed, onPress: () => ask(pressed ? undefined : states) };
}

/** An entry for each state of a record, with how many rows are in it. */
export function stateEntries<const N extends string>(
  states: Readonly<Record<N, Pick<State, 'tone'>>>,
  given: AskedStates & {
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

/** What the colours of a list mean, in words; each filters by itself, and pressed again shows all. */
export function Legend({
  label,
  entries,
  counts,
}: {
  label: string;
  entries: readonly LegendEntry[];
  /** Counts of the entries: those of another filter are dimmed and soon gone. */
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
