import type { Endpoint } from '@contract/endpoint';
import type { AppError } from '@contract/errors';
import { explain, statusOf } from '@contract/errors';
import { readLeniently, UNREAD } from '@contract/lenient';
import type { Language } from '@contract/limits';
import type * as z from 'zod';

/** The envelope of an answer in JSON: a text, or its bytes as they came, in UTF-8. */
export type Envelope = string | Uint8Array;
/** What an answer came to: its envelope for the renderer, or an error. */
export type ReadAnswer = { readonly json: Envelope } | { readonly error: AppError };

const MAX_MESSAGE = 500;
/**
 * Bytes from which on a success of the embedded API goes on unread, and is decoded and parsed at its end alone: to read a
 * page of a hundred rows twice, and to hold each against the contract, would double what the call costs besides.
 */
const LARGE = 65_536;
/** How the embedded API begins a success. */
const SUCCESS = Buffer.from('{"ret":true,"msg":"","data":');

/**
 * Reads the envelope of a JSON answer. The text goes on as it came, so that answers are parsed once more at their end and
 * never cloned; only what a lenient reading had to mend is written anew.
 */
export function readAnswer(
  found: Endpoint,
  status: number,
  body: Buffer,
  options: {
    readonly language: Language;
    readonly strict: boolean;
    readonly report: (message: string) => void;
  },
): ReadAnswer {
  const { language, strict } = options;
  if (strict && status === 200 && body.length >= LARGE && body.subarray(0, SUCCESS.length).equals(SUCCESS))
    return { json: body };
  const text = textOf(body);
  const envelope = parseEnvelope(text);
  if (!envelope) {
    // A gateway's page, a captive portal, half an answer: never taken for data.
    const code = status >= 200 && status < 300 ? 'ANSWER_INVALID' : 'REQUEST_ERROR';
    return { error: { code, message: explain(language, { code }), status } };
  }
  const report = (path: string) =>
    options.report(`${found.method} ${found.path}: ${fieldOf(path)} is not as agreed`);
  if (!envelope.ret || status < 200 || status > 299) {
    const error = errorOf(envelope, status, language);
    // A record that was changed by someone else is read as the record itself is.
    if (!strict && error.current) error.current = currentOf(found, error.current, report);
    return { error };
  }
  const invalid = () => ({
    error: { code: 'ANSWER_INVALID', message: explain(language, { code: 'ANSWER_INVALID' }), status },
  });
  if (strict) {
    const checked = found.answer.safeParse(envelope.data);
    if (checked.success) return { json: text };
    options.report(`${found.method} ${found.path} answered outside its contract: ${issuesOf(checked.error)}`);
    return invalid();
  }
  const { data, broken } = readLeniently(found.answer, envelope.data, report);
  // A write has been done, in whatever shape the answer comes.
  if (broken && found.method === 'GET') return invalid();
  return { json: JSON.stringify({ ret: true, msg: '', data }) };
}

/** A record as it is now, without the fields that the server did not give: they are not known to be empty. */
function currentOf(found: Endpoint, current: object, report: (path: string) => void): unknown {
  const read = readLeniently(found.answer, current, report).data;
  if (typeof read !== 'object' || read === null) return undefined;
  return Object.fromEntries(Object.entries(read).filter(([name]) => name === UNREAD || name in current));
}

const utf8 = new TextDecoder();
/** An envelope as text, without the mark of its encoding, which another server may put before it. */
export const textOf = (envelope: Envelope): string =>
  typeof envelope === 'string' ? envelope : utf8.decode(envelope);

/** Where and how an answer was not as agreed. Keys of a record may be what somebody typed, and are not said. */
const issuesOf = ({ issues }: z.ZodError): string =>
  issues
    .slice(0, 5)
    .map(({ code, path }) => `${code} at ${fieldOf(path.map(String).join('.'))}`)
    .join(', ');
const fieldOf = (path: string): string =>
  path
    .split('.')
    .slice(0, 3)
    .map((one) => (/^[a-z][A-Za-z]{0,30}(?:\[\d+\])*$|^\d+$/.test(one) ? one : '*'))
    .join('.');

interface ParsedEnvelope {
  readonly ret: boolean;
  readonly msg: unknown;
  readonly data: unknown;
}

function parseEnvelope(text: string): ParsedEnvelope | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null || !('ret' in value) || typeof value.ret !== 'boolean')
      return undefined;
    return {
      ret: value.ret,
      msg: 'msg' in value ? value.msg : '',
      data: 'data' in value ? value.data : null,
    };
  } catch {
    return undefined;
  }
}

function errorOf({ msg, data }: ParsedEnvelope, status: number, language: Language): AppError {
  const details = (typeof data === 'object' && data !== null ? data : {}) as Record<string, unknown>;
  const code = typeof details.code === 'string' ? details.code : 'REQUEST_ERROR';
  const said = typeof msg === 'string' && msg.trim() ? msg.slice(0, MAX_MESSAGE) : undefined;
  const error: AppError = {
    code,
    message: said ?? explain(language, { code: 'REQUEST_ERROR' }),
    status: status >= 400 ? status : statusOf(code),
  };
  const fields = textsOf(details.fields);
  if (fields) error.fields = fields;
  if (typeof details.current === 'object' && details.current !== null) error.current = details.current;
  if (Array.isArray(details.rows)) error.rows = details.rows as AppError['rows'] & object;
  return error;
}

function textsOf(value: unknown): Record<string, string> | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const texts = Object.entries(value).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  return texts.length > 0 ? Object.fromEntries(texts) : undefined;
}
