import { randomUUID } from 'node:crypto';
import { rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { asRecord } from '@contract/access/changes';
import type {
  DesktopHandlers,
  ImportCounts,
  ImportJudged,
  ImportPart,
  ImportSent,
  ImportSheet,
  ReadOptions,
} from '@contract/desktop';
import { problem } from '@contract/errors';
import { RelayedError } from '@contract/failure';
import { fileChecked, fileUploaded } from '@contract/files/fileJobRow';
import type { FileKind } from '@contract/files/fileKindNames';
import type { Encoding } from '@contract/importing/encodings';
import { readNumber } from '@contract/importing/numberText';
import { dayText, readDate } from '@contract/importing/timeText';
import * as z from 'zod';
import { safeFileName } from '../files/saveStream';
import type { Counts } from '../tabular/check';
import type { Separator } from '../tabular/csvScanner';
import type { AllCounts, Judged, MapRequest, Opened, OpenedPart } from '../tabular/protocol';
import { endingOf } from '../tabular/tableType';
import { TabularError } from '../tabular/tabularError';
import { TabularClient } from '../tabular/workerClient';
import { callError } from '../transport/callError';
import { checkCall } from '../transport/checkCall';
import { type CallerWindow, type DesktopServices, ownerOf } from './desk';
import { FileLayouts, type KnownLayout } from './fileLayouts';
import { dataOf, loosely } from './foreign';

/** One import under way: its file, its worker, and how the file is read and mapped. */
interface Running {
  readonly id: string;
  readonly name: FileKind;
  readonly file: { readonly path: string; readonly name: string; readonly mark: string };
  readonly client: TabularClient;
  options: ReadOptions;
  opened: Opened;
  /** By the columns that were chosen last. */
  judged: Judged;
  /** The layout of the last file with these headers, by which this one was opened. */
  known: KnownLayout | undefined;
  /** Of each sheet. */
  mappings: readonly (readonly (string | null)[])[];
  /** Something in it was corrected, so that the file on the disk is not what is sent. */
  edited: boolean;
}

/** Most values of an answer that are shown. */
const MOST_FACTS = 12;

/**
 * Reads the answer to a file that was sent. A server of another make may answer without a job: then its own words and
 * numbers are all that is known.
 */
export function sentOf(data: unknown): ImportSent {
  const read = fileUploaded.safeParse(data);
  if (read.success) return { ...read.data, facts: {} };
  const facts = Object.entries(asRecord(data)).filter((one): one is [string, string | number | boolean] =>
    ['string', 'number', 'boolean'].includes(typeof one[1]),
  );
  return { job: null, sentBefore: null, facts: Object.fromEntries(facts.slice(0, MOST_FACTS)) };
}

/** Imports: each has a worker thread of its own, and files in the scratch folder for as long as it is open. */
export function importProcedures(desk: DesktopServices): DesktopHandlers<CallerWindow>['importing'] {
  const running = new Map<string, Running>();
  /** Workers by session, those that still read their file included. */
  const clients = new Map<string, TabularClient>();
  const end = async (session: string): Promise<void> => {
    const client = clients.get(session);
    clients.delete(session);
    running.delete(session);
    desk.calls.cancel(session);
    await client?.close();
    await rm(scratch(session), { force: true });
  };
  const find = (session: string): Running => {
    const found = running.get(session);
    if (!found) throw callError(desk.language(), problem('FILE_TOKEN'));
    return found;
  };
  /** What the worker refuses, in words. */
  const guarded = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      throw error instanceof TabularError ? callError(desk.language(), error.problem) : error;
    }
  };
  const layouts = new FileLayouts(desk.memory, () => ownerOf(desk));
  const openWith = (
    { client, file: { path: place, name, mark }, name: template }: Pick<Running, 'client' | 'file' | 'name'>,
    { encoding, separator, sheet, hidden, headerRow }: ReadOptions,
  ) =>
    client.ask('open', {
      ...{ path: place, name, mark, template },
      ...(encoding ? { encoding: encoding as Encoding } : {}),
      ...(separator ? { separator: separator as Separator } : {}),
      ...(sheet ? { sheet } : {}),
      ...(headerRow ? { header: headerRow } : {}),
      leaveHidden: hidden === 'leave',
    });
  /** Reads a file by the layout of the last one with its headers, as far as it does not tell by itself. */
  const recall = async (found: Running): Promise<void> => {
    let known = layouts.find(found.name, found.opened);
    const { asked } = found.opened;
    const candidates = layouts.encodings(found.name).filter((one) => asked?.encodings.includes(one));
    const tried = known ? [] : candidates;
    for (const encoding of tried) {
      // Headers beyond ASCII are known in their own encoding alone.
      const other = await openWith(found, { encoding });
      const layout = layouts.find(found.name, other);
      if (layout?.encoding === encoding) known = layout;
      if (known) break;
    }
    if (!known) {
      if (tried.length > 0) found.opened = await openWith(found, {});
      return;
    }
    found.known = known;
    const isOpen = known.encoding !== undefined && asked?.encodings.includes(known.encoding);
    const headerRow = known.headerRow === found.opened.parts[0]?.header ? undefined : known.headerRow;
    found.options = {
      ...(isOpen ? { encoding: known.encoding } : {}),
      ...(headerRow ? { headerRow } : {}),
    };
    if (isOpen || headerRow || asked) found.opened = await openWith(found, found.options);
    found.judged = await found.client.ask('judge', { parts: chosenParts(found, [known.mapping]) });
    const { dates, decimals } = found.judged;
    found.options = {
      ...found.options,
      ...(known.dateOrder && dates && !dates.certain ? { dateOrder: known.dateOrder } : {}),
      ...(known.decimal && decimals?.sign === 'open' ? { decimal: known.decimal } : {}),
    };
  };
  /** Keeps what a person chose for a file, for the next one with its headers. */
  const remember = ({ name, opened, options, mappings, known }: Running): void => {
    const [part, more] = opened.parts;
    const [mapping] = mappings;
    if (!part || more || !mapping) return;
    const found = part.match.columns.map(({ key }) => key);
    const encoding = options.encoding ?? (opened.asked ? opened.encoding : undefined);
    const { dateOrder, decimal } = options;
    if (!known && !encoding && !dateOrder && !decimal && found.join() === mapping.join()) return;
    const headers = part.match.columns.map(({ header }) => header);
    layouts.keep(name, headers, {
      mapping: [...mapping],
      ...(encoding ? { encoding: encoding as Encoding } : {}),
      ...((dateOrder ?? known?.dateOrder) ? { dateOrder: dateOrder ?? known?.dateOrder } : {}),
      ...((decimal ?? known?.decimal) ? { decimal: decimal ?? known?.decimal } : {}),
    });
  };
  const scratch = (id: string) => path.join(desk.scratch, `${id}.csv`);
  /** Sends the file as it was chosen with how it is to be read, or what it was corrected to, rows numbered alike. */
  const sendFile = async (found: Running, call: string, input: unknown, key?: string): Promise<unknown> => {
    const { file } = found;
    const written = scratch(found.id);
    const reading = found.edited ? undefined : readingOf(found);
    if (!reading) await found.client.ask('writeCsv', { path: written });
    const given = z.looseObject({ query: z.record(z.string(), z.unknown()).default({}) }).parse(input);
    // Its ending says to the API what it is.
    const ending = reading ? endingOf(found.opened.type) : 'csv';
    const name = `${path.parse(file.name).name}.${ending}`;
    // Cells that were read have decimal points and years in front only, except for wrong ones.
    const query = {
      ...given.query,
      ...(reading ?? { decimal: 'open', order: 'open' }),
      fileName: name,
      fileHash: found.opened.hash,
    };
    const checked = await checkCall(call, { ...given, query, file: found.id }, ['upload'], desk.language());
    const sent = reading ? { ...file, name } : { path: written, name };
    try {
      return dataOf(
        await desk.calls.transfer(found.id, 'bytes', (signal, onProgress) =>
          desk.transport.json(loosely({ ...checked, key, signal, onProgress, file: sent })),
        ),
      );
    } finally {
      await rm(written, { force: true });
    }
  };

  return {
    open: ({ file, import: name, session }) =>
      guarded(async () => {
        const known = desk.picks.find(file);
        const id = session && !clients.has(session) ? session : randomUUID();
        const client = new TabularClient({
          file: desk.tabularWorker,
          onProgress: ({ rows, total }) => desk.announce('progress', { id, done: rows, total, unit: 'rows' }),
          onDetail: (detail) => desk.report('an import failed', new RelayedError(detail)),
        });
        clients.set(id, client);
        try {
          const opening = { client, file: known, name };
          const opened = await openWith(opening, {});
          const made: Running = {
            ...{ id, ...opening, opened, judged: opened.judged },
            ...{ options: {}, known: undefined, mappings: [], edited: false },
          };
          await recall(made);
          running.set(id, made);
          return sheetOf(made);
        } catch (error) {
          await end(id);
          throw error;
        }
      }),

    reread: ({ session, options }) =>
      guarded(async () => {
        const found = find(session);
        found.options = { ...found.options, ...options };
        // What a person says from here on is theirs.
        found.known = undefined;
        found.opened = await openWith(found, found.options);
        found.judged = found.opened.judged;
        found.edited = false;
        return sheetOf(found);
      }),

    forget: ({ session }) =>
      guarded(async () => {
        const found = find(session);
        if (found.known) layouts.forget(found.known);
        found.known = undefined;
        found.options = {};
        found.opened = await openWith(found, found.options);
        found.judged = found.opened.judged;
        found.edited = false;
        return sheetOf(found);
      }),

    judge: ({ session, mappings }) =>
      guarded(async () => {
        const found = find(session);
        found.judged = await found.client.ask('judge', { parts: chosenParts(found, mappings) });
        return judgedOf(found);
      }),

    map: ({ session, mappings }) =>
      guarded(async () => {
        const found = find(session);
        const { dateOrder, decimal } = found.options;
        const { counts, parts } = await found.client.ask('map', {
          parts: chosenParts(found, mappings),
          ...(dateOrder ? { order: dateOrder } : {}),
          ...(decimal ? { decimal } : {}),
          zones: await zonesOf(desk),
          now: Date.now(),
          language: desk.language(),
        });
        found.mappings = parts.map(({ mapping }) => mapping);
        return allCounts(counts);
      }),

    rows: ({ session, part, view, offset, limit }) =>
      guarded(async () => {
        const { client, mappings } = find(session);
        const mapping = mappings[part] ?? [];
        const { total, rows } = await client.ask('rows', { part, view, offset, limit });
        const places = mapping.flatMap((key, place) => (key ? [{ key, place }] : []));
        return {
          total,
          columns: places.map(({ key }) => key),
          rows: rows.map(({ number, cells, issues }) => ({
            row: number,
            cells: places.map(({ place }) => cells[place] ?? ''),
            issues: issues.map(({ column, level, code, problem: found, message }) => ({
              column,
              level,
              code,
              ...(found?.params ? { params: found.params } : {}),
              ...(message === undefined ? {} : { message }),
            })),
          })),
        };
      }),

    edit: ({ session, part, row, column, value, everywhere }) =>
      guarded(async () => {
        const found = find(session);
        const { client, mappings } = found;
        const place = mappings[part]?.indexOf(column) ?? -1;
        const edited = everywhere
          ? await client.ask('replace', {
              part,
              column: place,
              from: await client.ask('cell', { part, row, column: place }),
              to: value,
            })
          : await client.ask('edit', { part, row, column: place, text: value });
        found.edited ||= edited.changed > 0;
        return { changed: edited.changed, counts: allCounts(edited.counts) };
      }),

    alike: ({ session, ...place }) => guarded(() => find(session).client.ask('alike', place)),

    leaveOut: ({ session, ...asked }) =>
      guarded(async () => {
        const found = find(session);
        const { changed, counts } = await found.client.ask('leaveOut', asked);
        found.edited ||= changed > 0;
        return { changed, counts: allCounts(counts) };
      }),

    fixes: ({ session }) => guarded(async () => [...(await find(session).client.ask('fixes', null))]),

    fix: ({ session, kind }) =>
      guarded(async () => {
        const found = find(session);
        const { changed, counts } = await found.client.ask('fix', { kind });
        found.edited ||= changed > 0;
        return { changed, counts: allCounts(counts) };
      }),

    check: ({ session, call, input }) =>
      guarded(async () => {
        const found = find(session);
        const { findEndpoint } = await import('@contract/index');
        const endpoint = findEndpoint(call);
        const atServer = !!endpoint && desk.offered.checksFiles(await desk.transport.target(), endpoint);
        const { issues, ...checked } = atServer
          ? fileChecked.parse(await sendFile(found, call, input))
          : { issues: [], sentBefore: null, records: null };
        const { counts } = await found.client.ask('setIssues', { issues });
        return { counts: allCounts(counts), atServer, ...checked };
      }),

    submit: ({ session, call, input, key }) =>
      guarded(async () => {
        const found = find(session);
        const sent = sentOf(await sendFile(found, call, input, key));
        remember(found);
        return sent;
      }),

    mark: ({ session, issues }) =>
      guarded(async () => {
        const found = issues.map(({ sheet, row, column, level, code, message, expected }) => ({
          ...{ sheet, row, column, level, code, message, expected },
        }));
        const { counts } = await find(session).client.ask('setIssues', { issues: found });
        return allCounts(counts);
      }),

    saveErrors: ({ session, format, name }, { dialogs }) =>
      guarded(async () => {
        const { client } = find(session);
        const place = await dialogs.chooseTarget(`${safeFileName(name)}.${format}`);
        if (!place) return null;
        const temporary = `${place}.${session.slice(0, 8)}.part`;
        try {
          await client.ask('writeErrors', {
            path: temporary,
            format,
            rows: 'errors',
            language: desk.language(),
          });
          await rename(temporary, place);
        } catch (error) {
          await rm(temporary, { force: true });
          throw error;
        }
        return desk.picks.add(place);
      }),

    cancel: async ({ session }) => {
      clients.get(session)?.cancel();
      desk.calls.cancel(session);
      return null;
    },

    close: async ({ session }) => {
      await end(session);
      return null;
    },
  };
}

