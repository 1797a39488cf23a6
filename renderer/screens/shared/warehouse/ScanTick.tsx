import './warehouse.css';
import { InputGroup } from '@blueprintjs/core';
import { boxNo } from '@contract/rules/codes';
import { readScan } from '@contract/rules/scan';
import { useId, useState } from 'react';
import { useSpeech } from '../../../app/language';

/** What a number that was scanned into a list led to. */
export interface TickResult {
  readonly text: string;
  /** True if nothing was ticked. */
  readonly isWrong: boolean;
}

/** Field that ticks goods in a list by their number; Enter, which a scanner sends, does not send the form. */
export function ScanTick({ label, take }: { label: string; take: (no: string) => TickResult }) {
  const speech = useSpeech();
  const id = useId();
  const [result, setResult] = useState<TickResult | null>(null);
  const read = (raw: string) => {
    const scan = readScan(raw);
    setResult(
      'problem' in scan
        ? { text: speech.message(scan.problem), isWrong: true }
        : take(boxNo.normalise(scan.number)),
    );
  };
  return (
    <div className="fc-scan-tick">
      <label htmlFor={id}>{label}</label>
      <InputGroup
        id={id}
        autoComplete="off"
        spellCheck={false}
        aria-describedby={`${id}-result`}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
          event.preventDefault();
          const input = event.currentTarget;
          const raw = input.value.trim();
          input.value = '';
          if (raw !== '') read(raw);
        }}
      />
      <span id={`${id}-result`} role="status" className={result?.isWrong ? 'fc-late' : 'fc-muted'}>
        {result?.text}
      </span>
    </div>
  );
}
