import type { ImportCounts, ImportJudged, ImportPart, ImportSheet } from '@contract/desktop/importing';
import { readNumber } from '@contract/importing/numberText';
import { dayText, readDate } from '@contract/importing/timeText';
import type { Counts } from '../../tabular/check';
import type { AllCounts, OpenedPart } from '../../tabular/protocol';
import { headerOf, type Running } from './running';

/** Order of dates and decimal sign as the window shows them, with cells that depend on them. */
export function judgedOf({ options, judged: { dates, decimals } }: Running): ImportJudged {
  return {
    dateOrder: options.dateOrder ?? dates?.order ?? null,
    dateExamples: (dates?.examples ?? []).map(({ text, order }) => {
      const read = readDate(text, options.dateOrder ?? order);
      return { text, day: 'code' in read ? null : dayText(read.wall) };
    }),
    // Numbers of spreadsheets have a certain decimal sign; numbers typed as text there are refused one by one.
    decimal:
      options.decimal ??
      (decimals?.sign === 'open' && decimals.examples.length === 0 ? null : (decimals?.sign ?? null)),
    numberExamples: (decimals?.examples ?? []).map((text) => {
      const sign = options.decimal ?? decimals?.sign ?? 'open';
      const read = sign === 'open' ? null : readNumber(text, false, sign);
      return { text, value: typeof read === 'string' ? read : null };
    }),
  };
}
const countsOf = ({ rows, ok, warnings, errors, left }: Counts) => ({
  rows,
  good: ok + warnings,
  warnings,
  errors,
  left,
});

export const allCounts = ({ parts, ...all }: AllCounts): ImportCounts => ({
  ...countsOf(all),
  parts: parts.map(countsOf),
});

/** A file as the window shows it once it is read. */
export function sheetOf(found: Running): ImportSheet {
  const { id, file, opened } = found;
  return {
    session: id,
    fileName: file.name,
    size: opened.size,
    format: opened.type,
    encoding: opened.encoding ?? null,
    asked: opened.encodingChoice
      ? {
          encodings: [...opened.encodingChoice.encodings],
          rows: opened.encodingChoice.rows.map(({ number, cells }) => ({ number, cells: [...cells] })),
        }
      : null,
    separator: opened.separator ?? null,
    sheets: [...(opened.sheets ?? [])],
    hiddenSheets: [...(opened.hiddenSheets ?? [])],
    sheet: opened.sheet ?? null,
    ...judgedOf(found),
    known: found.known?.at ?? null,
    hidden: found.options.hidden ?? (opened.hidden ? 'take' : null),
    parts: opened.parts.map((part) => partOf(found, part)),
    notices: opened.parts.flatMap(({ key, match }) =>
      match.notices.map(({ code, params }) => ({ sheet: key, code, ...(params ? { params } : {}) })),
    ),
  };
}

function partOf(found: Running, part: OpenedPart): ImportPart {
  const { key, head, match, rowCount } = part;
  const header = headerOf(found, part);
  const headers = head.find(({ number }) => number === header)?.cells ?? [];
  return {
    key,
    headerRow: header,
    headers: headers.map((text) => text.trim()),
    mapping: found.known?.mapping ?? match.columns.map((column) => column.key),
    sample: head.filter(({ number }) => number > header).map(({ cells }) => [...cells]),
    rows:
      rowCount -
      1 -
      Math.max(
        0,
        head.findIndex(({ number }) => number === header),
      ),
  };
}
