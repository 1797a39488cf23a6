import { existsSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { Settings } from '@contract/desktop/boot';
import { failureText } from '@contract/failure';
import electronLog from 'electron-log/node';
import { redact } from './redact';

type LogLevel = Settings['logLevel'];
/** The part of the app that logs. */
type LogPart = 'main' | 'window' | 'api';
/** Facts beside a message: codes, names of calls, counts, milliseconds, ids of records. */
type LogFacts = Readonly<Record<string, string | number | boolean>>;

/** Maximum bytes of a log file, and number of files. */
const MAX_FILE = 5 * 1024 * 1024;
const FILES = 5;
/** Maximum characters of a line and of a fact; longer ones contain more than belongs in a log. */
const LONGEST = 400;
const LONGEST_FACT = 60;

/**
 * The log of the app, its window and the embedded API, in one form: time, level, part, message. It contains codes, call
 * names, durations, counts and ids; never input, sent or stored data. Failures are logged by kind and place, and every
 * line is redacted. A line that cannot be written is dropped: a full disk costs the log first.
 */
export class Log {
  readonly folder: string;
  readonly #log = electronLog.create({ logId: 'freight-console' });

  constructor(folder: string, level: LogLevel, { maxFile = MAX_FILE }: { readonly maxFile?: number } = {}) {
    this.folder = folder;
    const { console: terminal, file } = this.#log.transports;
    // Without a name, electron-log searches from the working directory for one, and writes nothing if it finds none.
    file.setAppName('freight-console');
    terminal.level = false;
    // electron-log's own message about an unwritable file contains a user's folder.
    electronLog.transports.console.writeFn = () => undefined;
    terminal.writeFn = () => undefined;
    file.level = level;
    file.maxSize = maxFile;
    file.resolvePathFn = () => this.#file(0);
    file.format = '{text}';
    file.writeOptions = { flag: 'a', mode: 0o600, encoding: 'utf8' };
    file.archiveLogFn = () => this.#rotate();
  }

  set level(level: LogLevel) {
    this.#log.transports.file.level = level;
  }

  /** Logs an event. */
  note(level: LogLevel, part: LogPart, message: string, facts: LogFacts = {}): void {
    // Runs with every call: skip formatting below the level.
    const { levels, transports } = this.#log;
    if (levels.indexOf(level) > levels.indexOf(String(transports.file.level))) return;
    const texts = Object.entries(facts).map(
      ([name, value]) => `${name}=${String(value).slice(0, LONGEST_FACT)}`,
    );
    this.#write(level, part, [message, ...texts].join(' '));
  }

  /** Logs a failure with its kind and place. */
  fail(part: LogPart, message: string, error?: unknown): void {
    this.#write('warn', part, message, error === undefined ? '' : failureText(error));
  }

  /** The existing files, newest first. */
  get files(): string[] {
    return Array.from({ length: FILES }, (_, age) => this.#file(age)).filter((file) => existsSync(file));
  }

  #write(level: LogLevel, part: LogPart, message: string, places = ''): void {
    try {
      const line = redact(message.replace(/[\s\p{Cc}]+/gu, ' ').slice(0, LONGEST));
      const below = redact(places)
        .split('\n')
        .filter(Boolean)
        .map((one) => `\n  ${one.trim()}`);
      this.#log[level](
        `${new Date().toISOString()} ${level.padEnd(5)} ${part.padEnd(6)} ${line}${below.join('')}`,
      );
    } catch {
      // The app goes on without its log.
    }
  }

  #file(age: number): string {
    return path.join(this.folder, age === 0 ? 'main.log' : `main.${age}.log`);
  }

  #rotate(): void {
    try {
      rmSync(this.#file(FILES - 1), { force: true });
      for (let age = FILES - 2; age >= 0; age -= 1)
        if (existsSync(this.#file(age))) renameSync(this.#file(age), this.#file(age + 1));
    } catch {
      // The file grows until it can be rotated.
    }
  }
}
