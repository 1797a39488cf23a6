/** Contents of field `:86:` of an MT940 entry, which each bank structures in its own way. */
export interface Narrative {
  readonly text: string;
  readonly name: string | null;
  readonly account: string | null;
  readonly endToEndId: string | null;
}

/** Characters of a line of the message, and of a part of the German structure. */
const LINE = 65;
const PART = 27;

/** Joins pieces of a text that was cut at a width: a shorter piece ended by itself, so a space belongs after it. */
const joined = (pieces: readonly string[], width: number): string =>
  pieces.map((piece) => (piece.length < width ? `${piece} ` : piece)).join('');

/**
 * Reads the narrative in the German structure (business code, then `?20` to `?29` and `?60` to `?63` text, `?31`
 * account, `?32` and `?33` name), in the structure of code words between slashes of Dutch banks, or as a plain text.
 */
export function narrativeOf(lines: readonly string[]): Narrative {
  const whole = joined(lines, LINE).trim();
  if (/^\d{3}\?/.test(whole)) return german(lines.join(''));
  if (/\/(?:REMI|EREF|CNTP)\//.test(whole)) return slashed(whole);
  return { text: whole, name: null, account: null, endToEndId: null };
}

/** Codes of SEPA data within the text (German Banking Industry Committee, DFÜ agreement, annex 3). */
const SEPA = /(EREF|KREF|MREF|CRED|DEBT|COAM|OAMT|SVWZ|ABWA|ABWE|IBAN|BIC)\+/;

function german(whole: string): Narrative {
  const [, ...parts] = whole.split(/\?(\d{2})/);
  const fields: (readonly [number, string])[] = [];
  for (let at = 0; at < parts.length; at += 2) fields.push([Number(parts[at]), parts[at + 1] ?? '']);
  const of = (wanted: (field: number) => boolean, width: number) =>
    joined(
      fields.flatMap(([field, part]) => (wanted(field) ? [part] : [])),
      width,
    ).trim();
  const text = of((field) => (field >= 20 && field <= 29) || (field >= 60 && field <= 63), PART);
  const [free = '', ...coded] = text.split(SEPA);
  const sepa = new Map<string, string>();
  for (let at = 0; at < coded.length; at += 2) sepa.set(coded[at] ?? '', (coded[at + 1] ?? '').trim());
  const endToEnd = sepa.get('EREF') ?? null;
  return {
    text: sepa.get('SVWZ') ?? (free.trim() || text),
    name: of((field) => field === 32 || field === 33, PART) || null,
    account: of((field) => field === 31, LINE) || sepa.get('IBAN') || null,
    endToEndId: endToEnd === 'NOTPROVIDED' ? null : endToEnd,
  };
}

/** Code words of Dutch banks (ABN AMRO, ING, Rabobank: format descriptions of MT940). */
const WORDS =
  /\/(TRTP|IBAN|BIC|NAME|REMI|EREF|CNTP|MARF|CSID|RTRN|ORDP|BENM|ULTD|ULTC|ADDR|ISDT|PREF|PURP|SVCL|TRCD)\//;

function slashed(whole: string): Narrative {
  const [, ...parts] = whole.split(WORDS);
  const of = new Map<string, string>();
  for (let at = 0; at < parts.length; at += 2) of.set(parts[at] ?? '', (parts[at + 1] ?? '').trim());
  // Account, BIC, name and town in one.
  const [account = '', , name = ''] = (of.get('CNTP') ?? '').split('/');
  const endToEnd = of.get('EREF') ?? null;
  return {
    text: (of.get('REMI') ?? '').replace(/^(?:USTD|STRD)\/\/?(?:CUR\/)?/, '').replace(/\/+$/, ''),
    name: (of.get('NAME') ?? name) || null,
    account: (of.get('IBAN') ?? account) || null,
    endToEndId:
      endToEnd === null || /^(?:NOTPROVIDED)?\/*$/.test(endToEnd) ? null : endToEnd.replace(/\/+$/, ''),
  };
}
