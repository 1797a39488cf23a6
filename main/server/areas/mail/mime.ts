import path from 'node:path';

/**
 * Reads mails of other offices (RFC 5322, RFC 2045 to 2047, RFC 2231): texts in any charset, encoded words, nested
 * parts. What a mail claims is accepted only within limits, and each byte is read a fixed number of times.
 *
 * Own code, because the libraries do not keep these limits: postal-mime 4.0 does not count parts, awaits each line (a
 * mail of blank lines takes a hundred times as long, and ten times the memory), and loses bytes without a charset.
 */

/** A file attached to a mail. */
export interface MailFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** The contents of a mail. */
export interface ReadMail {
  /** Message-ID without its brackets; null if missing. */
  readonly messageId: string | null;
  /** `YYYY-MM-DDTHH:mm:ssZ`; null if missing or unreadable. */
  readonly date: string | null;
  readonly from: string;
  readonly to: string;
  /** Addresses that the mail was delivered to, from headers that servers added. */
  readonly delivered: readonly string[];
  readonly subject: string;
  readonly text: string;
  readonly files: readonly MailFile[];
}

/** Thrown for bytes that are no mail, and for a hostile one: too many parts, or parts nested too deep. */
export class MailUnreadable extends Error {}

/** Limits: depth of parts, number of parts, bytes of one part's headers, characters of text that are kept. */
const MAX_DEPTH = 8;
const MAX_PARTS = 200;
const MAX_HEADERS = 256 * 1024;
const MAX_TEXT = 200_000;
/** Characters of an HTML page that are read. */
const MAX_PAGE = 2_000_000;

interface Part {
  readonly headers: ReadonlyMap<string, readonly string[]>;
  /** Bytes, one character each. */
  readonly body: string;
}

/** A value with parameters, for example `text/plain; charset=utf-8`. */
interface HeaderValue {
  readonly value: string;
  readonly params: ReadonlyMap<string, string>;
}

interface MailParts {
  parts: number;
  text: string[];
  files: MailFile[];
}

/** Reads a mail. Throws {@link MailUnreadable}. */
export function readMime(bytes: Uint8Array): ReadMail {
  const source = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  const whole = partOf(source.startsWith('From ') ? source.slice(lineEnd(source, 0)) : source);
  if (!['from', 'subject', 'date', 'received', 'message-id'].some((name) => whole.headers.has(name)))
    throw new MailUnreadable('no headers');
  const gathered: MailParts = { parts: 0, text: [], files: [] };
  gather(whole, 0, gathered);
  const one = (name: string) => headerText(whole.headers.get(name)?.[0] ?? '');
  const all = (name: string) => (whole.headers.get(name) ?? []).map(headerText).join(', ');
  const sent = new Date(one('date').replace(/\([^()]*\)\s*$/, ''));
  // Dates outside these years come from wrong clocks.
  const dated = sent.getUTCFullYear() >= 1990 && sent.getUTCFullYear() < 2100;
  return {
    messageId: /<([^<>\s]{1,400})>/.exec(one('message-id'))?.[1] ?? null,
    date: dated ? sent.toISOString().replace(/\.\d+Z$/, 'Z') : null,
    from: one('from').slice(0, 320),
    to: [all('to'), all('cc')].filter(Boolean).join(', ').slice(0, 1000),
    delivered: ['delivered-to', 'x-original-to', 'envelope-to'].flatMap((name) =>
      (whole.headers.get(name) ?? []).map((value) => headerText(value).replace(/[<>]/g, '').trim()),
    ),
    subject: one('subject').slice(0, 500),
    text: gathered.text.join('\n\n').slice(0, MAX_TEXT).trim(),
    files: gathered.files,
  };
}

/** Returns the position of the next line. */
function lineEnd(source: string, from: number): number {
  const at = source.indexOf('\n', from);
  return at < 0 ? source.length : at + 1;
}

