import path from 'node:path';
import { session as sessionApi } from '@contract/access/session';
import type { BackupReason, BackupSchedule } from '@contract/backup';
import type { DesktopHandlers } from '@contract/desktop';
import type { BackupsHere, FoundBackup } from '@contract/desktop/backups';
import type { PickedFile } from '@contract/desktop/procedure';
import { type Problem, problem } from '@contract/errors';
import type { BackupAnswers, BackupWork, TaskKey } from '../server/host/backupTask';
import type { Course } from '../server/store/backupFile';
import { lastTurn } from '../server/store/backupTurn';
import { dataOf } from '../transport/answer';
import { callError } from '../transport/callError';
import { checkCall } from '../transport/checkCall';
import { bootOf } from './account';
import type { CallerWindow, DesktopServices } from './desk';
import type { BackupMemory } from './memory';
import { backupsIn } from './places';

/** Interval (ms) of the check for a due backup. */
const EVERY = 30_000;
/** Number of pre-update backups to keep. */
const KEPT_OF_UPDATES = 7;

/** A task that failed or was refused. Without a problem for the user only the trace is known, for the log. */
export class TaskFailed extends Error {
  readonly problem: Problem | null;
  constructor(found: Problem | null, detail: string) {
    super(detail);
    this.problem = found;
  }
}

/** Dependencies of the backups, besides the desk. */
export interface BackupOptions {
  /** The folder of the app's own data on this machine. */
  readonly folder: string;
  /** Folder for files that are read and then deleted. */
  readonly scratch: string;
  /** Runs a task in a separate process; rejects with {@link TaskFailed}. */
  readonly run: <T extends BackupWork>(
    task: T & TaskKey,
    course?: Course,
  ) => Promise<BackupAnswers[T['name']]>;
  /** Returns the key that seals this installation's backups, created if `make`; null while the keychain is locked. */
  readonly key: (make: boolean) => Promise<string | null>;
  /** Clock (ms); tests replace it. */
  readonly now?: () => number;
  readonly zone?: string;
}

/** Backups of the embedded data: on request, on schedule, or before an update; one at a time. */
export class Backups {
  readonly #desk: DesktopServices;
  readonly #options: BackupOptions;
  #timer: NodeJS.Timeout | undefined;
  #running: AbortController | undefined;
  #looking: Promise<void> = Promise.resolve();
  /** Backups listed to a window, by path. */
  readonly #known = new Map<string, PickedFile>();

  constructor(desk: DesktopServices, options: BackupOptions) {
    this.#desk = desk;
    this.#options = options;
  }

