import type { Desktop } from '@contract/desktop';
import type { PickedFile, Procedure } from '@contract/desktop/procedure';
import type { AppError, Result } from '@contract/errors';
import type { EventName, Events } from '@contract/events';
import type * as z from 'zod';

/** Interface exposed by preload; see preload/index.ts. */
interface Bridge {
  call(name: string, input?: unknown, options?: { id?: string; key?: string }): Promise<Result<unknown>>;
  on(event: EventName, listener: (payload: never) => void): () => void;
  take(file: File): Promise<Result<PickedFile>>;
}
declare global {
  interface Window {
    readonly bridge: Bridge;
  }
}

/** Error of a failed call, with the error object from main or the API. */
export class Failure extends Error {
  readonly error: AppError;
  constructor(error: AppError) {
    super(error.message);
    this.error = error;
  }
}

/** Returns a thrown value as a Failure; any other error becomes REQUEST_ERROR without details. */
export function failureOf(error: unknown): Failure {
  if (error instanceof Failure) return error;
  return new Failure({
    code: 'REQUEST_ERROR',
    message: error instanceof Error ? error.message : String(error),
  });
}

function opened<T>(result: Result<unknown>): T {
  if (result.ok) return result.data as T;
  throw new Failure(result.error);
}

/** Calls main over the bridge. Throws {@link Failure}. */
export async function cross<T>(
  name: string,
  input?: unknown,
  options?: { id?: string; key?: string },
): Promise<T> {
  return opened<T>(await window.bridge.call(name, input, options));
}

/** Listens to an event of main; returns the function that stops it. */
export function listen<E extends EventName>(event: E, listener: (payload: Events[E]) => void): () => void {
  return window.bridge.on(event, listener);
}

/** Passes a dropped file to main; returns its token and details. */
export async function takeFile(file: File): Promise<PickedFile> {
  return opened<PickedFile>(await window.bridge.take(file));
}

type Carrier<P> = P extends Procedure
  ? Record<string, never> extends z.input<P['input']>
    ? (input?: z.input<P['input']>) => Promise<z.output<P['output']>>
    : (input: z.input<P['input']>) => Promise<z.output<P['output']>>
  : never;

/** The procedures of the desktop, typed by their contract: `desktop.files.pick({ … })`. */
export const desktop = new Proxy(
  {},
  {
    get: (_, group: string) =>
      new Proxy(
        {},
        { get: (_inner, name: string) => (input?: unknown) => cross(`${group}.${name}`, input ?? {}) },
      ),
  },
) as { readonly [G in keyof Desktop]: { readonly [K in keyof Desktop[G]]: Carrier<Desktop[G][K]> } };
