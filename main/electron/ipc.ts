import { type Desktop, desktop } from '@contract/desktop';
import { type AppError, problem, type Result, toAppError } from '@contract/errors';
import { type Language, MAX_CALL } from '@contract/limits';
import { BrowserWindow, type IpcMainInvokeEvent } from 'electron';
import * as z from 'zod';
import type { Envelope } from '../transport/answer';
import { CallError, callError } from '../transport/callError';
import { checkCall, checkInput } from '../transport/checkCall';
import type { Call } from '../transport/transport';
import type { Answers } from './bridge';

/** What the bridge leads to. */
export interface BridgeOptions {
  readonly origin: (frameUrl: string) => boolean;
  readonly language: () => Language;
  /** Carries out a call of the API; answers its envelope. */
  readonly api: (
    call: Omit<Call, 'signal' | 'onProgress' | 'file'>,
    how: { id: string; file: string | undefined },
  ) => Promise<Envelope>;
  readonly desktop: (
    group: string,
    name: string,
  ) => (input: unknown, window: BrowserWindow) => Promise<unknown>;
  /** A file dropped onto the window. */
  readonly take: (path: string) => Promise<unknown>;
  readonly report: (message: string, error?: unknown) => void;
}

/** What crosses to preload: bytes of an envelope are decoded there, so that the page is given texts alone. */
type Crossing = Result<unknown> | { readonly ok: true; readonly utf8: Uint8Array };

/** A key becomes a header: nothing in it may end one. */
const key = z.string().regex(/^[\w-]{8,64}$/);
const callOptions = z.strictObject({ id: z.string().max(64).optional(), key: key.optional() }).default({});

/** Answers the renderer: our own main frame only, known calls only, with input that fits its schema. */
export function answersOf(options: BridgeOptions): Answers {
  return {
    call: (event, name, input, how) =>
      guarded(event, options, () => carryOut(event, name, input, how, options)),
    take: (event, path) =>
      guarded(event, options, async () => {
        if (typeof path !== 'string' || path.length > 4096) throw refused(options, 'take', 'path');
        return { ok: true, data: await options.take(path) };
      }),
  };
}

async function guarded(
  event: IpcMainInvokeEvent,
  options: BridgeOptions,
  work: () => Promise<Crossing>,
): Promise<Crossing> {
  const { senderFrame, sender } = event;
  // A frame that is gone, a sub-frame, another page: none of them is the renderer.
  if (!senderFrame || senderFrame !== sender.mainFrame || !options.origin(senderFrame.url)) {
    options.report(`a call from ${senderFrame ? 'another page' : 'a closed frame'} was refused`);
    return { ok: false, error: { code: 'CALL_INVALID', message: 'sender' } };
  }
  try {
    return await work();
  } catch (error) {
    if (error instanceof CallError) return { ok: false, error: error.error };
    options.report('a call failed', error);
    return { ok: false, error: internal(options.language()) };
  }
}

async function carryOut(
  event: IpcMainInvokeEvent,
  name: unknown,
  input: unknown,
  how: unknown,
  options: BridgeOptions,
): Promise<Crossing> {
  if (typeof name !== 'string' || name.length > 80) throw refused(options, '?', 'name');
  if (sizeOf(input) > MAX_CALL) throw refused(options, name, 'size');
  const parsedHow = callOptions.safeParse(how);
  if (!parsedHow.success) throw refused(options, name, 'options');
  const [group = '', call = ''] = name.split('.');
  const language = options.language();

  if (Object.hasOwn(desktop, group)) {
    const procedures: Readonly<Record<string, { readonly input: z.ZodType }>> =
      desktop[group as keyof Desktop];
    const procedure = Object.hasOwn(procedures, call) ? procedures[call] : undefined;
    if (!procedure) throw callError(language, problem('CALL_UNKNOWN', { call: name }));
    const window = BrowserWindow.fromWebContents(event.sender);
    if (!window) throw refused(options, name, 'window');
    const data = await options.desktop(group, call)(checkInput(procedure.input, input, language), window);
    return { ok: true, data };
  }
  const { file, ...checked } = await checkCall(name, input, ['json', 'upload'], language);
  const { id = '', key } = parsedHow.data;
  const envelope = await options.api({ ...checked, key }, { id, file });
  return typeof envelope === 'string' ? { ok: true, data: envelope } : { ok: true, utf8: envelope };
}

const refused = ({ language, report }: BridgeOptions, call: string, detail: string): CallError => {
  // What is no name of a call may be anything.
  const named = /^\w{1,40}\.\w{1,40}$/.test(call) ? call : '?';
  report(`the call ${named} was refused: ${detail}`);
  return callError(language(), problem('CALL_INVALID', { call, detail }));
};
const internal = (language: Language): AppError => toAppError(language, problem('INTERNAL'));

/**
 * Characters of all texts in an input, near enough to its size; cyclic and endless inputs stop counting at the limit. What is
 * neither a list nor a plain object is no input of any call, and too large: to look into bytes one by one would cost a hundred
 * times what they weigh.
 */
function sizeOf(input: unknown): number {
  let size = 0;
  const waiting: unknown[] = [input];
  const seen = new Set<object>();
  while (waiting.length > 0 && size <= MAX_CALL) {
    const value = waiting.pop();
    size += typeof value === 'string' ? value.length : 8;
    if (typeof value !== 'object' || value === null || seen.has(value)) continue;
    seen.add(value);
    // A list may be long and hold nothing: whoever walks it walks all of it.
    if (Array.isArray(value)) size += value.length;
    else if (!isPlain(value)) return Number.POSITIVE_INFINITY;
    if (size > MAX_CALL) break;
    for (const [key, inner] of Object.entries(value)) {
      size += key.length;
      waiting.push(inner);
    }
  }
  return size;
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