/** Splits a part into its headers, up to the first blank line, and its body. */
function partOf(source: string): Part {
  const headers = new Map<string, string[]>();
  let at = 0;
  let name = '';
  let value = '';
  const keep = () => {
    if (!name) return;
    const known = headers.get(name) ?? [];
    if (known.length < 50) headers.set(name, [...known, value]);
    name = '';
  };
  while (at < source.length) {
    const end = lineEnd(source, at);
    if (end > MAX_HEADERS && name) throw new MailUnreadable('headers');
    const line = source.slice(at, end).replace(/\r?\n$/, '');
    if (line === '') {
      at = end;
      break;
    }
    if (/^[ \t]/.test(line) && name) value += line;
    else {
      keep();
      const colon = line.indexOf(':');
      // A line that is no header starts the text: some programs forget the blank line.
      if (colon < 1 || !/^[!-9;-~]+[ \t]*$/.test(line.slice(0, Math.min(colon, 200)))) break;
      name = line.slice(0, colon).trim().toLowerCase();
      value = line.slice(colon + 1);
    }
    at = end;
  }
  keep();
  return { headers, body: source.slice(at) };
}

function gather(part: Part, depth: number, gathered: MailParts): void {
  gathered.parts += 1;
  if (depth > MAX_DEPTH || gathered.parts > MAX_PARTS) throw new MailUnreadable('parts');
  const type = parseParameterised(part.headers.get('content-type')?.[0] ?? 'text/plain');
  const disposition = parseParameterised(part.headers.get('content-disposition')?.[0] ?? '');
  const boundary = type.params.get('boundary');
  if (type.value.startsWith('multipart/') && boundary) {
    const parts = split(part.body, boundary).map(partOf);
    if (gathered.parts + parts.length > MAX_PARTS) throw new MailUnreadable('parts');
    if (type.value === 'multipart/alternative') alternatives(parts, depth, gathered);
    else for (const inner of parts) gather(inner, depth + 1, gathered);
    return;
  }
  const bytes = decodeBody(part);
  const name = nameOf(disposition.params.get('filename') ?? type.params.get('name') ?? '');
  if (type.value === 'message/rfc822') {
    // A mail forwarded as an attachment is read as part of this one.
    gather(partOf(bytes.toString('latin1')), depth + 1, gathered);
    return;
  }
  const isText = type.value === 'text/plain' || type.value === 'text/html' || !type.value.includes('/');
  if (isText && disposition.value !== 'attachment' && !name) {
    const text = inCharset(bytes, type.params.get('charset'));
    gathered.text.push(type.value === 'text/html' ? textOfPage(text) : text.replaceAll('\r\n', '\n'));
  } else if (name && bytes.length > 0) gathered.files.push({ name, bytes });
}

/** Reads the plain form of a text that has several; if that is blank, the last of the others. */
function alternatives(parts: readonly Part[], depth: number, gathered: MailParts): void {
  let chosen: string[] = [];
  let plain = false;
  for (const part of parts) {
    const own: MailParts = { parts: gathered.parts, text: [], files: [] };
    gather(part, depth + 1, own);
    gathered.parts = own.parts;
    gathered.files.push(...own.files);
    const hasText = own.text.some((text) => text.trim() !== '');
    if (!hasText || plain) continue;
    chosen = own.text;
    plain = parseParameterised(part.headers.get('content-type')?.[0] ?? 'text/plain').value === 'text/plain';
  }
  gathered.text.push(...chosen);
}

