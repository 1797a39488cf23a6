import { asRecord } from '@contract/access/changes';
import type { Endpoint } from '@contract/endpoint';
import type { AppError } from '@contract/errors';
import { explain, statusOf } from '@contract/errors';
import { readLeniently, UNREAD } from '@contract/lenient';
import type { Language } from '@contract/limits';
import type * as z from 'zod';

/** The envelope of a JSON response: text, or its UTF-8 bytes as received. */
export type Envelope = string | Uint8Array;
/** Outcome of a response: its envelope for the renderer, or an error. */
export type ReadAnswer = { readonly json: Envelope } | { readonly error: AppError };

const MAX_MESSAGE = 500;
/**
 * Size (bytes) above which a success of the embedded API is passed on unread and parsed only by the renderer: parsing a
 * page of a hundred rows twice, and validating each row, would double the other costs of the call.
 */
const LARGE = 65_536;
/** Start of every success of the embedded API. */
const SUCCESS = Buffer.from('{"ret":true,"msg":"","data":');

/**
 * Reads the envelope of a JSON response. The text is passed on as received, so that the renderer parses it once and
 * nothing is cloned; only data corrected by a lenient reading is serialised again.
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
    // A gateway's page, a captive portal or half a response is never treated as data.
    const code = status >= 200 && status < 300 ? 'ANSWER_INVALID' : 'REQUEST_ERROR';
    return { error: { code, message: explain(language, { code }), status } };
  }
  const report = (path: string) =>
    options.report(`${found.method} ${found.path}: ${fieldOf(path)} is not as agreed`);
  if (!envelope.ret || status < 200 || status > 299) {
    const error = errorOf(envelope, status, language);
    // The current record in a conflict is read as leniently as the record itself.
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
  // The write has succeeded, whatever the shape of the response.
  if (broken && found.method === 'GET') return invalid();
  return { json: JSON.stringify({ ret: true, msg: '', data }) };
}

/** Reads the current record without the fields that the server omitted: they are not known to be empty. */
function currentOf(found: Endpoint, current: object, report: (path: string) => void): unknown {
  const read = readLeniently(found.answer, current, report).data;
  if (typeof read !== 'object' || read === null) return undefined;
  return Object.fromEntries(Object.entries(read).filter(([name]) => name === UNREAD || name in current));
}

const utf8 = new TextDecoder();
/** Decodes an envelope; drops the byte order mark that another server may send. */
export const textOf = (envelope: Envelope): string =>
  typeof envelope === 'string' ? envelope : utf8.decode(envelope);

/** Returns the data of an envelope given as text. */
export const dataOf = (json: string): unknown => asRecord(JSON.parse(json)).data;

/** Lists the issues of a response with their paths. Keys of records may be user input, and are masked. */
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
  const details = asRecord(data);
  const code = typeof details.code === 'string' ? details.code : 'REQUEST_ERROR';
  const text = typeof msg === 'string' && msg.trim() ? msg.slice(0, MAX_MESSAGE) : undefined;
  const error: AppError = {
    code,
    message: text ?? explain(language, { code: 'REQUEST_ERROR' }),
    status: status >= 400 ? status : statusOf(code),
  };
  const fields = textsOf(details.fields);
  if (fields) error.fields = fields;
  if (typeof details.current === 'object' && details.current !== null) error.current = details.current;
  if (Array.isArray(details.rows)) error.rows = details.rows;
  return error;
}

function textsOf(value: unknown): Record<string, string> | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const texts = Object.entries(value).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  return texts.length > 0 ? Object.fromEntries(texts) : undefined;
}
