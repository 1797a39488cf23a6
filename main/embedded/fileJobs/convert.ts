import path from 'node:path';
import { explain, type Problem, problem } from '@contract/errors';
import type { FileKind } from '@contract/files/fileKindNames';
import type { FileContext } from '@contract/importing/readRow';
import type { ImportTemplate } from '@contract/importing/template';
import { instantOf } from '@contract/rules/zonedTime';
import { say } from '@contract/words';
import type { Kysely } from 'kysely';
import { type OpenedBook, openBook } from '../../tabular/book';
import type { CheckedTable } from '../../tabular/check';
import { datesOf, decimalsOf, findHeader, matchTable, numberHeader, ordersIn } from '../../tabular/match';
import { readBytes } from '../../tabular/open';
import { checkSheets, countsOfAll, leaveOutOf } from '../../tabular/sheets';
import { TabularError, tabularError } from '../../tabular/tabularError';
import { writeLog } from '../access/writeLog';
import type { Caller, Context } from '../context';
import { Refusal } from '../refusal';
import { openBeside } from '../store/beside';
import { isBeyondScope } from '../store/beyond';
import type { Connection } from '../store/connection';
import { isDatabaseAway, isDiskFull } from '../store/failures';
import type { Store, Writer } from '../store/open';
import { writeWithin } from '../store/scope';
import { placeOf } from '../store/storedFiles';
import type { Database } from '../store/tables';
import { concludeFailed } from './conclude';
import { type JobOptions, optionsOf, type StoredJob, storedJob } from './jobRow';
import { converters } from './kinds';
import type { JobProgress } from './run';

/** What a conversion needs of the process it runs in. */
export interface Surroundings {
  readonly folder: string;
  /** Where the data is, when it is not in the folder. */
  readonly database?: string | undefined;
  readonly jobId: number;
  readonly now: () => number;
  readonly report: (message: string, error?: unknown) => void;
  readonly seen: (progress: JobProgress) => void;
  /** True as soon as the work is to end. */
  readonly ended: () => boolean;
  /** Runs a transaction of this connection while nobody else writes. */
  readonly turn: <T>(work: () => Promise<T>) => Promise<T>;
}

/** The work was told to end: what it wrote so far stays or goes by its own transactions, and nobody is told. */
class Ended extends Error {}

/** Milliseconds between two reports of progress. */
const REPORT = 250;

/** A file being converted: what every kind needs to do its part. */
export class Conversion {
  readonly job: StoredJob;
  readonly options: JobOptions;
  readonly template: ImportTemplate;
  readonly database: Connection;
  readonly db: Kysely<Database>;
  readonly #around: Surroundings;
  readonly #caller: Caller;
  readonly #progress: { -readonly [K in keyof JobProgress]: JobProgress[K] } = { progress: 0 };
  #reported = 0;

  constructor(parts: {
    job: StoredJob;
    template: ImportTemplate;
    caller: Caller;
    database: Connection;
    db: Kysely<Database>;
    around: Surroundings;
  }) {
    this.job = parts.job;
    this.options = optionsOf(parts.job);
    this.template = parts.template;
    this.database = parts.database;
    this.db = parts.db;
    this.#caller = parts.caller;
    this.#around = parts.around;
  }

