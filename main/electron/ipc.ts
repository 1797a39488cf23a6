import { desktop } from '@contract/desktop';
import { type AppError, problem, type Result, toAppError } from '@contract/errors';
import { type Language, MAX_CALL } from '@contract/limits';
import { isKeyOf } from '@contract/names';
import { BrowserWindow, type IpcMainInvokeEvent } from 'electron';
import * as z from 'zod';
import type { Envelope } from '../transport/answer';
import type { Call } from '../transport/call';
import { CallError, callError } from '../transport/callError';
import { checkCall, checkInput } from '../transport/checkCall';
import type { BridgeHandlers } from './bridge';

/** Targets of the bridge. */
export interface BridgeOptions {
  readonly origin: (frameUrl: string) => boolean;
  readonly language: () => Language;
  /** Carries out an API call; returns its envelope. */
  readonly api: (
    call: Omit<Call, 'signal' | 'onProgress' | 'file'>,
    how: { id: string; file: string | undefined },
  ) => Promise<Envelope>;
  readonly desktop: (
    group: string,
    name: string,
  ) => (input: unknown, window: BrowserWindow) => Promise<unknown>;
  /** Handles a file dropped onto the window. */
  readonly take: (path: string) => Promise<unknown>;
  readonly report: (message: string, error?: unknown) => void;
}

/** Value sent to preload, which decodes the bytes of an envelope so that the page receives text only. */
type BridgeValue = Result<unknown> | { readonly ok: true; readonly utf8: Uint8Array };

/** The key becomes a header: it must contain nothing that could end one. */
const key = z.string().regex(/^[\w-]{8,64}$/);
const callOptions = z.strictObject({ id: z.string().max(64).optional(), key: key.optional() }).default({});

/** Handles requests of the renderer: from its main frame only, known calls only, with input that matches its schema. */
export function bridgeHandlers(options: BridgeOptions): BridgeHandlers {
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
  work: () => Promise<BridgeValue>,
): Promise<BridgeValue> {
  const { senderFrame, sender } = event;
  // Ignore requests of anything but the renderer: a closed frame, a sub-frame, or another page.
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
): Promise<BridgeValue> {
  if (typeof name !== 'string' || name.length > 80) throw refused(options, '?', 'name');
  if (sizeOf(input) > MAX_CALL) throw refused(options, name, 'size');
  const parsedHow = callOptions.safeParse(how);
  if (!parsedHow.success) throw refused(options, name, 'options');
  const [group = '', call = ''] = name.split('.');
  const language = options.language();

  if (isKeyOf(desktop, group)) {
    const procedures: Readonly<Record<string, { readonly input: z.ZodType }>> = desktop[group];
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
  // An invalid call name may contain anything: keep it out of the log.
  const named = /^\w{1,40}\.\w{1,40}$/.test(call) ? call : '?';
  report(`the call ${named} was refused: ${detail}`);
  return callError(language(), problem('CALL_INVALID', { call, detail }));
};
const internal = (language: Language): AppError => toAppError(language, problem('INTERNAL'));

/**
 * Counts the characters of all texts in an input, near enough to its size; cyclic and endless inputs stop at the limit.
 * Anything but lists and plain objects is valid input of no call and counts as too large: inspecting binary data byte
 * by byte would cost a hundred times its size.
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
    // Count the entries of a list first: a long one of empty entries would still be walked in full.
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
