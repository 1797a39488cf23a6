import type { Client, Input, Output } from '@contract/endpoint';
import { explain, problem } from '@contract/errors';
import type { Api } from '@contract/index';
import type { Language } from '@contract/limits';
import i18next from 'i18next';
import { cross, desktop, Failure, failureOf, listen } from './bridge';

/** Options of a call besides its input. */
export interface CallOptions {
  readonly signal?: AbortSignal;
  /** Repeats of the same intention carry the same key, so that it happens once. */
  readonly key?: string;
  readonly onProgress?: (done: number, total: number) => void;
}

let calls = 0;

/** Handler of a write that did not reach its server; returns the failure to pass to the screen. */
type Rescue = (name: string, input: unknown, failure: Failure) => Promise<Failure>;
let rescue: Rescue = async (_name, _input, failure) => failure;
export const onWriteFailure = (how: Rescue): void => {
  rescue = how;
};

/** Called with the name of a call that was refused for lack of a permission. */
let refusalListener: (name: string) => void = () => undefined;
export const onRefused = (listener: (name: string) => void): void => {
  refusalListener = listener;
};

/** Called with the name and the answer of every call that succeeded. */
let answerListener: (name: string, answer: unknown) => void = () => undefined;
export const onAnswered = (listener: typeof answerListener): void => {
  answerListener = listener;
};

async function callApi(name: string, input: unknown, options: CallOptions = {}): Promise<unknown> {
  const { signal, key, onProgress } = options;
  signal?.throwIfAborted();
  calls += 1;
  const id = signal || onProgress ? `call-${calls}` : '';
  const cancel = () => void desktop.app.cancel({ id });
  const silence =
    onProgress &&
    listen('progress', (progress) => progress.id === id && onProgress(progress.done, progress.total));
  signal?.addEventListener('abort', cancel, { once: true });
  try {
    // The envelope crosses as text: large answers are parsed here, once, and never cloned between processes.
    const text = await cross<string>(name, input ?? {}, { ...(id ? { id } : {}), ...(key ? { key } : {}) });
    const answer = dataOf(text);
    answerListener(name, answer);
    return answer;
  } catch (thrown) {
    const failure = failureOf(thrown);
    if (failure.error.code === 'NO_PERMISSION') refusalListener(name);
    throw failure.error.keep ? await rescue(name, input, failure) : failure;
  } finally {
    signal?.removeEventListener('abort', cancel);
    silence?.();
  }
}

/** Returns the `data` of an envelope; main does not check the content of large responses. */
function dataOf(text: string): unknown {
  try {
    return (JSON.parse(text) as { data: unknown }).data;
  } catch {
    const why = problem('ANSWER_INVALID');
    throw new Failure({ code: why.code, message: explain(i18next.language as Language, why) });
  }
}

/** The API, typed by the contract: `client.bill.list({ query })`. Throws Failure. */
export const client = new Proxy(
  {},
  {
    get: (_, group: string) =>
      new Proxy(
        {},
        {
          get: (_inner, call: string) => (input?: unknown, options?: CallOptions) =>
            callApi(`${group}.${call}`, input, options),
        },
      ),
  },
) as Client<Api, CallOptions>;

/** Input and response types of an endpoint, by its group and name. */
export type InputOf<G extends keyof Api, K extends keyof Api[G]> = Input<Api[G][K]>;
export type OutputOf<G extends keyof Api, K extends keyof Api[G]> = Output<Api[G][K]>;
