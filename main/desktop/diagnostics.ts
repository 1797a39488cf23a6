import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { open, readFile, rm, stat, statfs } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { DiagnosticEntry } from '@contract/desktop';
import type { Boot } from '@contract/desktop/boot';
import { failureText } from '@contract/failure';
import type { StoreFacts } from '../server/store/facts';
import type { Target } from '../transport/target';
import type { Log } from './log';

/** Dependencies of the diagnostics. */
export interface DiagnosticPorts {
  /** Folder of the data stored on this machine. */
  readonly folder: string;
  readonly log: Log;
  readonly boot: () => Promise<Boot>;
  readonly target: () => Promise<Target>;
  readonly keychain: () => Promise<'available' | 'locked' | 'none'>;
  readonly store: () => Promise<StoreFacts | null>;
  readonly crashes: () => Readonly<Record<string, number>>;
  /** Graphics and process facts from Electron. */
  readonly machine: () => Promise<Record<string, unknown>>;
}

/** Timeout (ms) of the server check, and maximum characters of a text shown in the window. */
const PATIENCE = 8000;
const SHOWN = 20_000;
const MB = 1024 * 1024;

interface DiagnosticFile extends DiagnosticEntry {
  readonly whole: Buffer;
}

/**
 * Facts for support, gathered on request and shown before they are saved. Every value is listed explicitly: versions,
 * states, sizes and counts; never names of servers, people or records, mail addresses, texts or tokens.
 */
export class Diagnostics {
  readonly #ports: DiagnosticPorts;
  #gathered: readonly DiagnosticFile[] = [];

  constructor(ports: DiagnosticPorts) {
    this.#ports = ports;
  }

  /** Gathers everything; returns the entries that would be saved. */
  async collect(): Promise<DiagnosticEntry[]> {
    const [about, settings, health, data, logs] = await Promise.all([
      this.#about(),
      this.#settings(),
      this.#health(),
      this.#data(),
      this.#logs(),
    ]);
    this.#gathered = [
      json('about', about),
      json('settings', settings),
      json('health', health),
      json('data', data),
      json('crashes', this.#ports.crashes()),
      ...logs,
    ];
    return this.#gathered.map(({ whole: _, ...shown }) => shown);
  }