/** Splits a body at the lines of a boundary; text before the first and after the last is ignored. */
function split(body: string, boundary: string): string[] {
  const mark = `--${boundary}`;
  const parts: string[] = [];
  let partStart = -1;
  let at = 0;
  while (at < body.length) {
    const found = body.startsWith(mark, at) ? at : body.indexOf(`\n${mark}`, at);
    if (found < 0) break;
    const line = body[found] === '\n' ? found + 1 : found;
    const end = lineEnd(body, line);
    at = Math.max(end - 1, line + 1);
    const rest = body.slice(line + mark.length, end).trim();
    // Another boundary may begin with the same characters.
    if (rest !== '' && rest !== '--') continue;
    if (partStart >= 0) parts.push(body.slice(partStart, line).replace(/\r?\n$/, ''));
    if (parts.length > MAX_PARTS) throw new MailUnreadable('parts');
    partStart = end;
    if (rest === '--') return parts;
  }
  // A truncated mail keeps the part that arrived.
  if (partStart >= 0 && partStart < body.length) parts.push(body.slice(partStart));
  return parts;
}

/** Decodes the transfer encoding of a part. */
function decodeBody({ headers, body }: Part): Buffer {
  const encoding = (headers.get('content-transfer-encoding')?.[0] ?? '').trim().toLowerCase();
  if (encoding === 'base64') return Buffer.from(body.replace(/[^A-Za-z0-9+/]/g, ''), 'base64');
  if (encoding === 'quoted-printable') return unquoted(body);
  return Buffer.from(body, 'latin1');
}

