import path from 'node:path';
import type { FileJob, RecordChanges } from '@contract/files/fileJobRow';
import type { ImportTemplate } from '@contract/importing/template';
import { instantOf } from '@contract/rules/zonedTime';
import type { Kysely } from 'kysely';
import type { CheckedTable } from '../../../tabular/check';
import { backgroundContext } from '../../core/actor';
import type { Caller, Context } from '../../core/context';
import type { Connection } from '../../store/connection';
import { isPostgres } from '../../store/dialect';
import { isDatabaseUnreachable, isDeadlock } from '../../store/failures';
import type { Reader, Store, Writer } from '../../store/open';
import { writeWithin } from '../../store/scope';
import type { Database } from '../../store/tables';
import { type JobOptions, optionsOf, type StoredJob, storedJob } from './jobRow';
import type { Reading } from './reading';
import type { CheckScope } from './rowKind';

/** Progress of a running job. */
export type JobProgress = Partial<
  Pick<FileJob, 'progress' | 'totalRows' | 'okRows' | 'errorRows' | 'warningRows'>
> & {
  /** Number of files produced so far. */
  readonly made?: number;
};

/** Parts of the process that a conversion needs. */
export interface ConversionContext {
  readonly folder: string;
  /** Address of the database, if it is not in the folder. */
  readonly database?: string | undefined;
  readonly jobId: number;
  readonly now: () => number;
  readonly report: (message: string, error?: unknown) => void;
  readonly seen: (progress: JobProgress) => void;
  /** Returns true as soon as the work is to end. */
  readonly ended: () => boolean;
  /** Runs a transaction of this connection while nobody else writes. */
  readonly turn: <T>(work: () => Promise<T>) => Promise<T>;
}

/** Thrown when a job is to end: its own transactions decide what remains, and nobody is notified. */
export class ConversionEnded extends Error {}

/** Thrown by work that finds that rows inserted ahead of it no longer fit the data. */
export class InsertedInVain extends Error {}

/** Milliseconds for which others may wait for rows inserted ahead, before these are given up. */
const PATIENCE = 3000;

/** Milliseconds between two reports of progress. */
const REPORT = 250;

/** A file being converted: what every kind needs to do its part. */
export class Conversion {
  readonly job: StoredJob;
  readonly options: JobOptions;
  readonly template: ImportTemplate;
  readonly database: Connection;
  readonly db: Kysely<Database>;
  readonly #around: ConversionContext;
  readonly #caller: Caller;
  readonly #settle: () => void;
  readonly #progress: { -readonly [K in keyof JobProgress]: JobProgress[K] } = { progress: 0 };
  #reported = 0;

  constructor(parts: {
    job: StoredJob;
    template: ImportTemplate;
    caller: Caller;
    database: Connection;
    db: Kysely<Database>;
    settle: () => void;
    around: ConversionContext;
  }) {
    this.job = parts.job;
    this.options = optionsOf(parts.job);
    this.template = parts.template;
    this.database = parts.database;
    this.db = parts.db;
    this.#caller = parts.caller;
    this.#settle = parts.settle;
    this.#around = parts.around;
  }