  /** Returns the entries shown last as a zip; gathers them first if there are none. */
  async zip(): Promise<Buffer> {
    if (this.#gathered.length === 0) await this.collect();
    const { ZipFile } = await import('yazl');
    const zip = new ZipFile();
    for (const { name, whole } of this.#gathered) zip.addBuffer(whole, name);
    zip.end();
    return buffer(zip.outputStream);
  }

  async #about(): Promise<object> {
    const { version, electron, platform, timeZone, graphics, safeStart } = await this.#ports.boot();
    const { chrome, node, v8 } = process.versions;
    return {
      at: new Date().toISOString(),
      app: version,
      ...{ electron, chrome, node, v8, platform, arch: process.arch, system: os.release() },
      ...{ cpus: os.cpus().length, memoryMb: Math.round(os.totalmem() / MB), timeZone },
      ...{ freeMemoryMb: Math.round(os.freemem() / MB), uptimeSeconds: Math.round(process.uptime()) },
      ...{ graphics, safeStart, ...(await this.#ports.machine()) },
    };
  }

  async #settings(): Promise<object> {
    const { settings, environments, environment, session, managed, damaged } = await this.#ports.boot();
    const { language, theme, density, sidebarCollapsed, notifications, gpu, logLevel } = settings;
    const { tables, tabs, recent, favourites, menuSections, labels, printers } = settings;
    return {
      ...{ language, theme, density, sidebarCollapsed, notifications, gpu, logLevel },
      remembered: Object.fromEntries(
        Object.entries({ tables, tabs, recent, favourites, menuSections, labels, printers }).map(
          ([name, kept]) => [name, Object.keys(kept).length],
        ),
      ),
      servers: environments.map(({ id, base, fixed }) => ({
        host: base === null ? null : new URL(base).host,
        chosen: id === environment,
        fixed,
      })),
      session: { status: session.status, kept: session.kept },
      keychain: await this.#ports.keychain(),
      administrator: {
        file: managed.place !== null,
        locked: managed.locked,
        // Keep only the key of each problem: the value may contain anything.
        problems: managed.problems.map(
          (problem) => /^[A-Za-z]{1,20}(?:\.\d+)?(?:\.[A-Za-z]{1,20})?(?=:)/.exec(problem)?.[0] ?? 'file',
        ),
      },
      damaged,
    };
  }

  async #health(): Promise<object> {
    const { folder } = this.#ports;
    const probe = path.join(folder, `.write-${randomUUID()}`);
    const writes = await open(probe, constants.O_CREAT | constants.O_EXCL | constants.O_WRONLY, 0o600)
      .then(async (file) => {
        await file.writeFile('x');
        await file.close();
        return { ok: true };
      })
      .catch((error: unknown) => ({ ok: false, code: codeOf(error) }))
      .finally(() => rm(probe, { force: true }).catch(() => undefined));
    const disk = await statfs(folder)
      .then(({ bavail, bsize }) => ({
        ok: bavail * bsize > 512 * MB,
        freeMb: Math.round((bavail * bsize) / MB),
      }))
      .catch((error: unknown) => ({ ok: false, code: codeOf(error) }));
    return { dataFolderWritable: writes, disk, server: await this.#server() };
  }

  /** Checks that the chosen server responds; returns its latency and the difference of the clocks. */
  async #server(): Promise<object> {
    let target: Target;
    try {
      target = await this.#ports.target();
    } catch (error) {
      return { ok: false, code: codeOf(error) };
    }
    const secure = target.base.startsWith('https:');
    const about = { host: target.socketPath ? 'embedded' : new URL(target.base).host, secure };
    const startedAt = performance.now();
    try {
      const { client } = await import('../transport/client');
      const { status, headers } = await client.request({
        method: 'HEAD',
        url: `${target.base}/captcha`,
        signal: AbortSignal.timeout(PATIENCE),
        headers: { ...target.headers },
        ...(target.socketPath ? { socketPath: target.socketPath } : {}),
        ...(target.proxy ? { proxy: target.proxy } : {}),
      });
      const date = Date.parse(String(headers.date ?? ''));
      return {
        ok: status < 500,
        ...about,
        status,
        milliseconds: Math.round(performance.now() - startedAt),
        ...(Number.isNaN(date) ? {} : { clockBehindSeconds: Math.round((date - startedAt) / 1000) }),
        ...(secure ? { certificate: 'accepted' } : {}),
        proxy: target.proxy !== undefined,
      };
    } catch (error) {
      return {
        ok: false,
        ...about,
        code: codeOf(error),
        milliseconds: Math.round(performance.now() - startedAt),
      };
    }
  }

  async #data(): Promise<object> {
    const { backend, seed } = await this.#ports.boot();
    const sizes: Record<string, number> = {};
    for (const name of ['freight.db', 'freight.db-wal']) {
      const found = await stat(path.join(this.#ports.folder, 'data', name)).catch(() => undefined);
      if (found) sizes[name] = found.size;
    }
    return { status: backend.status, code: backend.code, seed, sizes, store: await this.#ports.store() };
  }

  async #logs(): Promise<DiagnosticFile[]> {
    const found = await Promise.all(
      this.#ports.log.files.map(async (file) => {
        const whole = await readFile(file).catch(() => undefined);
        return whole ? [entry(`logs/${path.basename(file)}`, 'log', whole)] : [];
      }),
    );
    return found.flat();
  }
}

const codeOf = (error: unknown): string => failureText(error).split('\n')[0] ?? '';

const json = (part: Exclude<DiagnosticEntry['part'], 'log'>, value: object): DiagnosticFile =>
  entry(`${part}.json`, part, Buffer.from(`${JSON.stringify(value, null, 2)}\n`));

function entry(name: string, part: DiagnosticEntry['part'], whole: Buffer): DiagnosticFile {
  return { name, part, size: whole.length, text: whole.toString('utf8').slice(-SHOWN), whole };
}