  /** Checks at an interval whether a backup is due, until stopped. */
  start(): void {
    this.#timer = setInterval(() => {
      this.#looking = this.makeIfDue();
    }, EVERY);
  }

  /** Stops the schedule and aborts a running task; nothing half-written remains. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.#running?.abort();
    await this.#looking;
  }

  /**
   * Makes a backup of the embedded data now; returns null if this machine has none. A pre-update backup goes to the
   * app's own folder: the drive chosen for the others may be disconnected.
   */
  async make(
    reason: Extract<BackupReason, 'manual' | 'scheduled' | 'update'>,
    course: Course = {},
  ): Promise<BackupAnswers['make'] | null> {
    const { memory } = this.#desk;
    const { schedule, folder } = memory.get('backup');
    if (memory.get('seed') === null) return null;
    const keep = { scheduled: schedule.keep, update: KEPT_OF_UPDATES, manual: undefined }[reason];
    const made = await this.#alone(course, (own) =>
      this.#run(
        {
          ...{ name: 'make', data: this.#data, reason },
          folder: reason === 'update' ? this.#ownFolder : (folder ?? this.#ownFolder),
          ...(keep === undefined ? {} : { keep }),
        },
        own,
      ),
    );
    this.#desk.report(`a backup was made: ${reason}`);
    return made;
  }

  /** Makes a backup if one is due; all turns missed while the app was off lead to one backup. */
  async makeIfDue(): Promise<void> {
    const { memory, backend, report, announce } = this.#desk;
    const { now = Date.now, zone } = this.#options;
    const kept = memory.get('backup');
    const turn = lastTurn(kept.schedule, now(), zone);
    if (turn === undefined || memory.get('seed') === null) return;
    // The first start begins the schedule and does not make up for earlier days. A stored turn in the future comes from
    // a clock that ran ahead, and would suppress every backup until then.
    if (kept.turn === null || kept.turn > now()) return this.#keep({ turn });
    // Read-only data has not changed since the last turn.
    const { status, code } = backend.state;
    if (turn <= kept.turn || status !== 'ready' || code === 'DATA_READ_ONLY' || this.#running) return;
    this.#keep({ turn });
    try {
      await this.make('scheduled');
      this.#keep({ fault: null });
    } catch (error) {
      report('the scheduled backup could not be made', error);
      const found = error instanceof TaskFailed ? error.problem : null;
      // The app closed during the backup: keep the turn open, so that the next start makes the backup.
      if (found?.code === 'CANCELLED') this.#keep({ turn: kept.turn });
      else this.#keep({ fault: faultOf(found) });
    }
    announce('backups', {});
  }

  /**
   * Rejects callers who may not make or restore backups. `unstarted` also permits callers while no API identifies
   * users.
   */
  async requireAllowed(unstarted: boolean): Promise<void> {
    const { memory, session, backend, transport, language } = this.#desk;
    const nobody = memory.environment === null || backend.state.status === 'failed';
    if (unstarted && nobody && (memory.environment ?? 'embedded') === 'embedded') return;
    const here = session.environment === 'embedded' && session.state.status === 'signedIn';
    const refused = callError(language(), problem('BACKUP_NOT_YOURS'));
    if (!here) throw refused;
    // Ask the API itself: the remembered profile may be out of date.
    const json = await transport.json({
      ...(await checkCall('session.me', {}, ['json'], language())),
      file: undefined,
    });
    if (!sessionApi.me.answer.parse(dataOf(json)).superAdmin) throw refused;
  }

  /** Returns the schedule, its folder and the backups in it. */
  async readState(): Promise<BackupsHere> {
    const { schedule, folder, fault } = this.#desk.memory.get('backup');
    const { found, present } = await this.#run({
      ...{ name: 'list', data: this.#data },
      folders: [folder ?? this.#ownFolder, this.#ownFolder],
    });
    const listed = await Promise.all(found.map((one) => this.withToken(one).catch(() => null)));
    return {
      ...{ schedule, fault, present },
      folder: folder ?? this.#ownFolder,
      chosen: folder !== null,
      running: this.#running !== undefined,
      found: listed.flatMap((one) => (one ? [one] : [])),
    };
  }

  /** Adds the token by which a window names the backup. */
  async withToken({ place, facts }: BackupAnswers['list']['found'][number]): Promise<FoundBackup> {
    // The list is requested often, and a desk knows a limited number of files.
    let known = this.#known.get(place);
    if (!known || !this.#desk.picks.knows(known.token)) known = await this.#desk.picks.add(place);
    this.#known.set(place, known);
    return { ...known, facts };
  }

  schedule(schedule: BackupSchedule): void {
    const { now = Date.now, zone } = this.#options;
    // A time that has passed today has its first turn tomorrow.
    this.#keep({ schedule, turn: lastTurn(schedule, now(), zone) ?? null, fault: null });
  }

  setFolder(folder: string | null): void {
    this.#keep({ folder, fault: null });
  }

  check(file: string, course: Course): Promise<BackupAnswers['check']> {
    const { scratch } = this.#options;
    return this.#alone(course, (own) => this.#run({ name: 'check', data: this.#data, file, scratch }, own));
  }

  /** Replaces the data while the API is stopped, then restarts the API on it; the user is signed out. */
  async restore(file: string, course: Course): Promise<BackupAnswers['restore']> {
    const { memory, backend, session } = this.#desk;
    const task = { name: 'restore', data: this.#data, file, backups: this.#ownFolder } as const;
    const done = await this.#alone(course, (own) => backend.during(() => this.#run(task, own)));
    memory.set({ environment: 'embedded', seed: done.facts.seed });
    if (session.environment === 'embedded') await session.end('ended');
    await backend.resume(done.facts.seed);
    return done;
  }

  /** Leaves data that does not start where it is; the next start creates a new folder beside it. */
  async startAnew(): Promise<void> {
    const { memory, backend, session } = this.#desk;
    const { now = Date.now } = this.#options;
    await backend.giveUp();
    if (session.environment === 'embedded') await session.end('ended');
    memory.set({ data: `data-${now().toString(36)}`, environment: null, seed: null });
  }

  get #data(): string {
    return path.join(this.#options.folder, this.#desk.memory.get('data'));
  }

  get #ownFolder(): string {
    return backupsIn(this.#options.folder);
  }

  async #run<T extends BackupWork>(work: T, course?: Course): Promise<BackupAnswers[T['name']]> {
    const key = await this.#options.key(work.name === 'make' || work.name === 'restore');
    return this.#options.run<T>({ ...work, key }, course);
  }

  #keep(changed: Partial<BackupMemory>): void {
    const { memory } = this.#desk;
    memory.set({ backup: { ...memory.get('backup'), ...changed } });
  }

  async #alone<T>({ signal, onProgress }: Course, work: (course: Course) => Promise<T>): Promise<T> {
    if (this.#running) throw new TaskFailed(problem('BACKUP_RUNNING'), 'another one is running');
    const ender = new AbortController();
    this.#running = ender;
    const ended = signal ? AbortSignal.any([signal, ender.signal]) : ender.signal;
    try {
      return await work({ signal: ended, onProgress });
    } finally {
      this.#running = undefined;
    }
  }
}