const unquoted = (text: string): Buffer =>
  Buffer.from(
    text
      .replace(/=[ \t]{0,80}\r?\n/g, '')
      .replace(/=([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  );

/** Decodes bytes by their stated charset, otherwise as UTF-8 or Windows-1252. */
function inCharset(bytes: Uint8Array, charset: string | undefined): string {
  const claimed = charset && !/^(?:us-ascii|ascii|unknown-8bit)$/i.test(charset) ? charset : undefined;
  for (const [label, fatal] of [
    [claimed ?? 'utf-8', claimed === undefined],
    ['utf-8', true],
    ['windows-1252', false],
  ] as const) {
    try {
      return new TextDecoder(label, { fatal }).decode(bytes);
    } catch {
      // An unknown charset, or bytes that are not valid in it.
    }
  }
  return '';
}

const WORD = /=\?([^?\s]{1,60})\?([bBqQ])\?([^?]*)\?=/g;

/** Decodes a header with its encoded words; adjacent words of one charset may split a character between them. */
function headerText(raw: string): string {
  let text = '';
  let at = 0;
  let open: { charset: string; bytes: Buffer[] } | undefined;
  const plain = (from: string) => inCharset(Buffer.from(from, 'latin1'), undefined);
  const close = () => {
    if (open) text += inCharset(Buffer.concat(open.bytes), open.charset);
    open = undefined;
  };
  for (const found of raw.matchAll(WORD)) {
    const [all, label = '', kind = '', content = ''] = found;
    const between = raw.slice(at, found.index);
    // Blanks between two encoded words are not part of the text.
    if (!open || between.trim() !== '') {
      close();
      text += plain(between);
    }
    const charset = label.split('*')[0]?.toLowerCase() ?? '';
    const bytes =
      kind.toLowerCase() === 'b' ? Buffer.from(content, 'base64') : unquoted(content.replaceAll('_', ' '));
    if (open?.charset !== charset) close();
    open ??= { charset, bytes: [] };
    open.bytes.push(bytes);
    at = found.index + all.length;
  }
  close();
  text += plain(raw.slice(at));
  return text.replace(/[\p{Cc}\s]+/gu, ' ').trim();
}

/** Parses a value and its parameters: quoted, continued (RFC 2231) or plain. */
function parseParameterised(raw: string): HeaderValue {
  const [value = '', ...rest] = pieces(raw.slice(0, 20_000));
  const params = new Map<string, string>();
  const continued = new Map<string, { at: number; text: string; coded: boolean }[]>();
  for (const piece of rest.slice(0, 200)) {
    const equals = piece.indexOf('=');
    if (equals < 1) continue;
    const name = piece.slice(0, equals).trim().toLowerCase();
    const text = unquote(piece.slice(equals + 1).trim());
    const [, base = '', at, star] = /^([^*]+)(?:\*(\d{1,3}))?(\*)?$/.exec(name) ?? [];
    if (!base) continue;
    if (at === undefined && !star) params.set(base, headerText(text));
    else {
      const known = continued.get(base) ?? [];
      known.push({ at: Number(at ?? 0), text, coded: star === '*' });
      continued.set(base, known);
    }
  }
  for (const [name, parts] of continued) {
    parts.sort((a, b) => a.at - b.at);
    const [, charset, first] = /^([^']*)'[^']*'([\s\S]*)$/.exec(parts[0]?.text ?? '') ?? [];
    const bytes = parts.map(({ text, coded }, index) => {
      const own = index === 0 && first !== undefined && coded ? first : text;
      return coded
        ? Buffer.from(
            own.replace(/%([0-9A-Fa-f]{2})/g, (_, hex: string) =>
              String.fromCharCode(Number.parseInt(hex, 16)),
            ),
            'latin1',
          )
        : Buffer.from(own, 'latin1');
    });
    params.set(name, inCharset(Buffer.concat(bytes), charset || undefined));
  }
  return { value: value.trim().toLowerCase(), params };
}

/** Splits at semicolons outside quotes. */
function pieces(raw: string): string[] {
  const found: string[] = [];
  let piece = '';
  let quoted = false;
  for (let at = 0; at < raw.length; at += 1) {
    const char = raw[at] ?? '';
    if (char === '\\' && quoted) {
      piece += char + (raw[at + 1] ?? '');
      at += 1;
      continue;
    }
    if (char === '"') quoted = !quoted;
    if (char === ';' && !quoted) {
      found.push(piece);
      piece = '';
    } else piece += char;
  }
  return [...found, piece];
}

const unquote = (text: string): string =>
  text.startsWith('"')
    ? text
        .slice(1)
        .replace(/"[^"]*$/, '')
        .replace(/\\(.)/g, '$1')
    : text;

/** A file name without folders, and without characters that are invisible or reverse the text. */
function nameOf(raw: string): string {
  const seen = raw.replace(/[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, '').replaceAll('\\', '/');
  return path.posix.basename(seen).trim().slice(-200);
}

const ENTITIES: Readonly<Record<string, string>> = {
  ...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ', euro: '€', ndash: '–', mdash: '—' },
};
const BREAKS = new Set(['br', 'p', 'div', 'tr', 'li', 'h1', 'h2', 'h3', 'h4', 'table', 'ul', 'ol', 'hr']);
const UNREAD = new Set(['style', 'script', 'head', 'title']);

/** The text of an HTML page: a line break at each block, a blank between cells, no scripts or styles. */
function textOfPage(raw: string): string {
  const page = raw.slice(0, MAX_PAGE);
  const lower = page.toLowerCase();
  let text = '';
  let at = 0;
  while (at < page.length) {
    const open = page.indexOf('<', at);
    if (open < 0) {
      text += page.slice(at);
      break;
    }
    text += page.slice(at, open).replace(/\s+/g, ' ');
    const close = page.startsWith('<!--', open) ? page.indexOf('-->', open) + 2 : page.indexOf('>', open);
    if (close <= open) break;
    const [, end, name = ''] = /^<(\/?)([a-z][a-z0-9]{0,20})/i.exec(page.slice(open, open + 24)) ?? [];
    const tag = name.toLowerCase();
    at = close + 1;
    if (UNREAD.has(tag) && !end) {
      const over = lower.indexOf(`</${tag}`, at);
      if (over < 0) break;
      at = over;
    } else if (BREAKS.has(tag)) text += '\n';
    else if (tag === 'td' || tag === 'th') text += ' ';
  }
  return text
    .replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,8}));/gi, (whole, decimal, hex, name) => {
      if (name) return ENTITIES[String(name).toLowerCase()] ?? whole;
      const code = decimal ? Number(decimal) : Number.parseInt(hex, 16);
      return code > 31 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff)
        ? String.fromCodePoint(code)
        : ' ';
    })
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n[\s]*/g, '\n')
    .trim();
}
