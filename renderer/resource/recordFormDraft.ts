import { asRecord, isRecord } from '@contract/access/changes';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { draftOf, type HalfFilled, keepDraft, useTypedElsewhere } from '../app/drafts';
import { useTabPath } from '../app/TabFrame';
import type { Conflict } from './recordValues';
import type { RecordFormOptions, Values } from './useRecordForm';

/** Returns the same object as long as its JSON is unchanged. */
export function useSame<T>(now: T): T {
  const json = JSON.stringify(now);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the JSON text stands for the value
  return useMemo(() => now, [json]);
}

/** Returns the values of a form's draft; undefined if it is no such draft. */
export function halfFilledOf(value: unknown): Pick<HalfFilled, 'values' | 'initial'> | undefined {
  const { values, initial } = asRecord(value);
  return isRecord(values) && isRecord(initial) ? { values, initial } : undefined;
}

/** Restores a form's draft, and returns where it is stored from now on. */
export function useFormDraft({
  draft,
  initial,
  reopen,
}: Pick<RecordFormOptions<never>, 'draft' | 'initial' | 'reopen'>) {
  const path = useTabPath();
  const key = `form:${draft}`;
  const sameReopen = useSame(reopen);
  const elsewhere = useTypedElsewhere(key);
  const [restored, setRestored] = useState(() => draftOf(key));
  const kept = halfFilledOf(restored?.value);
  const [base, setBase] = useState<Conflict['theirs']>(kept?.initial ?? initial);
  const mine = useRef(kept !== undefined);
  const keep = (values: Values, startValues: Conflict['theirs']): void => {
    mine.current = true;
    keepDraft(key, { values, initial: startValues, reopen: sameReopen } satisfies HalfFilled, path);
  };
  const forget = useCallback(() => {
    mine.current = false;
    keepDraft(key, undefined);
    setRestored(undefined);
  }, [key]);
  return {
    ...{ key, path, reopen: sameReopen, elsewhere, kept, base, setBase, mine, keep, forget },
    restoredAt: restored?.at,
  };
}
export type FormDraft = ReturnType<typeof useFormDraft>;

/** Stores a draft as long as the values differ from the initial ones. */
export function useKeeping(draft: FormDraft, values: Values, changed: boolean): void {
  const { key, path, reopen, elsewhere, base, mine } = draft;
  useEffect(() => {
    // Do not overwrite another window's draft before the user decides to continue here.
    if (elsewhere) return;
    if (changed) {
      mine.current = true;
      keepDraft(key, { values, initial: base, reopen } satisfies HalfFilled, path);
    } else if (mine.current) {
      // A change that the user reverted must not be restored.
      mine.current = false;
      keepDraft(key, undefined);
    }
  }, [elsewhere, changed, key, values, base, path, reopen, mine]);
}
