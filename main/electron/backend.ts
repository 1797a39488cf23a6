import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { BackendState } from '@contract/desktop/boot';
import { RelayedError } from '@contract/failure';
import { BASE_PATH } from '@contract/limits';
import { type UtilityProcess, utilityProcess } from 'electron';
import type { KeyAnswer } from '../server/core/secrets/keys';
import type { FirstAdministrator } from '../server/host/server';
import type { StartAnswer, StartMessage } from '../server/host/start';
import type { StoreFacts } from '../server/store/facts';
import type { Target } from '../transport/target';

/** Options of the embedded API. */
export interface BackendOptions {
  /** The bundled entry of the embedded API. */
  readonly entry: string;
  /** Returns the folder of the API's data, which may change between starts. */
  readonly data: () => string;
  /** Folder for the backup before a schema change. */
  readonly backups: string;
  readonly seedDay?: string | undefined;
  readonly captcha?: string | undefined;
  readonly push?: StartMessage['push'];
  readonly mail?: StartMessage['mail'];
  readonly monitor?: StartMessage['monitor'];
  /**
   * Receives the API's events. The API starts before the watcher exists; earlier events are delivered once this
   * resolves.
   */
  readonly watch: Promise<BackendWatch>;
}

/** Receives events of the embedded API, and supplies its key. */
export interface BackendWatch {
  /** Returns the key of the API's secrets from the keychain; creates one there if `make`. */
  readonly key: (make: boolean) => Promise<Pick<KeyAnswer, 'key' | 'locked'>>;
  readonly announce: (state: BackendState) => void;
  /** Called when the API's process ended unexpectedly. */
  readonly died: () => void;
  readonly report: (message: string, error?: unknown) => void;
}

/** Data to start the API with: existing data (`mustHaveData`), or a seed to create. */
type StartData = Pick<StartMessage, 'seed' | 'administrator'> & { readonly mustHaveData: boolean };

/** Time (ms) that the API has to close its data when the app ends, and to count its data. */
const PATIENCE = 5000;
/** Maximum restarts per minute; beyond it the start counts as failed. */
const RESTARTS_PER_MINUTE = 5;

/**
 * The embedded API in its own process: started, watched, restarted when it dies. Each start has a socket in a fresh
 * private folder and its own secret, so that no port is open and no other program can call it.
 */
export class Backend {
  readonly #options: BackendOptions;
  #resolveFacts: (facts: StoreFacts | null) => void = () => undefined;
  #process: UtilityProcess | undefined;
  #folder: string | undefined;
  #secret = '';
  #state: Omit<BackendState, 'order'> = { status: 'absent', code: null, detail: null };
  #startData: StartData | undefined;
  #deaths: number[] = [];
  #stateReads = 0;
  #ready: Promise<BackendState> = Promise.resolve(this.state);
  #stopping = false;
  #seed: 'demo' | 'empty' | null = null;

  constructor(options: BackendOptions) {
    this.#options = options;
  }

  /** The data set that the folder was created with; null before the first start. */
  get seed(): 'demo' | 'empty' | null {
    return this.#seed;
  }