const SEPARATORS = { ',': 'comma', ';': 'semicolon', '\t': 'tab', '|': 'pipe' } as const;
/** What an upload may say of a file's columns and sheet; a file beyond it is sent as what was read from it. */
const MOST = { columns: 200, sheetName: 31 };

/**
 * How the API is to read the file as it lies on the disk; undefined when that cannot be said, as of several sheets: what
 * was read from them is sent.
 */
function readingOf(found: Running): Record<string, unknown> | undefined {
  const { encoding, separator, sheet, parts } = found.opened;
  const [part, more] = parts;
  const mapping = found.mappings[0] ?? [];
  if (!part || more || part.key !== '') return undefined;
  if (mapping.length > MOST.columns || (sheet?.length ?? 0) > MOST.sheetName) return undefined;
  return {
    mapping: mapping.map((key) => key ?? ''),
    header: headerOf(found, part),
    ...orderOf(found),
    ...decimalOf(found),
    ...(encoding ? { encoding } : {}),
    ...(separator ? { separator: SEPARATORS[separator] } : {}),
    ...(sheet ? { sheet } : {}),
    ...(found.options.hidden ? { hidden: found.options.hidden } : {}),
  };
}

const headerOf = ({ options }: Running, { header }: OpenedPart): number => options.headerRow ?? header;
const chosenParts = (
  found: Running,
  mappings: readonly (readonly (string | null)[])[],
): NonNullable<MapRequest['parts']> =>
  found.opened.parts.map((part, at) => ({
    ...(mappings[at] ? { mapping: mappings[at] } : {}),
    header: headerOf(found, part),
  }));