  /** The folder of stored files. */
  get files(): string {
    return path.join(this.#around.folder, 'files');
  }

  now(): string {
    return instantOf(this.#around.now());
  }

  /** Says how far the work is; ends it when that was asked for. `part` of `from` to `to` percent. */
  beat(from: number, to: number, part: number, counts: Omit<JobProgress, 'progress'> = {}): void {
    if (this.#around.ended()) throw new Ended();
    Object.assign(this.#progress, counts);
    const at = Date.now();
    if (at - this.#reported < REPORT) return;
    this.#reported = at;
    this.#progress.progress = Math.round(from + (to - from) * Math.min(1, part));
    this.#around.seen({ ...this.#progress });
  }

  /**
   * One transaction, while nobody else writes. Nothing is done when the job was cancelled meanwhile: the answer to the
   * one who cancelled it stands.
   */
  write<T>(work: (context: Context) => Promise<T>): Promise<T> {
    return this.#around.turn(() =>
      this.db.transaction().execute(async (write) => {
        const { status } = await storedJob(write, this.job.id);
        if (status !== 'processing' || this.#around.ended()) throw new Ended();
        const { id: staffId, warehouseIds } = this.#caller;
        const carryOut = () => work(this.contextOf(write));
        return warehouseIds.length > 0 ? writeWithin(write, { staffId, warehouseIds }, carryOut) : carryOut();
      }),
    );
  }

  /** Makes the context of a handler on a transaction: of the data, or of a copy. */
  contextOf(write: Writer): Context {
    return contextOn(write, {
      ...{ caller: this.#caller, language: this.options.language, now: this.now() },
      folder: this.#around.folder,
    });
  }
}

/** Makes the context of a handler for a file that is converted or tried. */
export function contextOn(
  write: Writer,
  {
    caller,
    language,
    now,
    folder,
  }: Pick<Context, 'caller' | 'language' | 'now'> & { readonly folder: string },
): Context {
  const from = { now, caller: { id: caller.id, name: caller.realName }, ip: null, userAgent: null };
  const store: Store = {
    // The connection is the transaction's: whoever asked it beside would wait for ever.
    read: write,
    folder,
    files: path.join(folder, 'files'),
    write: () => Promise.reject(new Error('a conversion writes in its own transactions')),
    turn: () => Promise.reject(new Error('a conversion writes in its own transactions')),
    within: () => store,
    settle: () => Promise.resolve(),
    close: () => Promise.resolve(),
  };
  return {
    ...{ caller, language, now, store, write, read: write, ip: null, userAgent: null },
    say: (code, params) => say(language, code, params),
    explain: (found) => explain(language, found),
    log: (entry) => writeLog(write, entry, from),
    unchanged: () => undefined,
  };
}

/**
 * Runs one job from its file to its end. Every end but that of the process is written down: what goes wrong with the
 * file is its problem, anything else is reported and called a failure. Throws where the database is away.
 */
export async function convert(around: Surroundings): Promise<void> {
  const { database, db } = openBeside(around);
  try {
    const job = await storedJob(db, around.jobId);
    try {
      const { template, run } = converters[job.kind];
      const caller = await callerOf(db, job);
      const conversion = new Conversion({ job, template, caller, database, db, around });
      await run(conversion);
    } catch (error) {
      if (error instanceof Ended) return;
      // Nothing can be written down: whoever asked for it sees to it that it is done again.
      if (isDatabaseAway(error)) throw error;
      const found = problemOf(error, job, around.folder);
      if (found.code === 'INTERNAL') around.report(`file job ${job.id} failed`, error);
      await around.turn(() =>
        db.transaction().execute(async (write) => {
          const now = await storedJob(write, job.id);
          if (now.status === 'processing') await concludeFailed(write, now, found, instantOf(around.now()));
        }),
      );
    }
  } finally {
    await db.destroy();
    if (database.isOpen) database.close();
  }
}

function problemOf(error: unknown, job: StoredJob, folder: string): Problem {
  if (error instanceof TabularError || error instanceof Refusal) return error.problem;
  if (isBeyondScope(error)) return problem('FILE_OTHERS');
  if (isDiskFull(error, folder)) return problem('DISK_FULL');
  if (error instanceof RangeError && /memory|array length|string length/i.test(error.message))
    return problem('FILE_MEMORY', { name: job.fileName });
  return problem('INTERNAL');
}

/** The one who sent the file, with what they may do now. */
async function callerOf(db: Kysely<Database>, { createdBy }: StoredJob): Promise<Caller> {
  const staff = await db
    .selectFrom('staff')
    .select(['id', 'username', 'realName', 'superAdmin', 'warehouseIds', 'groupId', 'mustChangePassword'])
    .where('id', '=', createdBy ?? 0)
    .executeTakeFirst();
  if (!staff) throw tabularError('NOT_FOUND');
  const granted = await db
    .selectFrom('groupPermission')
    .select('permissionId')
    .where('groupId', '=', staff.groupId)
    .execute();
  return {
    id: staff.id,
    username: staff.username,
    realName: staff.realName,
    superAdmin: staff.superAdmin === 1,
    warehouseIds: staff.superAdmin === 1 ? [] : (JSON.parse(staff.warehouseIds) as number[]),
    permissions: new Set(granted.map(({ permissionId }) => permissionId)),
    tokenHash: '',
    mustChangePassword: staff.mustChangePassword === 1,
  };
}

const SEPARATORS = { comma: ',', semicolon: ';', tab: '\t', pipe: '|' } as const;

/** A file read and checked by the rules of its template. */
export interface Checked {
  readonly opened: OpenedBook;
  /** Its sheets in the order of the template, against each other too. */
  readonly sheets: readonly CheckedTable[];
  /** The first of them, which for most is the file. */
  readonly checked: CheckedTable;
}

/** A file to be read, and how. */
export interface Reading {
  readonly path: string;
  /** Its ending says what it is. */
  readonly fileName: string;
  readonly kind: FileKind;
  readonly template: ImportTemplate;
  readonly options: JobOptions;
  /** When it is read: dates far from it are odd. */
  readonly now: string;
  /** Called now and then; what it throws ends the reading. */
  readonly beat?: Conversion['beat'];
}

/** Reads and checks the file of a job: the first half of every conversion. Throws TabularError. */
export function readAndCheck(conversion: Conversion, zones: FileContext = {}): Promise<Checked> {
  const { job, options, template, files } = conversion;
  return readTable(
    {
      ...{ path: placeOf(files, job.fileId), fileName: job.fileName, kind: job.kind, template, options },
      now: conversion.now(),
      beat: (...how) => conversion.beat(...how),
    },
    zones,
  );
}

/** Reads and checks a file. Throws TabularError. */
export async function readTable(
  { path: place, fileName, template, options, now, beat = () => undefined }: Reading,
  zones: FileContext,
): Promise<Checked> {
  const { bytes } = await readBytes(place, fileName, template.maxSize, (read, total) =>
    beat(0, 5, read / total),
  );
  const name = path.basename(fileName);
  const { encoding, separator, sheet, hidden } = options;
  const opened = await openBook(
    bytes,
    name,
    template,
    {
      types: template.types,
      ...(encoding ? { encoding } : {}),
      ...(separator ? { separator: SEPARATORS[separator] } : {}),
      ...(sheet ? { sheet } : {}),
      leaveHidden: hidden === 'leave',
    },
    (_, read) => beat(5, 15, read / bytes.length),
  );
  if (opened.asked) {
    const encodings = opened.asked.join(', ');
    throw tabularError('ENCODING_ASKED', { name, encodings });
  }
  const headers = opened.parts.map(({ table, template: own }) =>
    options.header === undefined ? findHeader(table, own) : (table.rowOf(options.header) ?? 0),
  );
  const matches = opened.parts.map((part, at) =>
    // What is said of the columns is said of a file that is one sheet.
    matchTable(part.table, part.template, headers[at] ?? 0, template.sheets ? undefined : options.mapping),
  );
  const dates = datesOf(matches.map((match) => match.dates));
  const order = options.order ?? dates?.order;
  if (order === 'open' && !options.order) {
    const values = (dates?.examples ?? []).map(({ text }) => text).join(', ');
    throw tabularError('DATE_ORDER_ASKED', { name, values, orders: (dates?.choices ?? []).join(', ') });
  }
  const decimals = decimalsOf(matches.map((match) => match.decimals));
  const decimal = options.decimal ?? decimals?.sign;
  const [number] = decimals?.examples ?? [];
  // Texts among the numbers of a spreadsheet are no examples: they are refused one by one.
  if (decimal === 'open' && !options.decimal && decimals && number !== undefined) {
    const [column = ''] = opened.parts.flatMap(({ table, template: own }, at) => {
      const match = matches[at];
      return (match && numberHeader(table, own, match, headers[at] ?? 0, number)) || [];
    });
    throw tabularError('DECIMAL_ASKED', { name, column, values: decimals.examples.join('; ') });
  }
  const total = opened.parts.reduce((sum, { table }) => sum + table.rowCount, 0);
  let before = 0;
  const sheets = checkSheets(opened.parts, (part, at) => {
    const from = before;
    before += part.table.rowCount;
    return {
      mapping: (matches[at]?.columns ?? []).map(({ key }) => key),
      header: headers[at] ?? 0,
      context: {
        ...{ ...zones, now: Date.parse(now) },
        ...(order ? { order } : {}),
        ...(order && !options.order ? { orders: ordersIn(matches[at]?.dates ?? null, order) } : {}),
        ...(decimal ? { decimal } : {}),
      },
      language: options.language,
      progress: (rows) => beat(15, 40, (from + rows) / total, { totalRows: from + rows }),
    };
  });
  leaveOutOf(sheets, options.leave ?? []);
  if (countsOfAll(sheets).rows === 0) throw tabularError('FILE_EMPTY');
  return { opened, sheets, checked: sheets[0] as CheckedTable };
}