function faultOf(found: Problem | null): BackupMemory['fault'] {
  const plain = Object.entries(found?.params ?? {}).filter(
    (one): one is [string, string | number] => typeof one[1] !== 'object',
  );
  return { code: found?.code ?? 'INTERNAL', params: Object.fromEntries(plain) };
}

/** Procedures of the window for backups. */
export function backupProcedures(
  desk: DesktopServices,
  backups: Backups,
): DesktopHandlers<CallerWindow>['backups'] {
  const { calls, picks, language, report, announce } = desk;
  const withCallErrors = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof TaskFailed)) throw error;
      if (!error.problem) report('a backup task failed', error);
      throw callError(language(), error.problem ?? problem('INTERNAL'));
    }
  };
  return {
    list: async () => {
      await backups.requireAllowed(true);
      return withCallErrors(() => backups.readState());
    },
    make: async ({ id }) => {
      await backups.requireAllowed(false);
      const made = await withCallErrors(() =>
        calls.transfer(id, 'bytes', (signal, onProgress) => backups.make('manual', { signal, onProgress })),
      );
      announce('backups', {});
      if (!made) throw callError(language(), problem('NOT_FOUND'));
      return backups.withToken(made);
    },
    schedule: async (schedule) => {
      await backups.requireAllowed(false);
      backups.schedule(schedule);
      return withCallErrors(() => backups.readState());
    },
    chooseFolder: async (_input, { dialogs }) => {
      await backups.requireAllowed(false);
      const folder = await dialogs.chooseFolder();
      if (!folder) return null;
      backups.setFolder(folder);
      return withCallErrors(() => backups.readState());
    },
    forgetFolder: async () => {
      await backups.requireAllowed(false);
      backups.setFolder(null);
      return withCallErrors(() => backups.readState());
    },
    pick: async (_input, { dialogs }) => {
      await backups.requireAllowed(true);
      const place = await dialogs.chooseFile(['zip']);
      return place ? picks.add(place) : null;
    },
    check: async ({ token, id }) => {
      await backups.requireAllowed(true);
      const { path: file } = picks.find(token);
      return withCallErrors(() =>
        calls.run(id, 'bytes', (signal, onProgress) => backups.check(file, { signal, onProgress })),
      );
    },
    restore: async ({ token, id }) => {
      await backups.requireAllowed(true);
      const { path: file } = picks.find(token);
      const { facts, replaced } = await withCallErrors(() =>
        calls.transfer(id, 'bytes', (signal, onProgress) => backups.restore(file, { signal, onProgress })),
      );
      announce('backups', {});
      return { facts, replaced, boot: await bootOf(desk) };
    },
    startAnew: async () => {
      await backups.requireAllowed(true);
      if (desk.backend.state.status !== 'failed') throw callError(language(), problem('BACKUP_NOT_YOURS'));
      await backups.startAnew();
      return bootOf(desk);
    },
  };
}