/** The order of dates that one word says; none where columns have orders of their own, and where it is open. */
function orderOf({ options, judged: { dates } }: Running): { order?: 'DMY' | 'MDY' | 'YMD' } {
  const order = options.dateOrder ?? (dates?.differs ? undefined : dates?.order);
  return order && order !== 'open' ? { order } : {};
}
const decimalOf = ({ options, judged }: Running): { decimal?: 'point' | 'comma' | 'open' } => {
  const decimal = options.decimal ?? judged.decimals?.sign;
  return decimal ? { decimal } : {};
};

/** Order of dates and decimal sign as the window shows them, with cells that depend on them. */
function judgedOf({ options, judged: { dates, decimals } }: Running): ImportJudged {
  return {
    dateOrder: options.dateOrder ?? dates?.order ?? null,
    dateExamples: (dates?.examples ?? []).map(({ text, order }) => {
      const read = readDate(text, options.dateOrder ?? order);
      return { text, day: 'code' in read ? null : dayText(read.wall) };
    }),
    // Numbers of spreadsheets are certain; texts among them are refused one by one.
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
const allCounts = ({ parts, ...all }: AllCounts): ImportCounts => ({
  ...countsOf(all),
  parts: parts.map(countsOf),
});

function sheetOf(found: Running): ImportSheet {
  const { id, file, opened } = found;
  return {
    session: id,
    fileName: file.name,
    size: opened.size,
    format: opened.type,
    encoding: opened.encoding ?? null,
    asked: opened.asked
      ? {
          encodings: [...opened.asked.encodings],
          rows: opened.asked.rows.map(({ number, cells }) => ({ number, cells: [...cells] })),
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

/** Clocks of the airports, by which the times of a file are understood. */
async function zonesOf({ transport }: DesktopServices): Promise<Record<string, string>> {
  const { api } = await import('@contract/index');
  const json = await transport.json({ name: 'airport.all', found: api.airport.all, input: {} });
  const { data } = JSON.parse(json) as { data: { airportCode: string; timeZone: string }[] };
  return Object.fromEntries(data.map(({ airportCode, timeZone }) => [airportCode, timeZone]));
}
