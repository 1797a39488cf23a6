import { copyFileSync, renameSync } from 'node:fs';
import path from 'node:path';
import Store from 'electron-store';
import * as z from 'zod';

type Report = (message: string, error?: unknown) => void;
type Raw = Readonly<Record<string, unknown>>;

const isRaw = (raw: unknown): raw is Raw => typeof raw === 'object' && raw !== null && !Array.isArray(raw);

/** Reads the values of a file one by one: an invalid value is recorded and replaced by its default, the others stay. */
export class Reading {
  readonly damaged = new Set<string>();
  readonly #raw: Raw;

  constructor(raw: unknown) {
    this.#raw = isRaw(raw) ? raw : {};
  }

  value<T>(name: string, schema: z.ZodType<T>, fallback: T): T {
    const found = Object.hasOwn(this.#raw, name) ? this.#raw[name] : undefined;
    if (found === undefined) return fallback;
    const read = schema.safeParse(found);
    if (!read.success) this.damaged.add(name);
    return read.success ? read.data : fallback;
  }

  /** Reads a list entry by entry; invalid entries are dropped. */
  list<T>(name: string, schema: z.ZodType<T>): T[] {
    return this.value(name, z.array(z.unknown()), []).flatMap((one) => {
      const read = schema.safeParse(one);
      if (!read.success) this.damaged.add(name);
      return read.success ? [read.data] : [];
    });
  }

  /** Reads a nested part value by value. */
  part<T>(name: string, read: (inner: Reading, names: readonly string[]) => T): T {
    const inner = new Reading(this.#raw[name]);
    const value = read(inner, Object.keys(inner.#raw));
    const misshapen = this.#raw[name] !== undefined && inner.#raw !== this.#raw[name];
    if (misshapen || inner.damaged.size > 0) this.damaged.add(name);
    return value;
  }
}

/**
 * One file of values: read once, written whole or not at all. An unreadable file is moved aside, and one with invalid
 * values is copied. If the folder cannot be written, nothing is stored, but the app runs on.
 */
export class KeptFile<T extends object> {
  readonly #store: Store<Record<string, unknown>> | undefined;
  readonly #values: T;
  readonly #report: Report;
  /** True if part of the file could not be read at this start; its old contents are in the copy set aside. */
  readonly damaged: boolean;

  constructor(folder: string, name: string, read: (from: Reading) => T, report: Report) {
    this.#report = report;
    const place = path.join(folder, `${name}.json`);
    const aside = path.join(folder, `${name}.damaged.json`);
    // Only the user of this machine who owns the files may read them.
    const open = () =>
      new Store<Record<string, unknown>>({
        name,
        cwd: folder,
        accessPropertiesByDotNotation: false,
        configFileMode: 0o600,
      });
    let setAside = false;
    try {
      try {
        this.#store = open();
      } catch (error) {
        report(`${name}.json cannot be read and is kept aside`, error);
        renameSync(place, aside);
        setAside = true;
        this.#store = open();
      }
    } catch (error) {
      report(`${name}.json cannot be used: nothing is kept`, error);
    }
    const reading = new Reading({ ...this.#store?.store });
    this.#values = read(reading);
    this.damaged = setAside || reading.damaged.size > 0;
    if (reading.damaged.size === 0) return;
    report(`${name}.json holds what is not understood in ${[...reading.damaged].join(', ')}`);
    try {
      copyFileSync(place, aside);
    } catch (error) {
      report(`no copy of ${name}.json could be made`, error);
    }
  }

  get<K extends keyof T>(key: K): T[K] {
    return this.#values[key];
  }

  /** Returns true if the values are on the disk. */
  set(values: Partial<T>): boolean {
    Object.assign(this.#values, values);
    try {
      this.#store?.set(values);
      return this.#store !== undefined;
    } catch (error) {
      this.#report('settings could not be written', error);
      return false;
    }
  }
}