  /** The folder of stored files. */
  get files(): string {
    return path.join(this.#around.folder, 'files');
  }

  /** Scope of the existing records that messages to the sender may name. */
  get scope(): CheckScope {
    return { own: this.job.id, warehouseIds: this.#caller.warehouseIds };
  }

  now(): string {
    return instantOf(this.#around.now());
  }

  /**
   * Reports progress, `part` (0 to 1) of the way `from` to `to` percent; throws {@link ConversionEnded} once the work is to end.
   */
  beat(from: number, to: number, part: number, counts: Omit<JobProgress, 'progress'> = {}): void {
    if (this.#around.ended()) throw new ConversionEnded();
    Object.assign(this.#progress, counts);
    const at = performance.now();
    if (at - this.#reported < REPORT) return;
    this.#reported = at;
    this.#progress.progress = Math.round(from + (to - from) * Math.min(1, part));
    this.#around.seen({ ...this.#progress });
  }

  /**
   * Runs one transaction while nobody else writes. Does nothing if the job was cancelled in between, so that the
   * response to the cancelling caller stays true.
   */
  async write<T>(work: (context: Context) => Promise<T>): Promise<T> {
    const done = await this.#around.turn(() => this.#transaction(work));
    this.#settle();
    return done;
  }

  /**
   * Like {@link write}, with rows that are inserted before others have to wait: on PostgreSQL, whose transactions do not
   * see each other's rows. Elsewhere, and for limited accounts, `work` is told to insert them itself. It also is where
   * they did not fit in: {@link InsertedInVain}, an error, or others who wait for one of them while they hold the lock.
   */
  async writeAfter(
    insert: (write: Reader) => Promise<void>,
    work: (context: Context, isInserted: boolean) => Promise<void>,
  ): Promise<void> {
    const usual = () => this.write((context) => work(context, false));
    if (!isPostgres(this.db) || this.#caller.warehouseIds.length > 0) return usual();
    const { database } = this;
    const giveUp = () => {
      try {
        if (database.isTransaction) database.exec('rollback');
      } catch {
        // The connection broke: the next statement says so.
      }
    };
    database.exec('begin');
    try {
      await insert(this.db);
    } catch (error) {
      giveUp();
      if (error instanceof ConversionEnded || isDatabaseUnreachable(error)) throw error;
      return usual();
    }
    const timer = setTimeout(giveUp, PATIENCE);
    try {
      await this.#around.turn(() => {
        clearTimeout(timer);
        const isInserted = database.isTransaction;
        // It goes on with the transaction that is open.
        return this.#transaction((context) => work(context, isInserted));
      });
    } catch (error) {
      giveUp();
      if (!(error instanceof InsertedInVain || isDeadlock(error))) throw error;
      return usual();
    } finally {
      clearTimeout(timer);
    }
  }

  #transaction<T>(work: (context: Context) => Promise<T>): Promise<T> {
    return this.db.transaction().execute(async (write) => {
      const { status } = await storedJob(write, this.job.id);
      if (status !== 'processing' || this.#around.ended()) throw new ConversionEnded();
      const { id: staffId, warehouseIds } = this.#caller;
      const carryOut = () => work(this.contextOf(write));
      return warehouseIds.length > 0 ? writeWithin(write, { staffId, warehouseIds }, carryOut) : carryOut();
    });
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
  const store: Store = {
    // The transaction's own connection: a read beside it would wait forever.
    read: write,
    folder,
    files: path.join(folder, 'files'),
    write: () => Promise.reject(new Error('a conversion writes in its own transactions')),
    turn: () => Promise.reject(new Error('a conversion writes in its own transactions')),
    within: () => store,
    settle: () => Promise.resolve(),
    close: () => Promise.resolve(),
  };
  return backgroundContext(store, write, { caller, language, now });
}

/** Findings of a conversion in a file, and for a file of records its changes to those that are there. */
export interface Trial {
  readonly sheets: readonly CheckedTable[];
  readonly records: RecordChanges | null;
}

/** Parts of the process that a dry run needs. */
export interface TrialServices {
  /** The records as the uploader sees them. */
  readonly read: Reader;
  /** The records of all warehouses. */
  readonly all: Reader;
  readonly warehouseIds: Caller['warehouseIds'];
  /** Runs work whose effect only writing shows, and rolls it back. */
  readonly rehearsed: <T>(work: (context: Context) => Promise<T>) => Promise<T>;
}

/** How the files of a kind are converted: `run` brings a job to one of its ends. */
export interface Converter {
  readonly template: ImportTemplate;
  readonly run: (conversion: Conversion) => Promise<void>;
  /** Reads and checks a file against the records that its rows name; nothing is written. */
  readonly trial?: (trying: TrialServices, file: Reading) => Promise<Trial>;
}
