import { existsSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { Settings } from '@contract/desktop';
import { failureText } from '@contract/failure';
import electronLog from 'electron-log/node';
import { redact } from './redact';

type LogLevel = Settings['logLevel'];
/** Which part of the app says it. */
type LogPart = 'main' | 'window' | 'api';
/** Facts beside a message: codes, names of calls, counts, milliseconds, ids of records. */
type LogFacts = Readonly<Record<string, string | number | boolean>>;

/** Bytes of one file, and how many of them are kept. */
const MAX_FILE = 5 * 1024 * 1024;
const FILES = 5;
/** Characters of a line and of a fact: whoever says more says what does not belong here. */
const LONGEST = 400;
const LONGEST_FACT = 60;

/**
 * The log of the app, its window and the embedded API, in one form: time, level, part, message. It holds codes, names of
 * calls, durations, counts and ids; never what was typed, sent or stored. Failures are told by their kind and place, and all
 * goes through the redaction as well. What cannot be written is dropped: a full disk costs the log first.
 */
export class Log {
  readonly folder: string;
  readonly #log = electronLog.create({ logId: 'freight-console' });

  constructor(folder: string, level: LogLevel, { maxFile = MAX_FILE }: { readonly maxFile?: number } = {}) {
    this.folder = folder;
    const { console: terminal, file } = this.#log.transports;
    // Else it looks for a name from the folder on in which the app was started, and writes nothing where it finds none.
    file.setAppName('freight-console');
    terminal.level = false;
    // What electron-log says there by itself, of a file that cannot be written, names the folder of a person.
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

  /** Says something that happened. */
  note(level: LogLevel, part: LogPart, message: string, facts: LogFacts = {}): void {
    // With every call: what nobody reads is not put into words.
    const { levels, transports } = this.#log;
    if (levels.indexOf(level) > levels.indexOf(String(transports.file.level))) return;
    const told = Object.entries(facts).map(
      ([name, value]) => `${name}=${String(value).slice(0, LONGEST_FACT)}`,
    );
    this.#write(level, part, [message, ...told].join(' '));
  }

  /** Says what failed, and how. */
  fail(part: LogPart, message: string, error?: unknown): void {
    this.#write('warn', part, message, error === undefined ? '' : failureText(error));
  }

  /** The files there are, the newest first. */
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
      // Then it grows on until it can be.
    }
  }
}