  get state(): BackendState {
    this.#stateReads += 1;
    return { ...this.#state, order: this.#stateReads };
  }

  /** Resolves with the state once the start has succeeded or failed. */
  get settled(): Promise<BackendState> {
    return this.#ready;
  }

  /** The target of calls to the API. */
  get target(): Target {
    return {
      environment: 'embedded',
      name: 'Embedded',
      base: `http://embedded${BASE_PATH}`,
      socketPath: this.#socketPath(),
      headers: { 'X-Freight-Secret': this.#secret },
      strict: true,
    };
  }

  /**
   * Starts the API; a folder without data is filled with the seed. Resolves when the API is ready or has failed. Does
   * nothing if it is running or starting: two processes on the same data would damage the data.
   */
  start(seed: 'demo' | 'empty', administrator?: FirstAdministrator): Promise<BackendState> {
    return this.#start({ seed, mustHaveData: false, ...(administrator ? { administrator } : {}) });
  }

  /** Starts the API on existing data; if there is none, no new data is created. */
  resume(seed: 'demo' | 'empty'): Promise<BackendState> {
    return this.#start({ seed, mustHaveData: true });
  }

  /**
   * Runs a task while the API is stopped, such as replacing its data, then starts the API if there is data. Calls made
   * meanwhile wait. Resolves with the task's result.
   */
  async during<T>(work: () => Promise<T>): Promise<T> {
    let settle: (state: Promise<BackendState>) => void = () => undefined;
    this.#ready = new Promise((resolve) => {
      settle = resolve;
    });
    const before = this.#state;
    this.#set({ status: 'starting', code: null, detail: null });
    try {
      await this.stop();
      return await work();
    } finally {
      this.#stopping = false;
      if (this.#startData) {
        this.#startData = { seed: this.#startData.seed, mustHaveData: true };
        settle(this.#launch());
      } else {
        this.#set(before);
        settle(Promise.resolve(this.state));
      }
    }
  }

  /** Abandons data that does not start; the first-run question comes next. */
  async giveUp(): Promise<void> {
    await this.stop();
    this.#startData = undefined;
    this.#seed = null;
    this.#set({ status: 'absent', code: null, detail: null });
  }

  #start(startData: StartData): Promise<BackendState> {
    if (this.#state.status === 'starting' || this.#state.status === 'ready') return this.#ready;
    this.#startData = startData;
    this.#stopping = false;
    this.#ready = this.#launch();
    return this.#ready;
  }

  /** Stops the API in order: responses under way are finished, the database is closed. */
  async stop(): Promise<void> {
    this.#stopping = true;
    const running = this.#process;
    if (running) {
      const ended = new Promise<void>((resolve) => running.once('exit', () => resolve()));
      running.postMessage({ kind: 'stop' });
      const timer = setTimeout(() => end(running), PATIENCE);
      await ended;
      clearTimeout(timer);
    }
    this.#sweep();
  }

  /** Returns the amount of the API's data; null while the API does not run, or if counting takes too long. */
  facts(): Promise<StoreFacts | null> {
    const running = this.#process;
    if (!running || this.#state.status !== 'ready') return Promise.resolve(null);
    return new Promise((resolve) => {
      this.#resolveFacts = resolve;
      setTimeout(() => resolve(null), PATIENCE).unref();
      running.postMessage({ kind: 'facts' });
    });
  }

  async #launch(): Promise<BackendState> {
    const { entry, data, backups, seedDay, captcha, push, mail, monitor, watch } = this.#options;
    const startData = this.#startData;
    if (!startData) return this.state;
    this.#sweep();
    this.#set({ status: 'starting', code: null, detail: null });
    this.#secret = randomBytes(32).toString('base64url');
    if (process.platform !== 'win32') {
      // The name is short, since a socket's path is limited to 104 bytes on macOS.
      this.#folder = mkdtempSync(path.join(os.tmpdir(), 'fc-'));
      chmodSync(this.#folder, 0o700);
    }
    const child = utilityProcess.fork(entry, [], { serviceName: 'Freight Console API', stdio: 'ignore' });
    this.#process = child;
    return new Promise((resolve) => {
      child.on('message', (answer: StartAnswer) => {
        if (answer.kind === 'report')
          return this.#notify(({ report }) =>
            report(answer.message, answer.places ? new RelayedError(answer.places) : undefined),
          );
        if (answer.kind === 'facts') return this.#resolveFacts(answer.facts);
        if (answer.kind === 'key') {
          const { id } = answer;
          void watch
            .then(({ key }) => key(answer.make))
            .then((found) => {
              if (this.#process === child)
                child.postMessage({ kind: 'key', id, ...found } satisfies KeyAnswer);
            });
          return;
        }
        if (answer.kind === 'ready') {
          this.#seed = answer.seed;
          // A restart from now on finds existing data.
          this.#startData = { seed: answer.seed, mustHaveData: true };
        }
        this.#set(
          answer.kind === 'ready'
            ? {
                status: 'ready',
                code: answer.readOnly === null ? null : 'DATA_READ_ONLY',
                detail: answer.readOnly,
              }
            : { status: 'failed', code: answer.code, detail: answer.detail },
        );
        resolve(this.state);
        if (answer.kind === 'failed') end(child);
      });
      child.once('exit', () => {
        if (this.#process !== child) return;
        this.#process = undefined;
        if (this.#stopping) return resolve(this.state);
        if (this.#state.status !== 'failed') this.#died();
        resolve(this.state);
      });
      const message: StartMessage = {
        kind: 'start',
        data: data(),
        backups,
        ...startData,
        ...(seedDay ? { seedDay } : {}),
        captcha,
        push,
        mail,
        monitor,
        listen: { socket: this.#socketPath(), secret: this.#secret },
      };
      child.postMessage(message);
    });
  }

  #died(): void {
    const now = performance.now();
    this.#notify(({ died }) => died());
    this.#deaths = [...this.#deaths.filter((at) => now - at < 60_000), now];
    this.#notify(({ report }) =>
      report(`the embedded API ended by itself (${this.#deaths.length} times within a minute)`),
    );
    if (this.#deaths.length > RESTARTS_PER_MINUTE) {
      this.#set({ status: 'failed', code: 'BACKEND_CRASHING', detail: null });
      return;
    }
    this.#ready = this.#launch();
  }

  #socketPath(): string {
    return process.platform === 'win32'
      ? `\\\\.\\pipe\\freight-console-${this.#secret.slice(0, 16)}`
      : path.join(this.#folder ?? '', 's');
  }

  #sweep(): void {
    if (this.#folder) rmSync(this.#folder, { recursive: true, force: true });
    this.#folder = undefined;
  }

  #set(state: Omit<BackendState, 'order'>): void {
    this.#state = state;
    const current = this.state;
    this.#notify(({ announce }) => announce(current));
  }

  #notify(notify: (watch: BackendWatch) => void): void {
    void this.#options.watch.then(notify);
  }
}

/** Kills a process that does not end on request, even a suspended one. */
function end({ pid }: UtilityProcess): void {
  try {
    if (pid) process.kill(pid, 'SIGKILL');
  } catch {
    // The process is gone already.
  }
}
