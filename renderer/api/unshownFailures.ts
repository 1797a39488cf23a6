import { createContext, useContext, useEffect, useId, useSyncExternalStore } from 'react';
import { type Answer, type Question, useAnswer } from './answers';
import type { Failure } from './bridge';

/** Failure of a part that shows only its data, no errors. */
interface UnshownFailure {
  readonly error: Failure;
  /** True if earlier data is still shown. */
  readonly hasData: boolean;
  readonly retry: () => Promise<unknown>;
}
interface ListedFailure extends UnshownFailure {
  readonly id: string;
}

/** Failures of one screen that its parts do not show themselves. */
export class UnshownFailures {
  #all: readonly ListedFailure[] = [];
  readonly #listeners = new Set<() => void>();

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };
  readonly all = (): readonly UnshownFailure[] => this.#all;
  /** Adds a failure; returns the function that removes it. */
  add(id: string, failure: UnshownFailure): () => void {
    this.#change([...this.#all, { id, ...failure }]);
    return () => this.#change(this.#all.filter((one) => one.id !== id));
  }
  #change(all: readonly ListedFailure[]): void {
    this.#all = all;
    for (const listener of this.#listeners) listener();
  }
}

/** Collects the failures that parts of a screen do not show themselves. */
export const UnshownFailuresContext = createContext<UnshownFailures | null>(null);

/** Returns the failures that a screen must show for its parts. */
export const useUnshownFailures = (failures: UnshownFailures): readonly UnshownFailure[] =>
  useSyncExternalStore(failures.subscribe, failures.all);

/** Makes the screen show a part's failure for as long as it lasts. */
function useScreenFailure(answer: Answer<unknown>, unshown: boolean): void {
  const { data, error, retry } = answer;
  const failures = useContext(UnshownFailuresContext);
  const id = useId();
  const hasData = data !== undefined;
  // A part whose call the server lacks is left out, like a screen.
  const failure = unshown && error?.error.code !== 'NOT_OFFERED' ? error : null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the retry function does the same in every render
  useEffect(
    () => (failure ? failures?.add(id, { error: failure, hasData, retry }) : undefined),
    [failures, id, failure, hasData],
  );
}

/** Reads from the API for a part that shows nothing until loaded; its screen shows a failure. */
export function useData<T>(question: Question<T>): T | undefined {
  const answer = useAnswer(question);
  useScreenFailure(answer, true);
  return answer.data;
}

/** Reads for a part that shows a failed load itself, and leaves a failed refresh to its screen. */
export function usePart<T>(question: Question<T>): Answer<T> {
  const answer = useAnswer(question);
  useScreenFailure(answer, answer.data !== undefined);
  return answer;
}
