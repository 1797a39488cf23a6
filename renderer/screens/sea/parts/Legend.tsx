import './filing.css';
import type { State } from '@contract/machine';
import { useSpeech } from '../../../app/language';
import { formatNumber } from '../../../kinds/NumberInput';
import { StateTag } from '../../../ui/StateTag';

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

/** What the colours of a list mean, in words; each filters by itself, and pressed again shows all. */
export function Legend({ label, entries }: { label: string; entries: readonly LegendEntry[] }) {
  const { language } = useSpeech();
  return (
    <ul className="fc-legend" aria-label={label}>
      {entries.map(({ key, tone, word, count, pressed, onPress }) => (
        <li key={key}>
          <button type="button" aria-pressed={pressed} onClick={onPress}>
            <StateTag tone={tone}>{word}</StateTag>
            <span className="fc-legend-count">
              {count === undefined ? ' ' : formatNumber(count, language, { min: 0, max: 0 })}
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}
