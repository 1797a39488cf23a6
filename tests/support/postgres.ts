import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import { INSTALL, postgresPrograms } from '../../scripts/postgres.mjs';

/** A PostgreSQL server for tests alone: its data in a temporary folder, on loopback, without waiting for the disk. */
export interface TestPostgres {
  /** Returns the address of a database by its name. */
  address(name: string): string;
  /** Makes a database, empty or as a copy of another. */
  create(name: string, like?: string): Promise<string>;
  drop(name: string): Promise<void>;
  /** Dumps a database into a file, as operators do for a backup. */
  dump(name: string, file: string): void;
  /** Makes a database from such a file. */
  restore(name: string, file: string): Promise<void>;
  /** Runs a statement on the server as a whole. */
  run(text: string): Promise<void>;
  /** Returns rows by SQL of a database, in PostgreSQL's dialect. */
  rows(name: string, text: string): Promise<Record<string, unknown>[]>;
  stop(): void;
}

/** A server that was started here, and can be stopped for a while. */
export interface OwnPostgres extends TestPostgres {
  readonly port: number;
  /** Stops the server at once, in the middle of its work; its data stays. */
  halt(): void;
  /** Kills all of its processes with SIGKILL; its data stays. */
  kill(): void;
  resume(): void;
}

/** Differences of a test's own server from the usual one. */
interface Special {
  /** Client authentication, in the syntax of `pg_hba.conf`. */
  readonly access?: string;
  readonly tls?: { readonly key: string; readonly cert: string };
}

/** Returns the user that runs PostgreSQL, which refuses root: then the one that its package created. */
function runner(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const id = (kind: string) => Number(execFileSync('id', [kind, 'postgres'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Starts a server. Throws with the command that installs PostgreSQL if it is missing. */
export async function startPostgres({ access, tls }: Special = {}): Promise<OwnPostgres> {
  const bin = postgresPrograms();
  if (!bin) throw new Error(`PostgreSQL is not installed: ${INSTALL}`);
  const folder = mkdtempSync(
    path.join(existsSync('/dev/shm') ? '/dev/shm' : os.tmpdir(), `freight-postgres-${process.pid}-`),
  );
  const user = runner();
  if (user) chownSync(folder, user.uid, user.gid);
  chmodSync(folder, 0o700);
  const data = path.join(folder, 'data');
  const port = await freePort();
  const call = (program: string, ...args: string[]) =>
    execFileSync(path.join(bin, program), args, { cwd: folder, stdio: 'ignore', ...user });
  call('initdb', '-D', data, '-U', 'freight', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync');
  const settings = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: folder,
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    // Nothing is kept beyond the run: no replica reads its log, and no vacuum cleans up.
    wal_level: 'minimal',
    max_wal_senders: 0,
    autovacuum: 'off',
    max_connections: 200,
    shared_buffers: '256MB',
  };
  const put = (name: string, text: string) => {
    const file = path.join(data, name);
    writeFileSync(file, text, { mode: 0o600 });
    if (user) chownSync(file, user.uid, user.gid);
  };
  if (access) put('pg_hba.conf', access);
  for (const [name, text] of Object.entries(tls ?? {})) put(`server.${name === 'key' ? 'key' : 'crt'}`, text);
  const options = Object.entries({ ...settings, ssl: tls ? 'on' : 'off' }).map(
    ([name, value]) => `-c ${name}=${value}`,
  );
  const log = path.join(folder, 'log');
  const resume = () => {
    const end = Date.now() + 30_000;
    for (;;)
      try {
        return call('pg_ctl', '-D', data, '-l', log, '-w', '-o', options.join(' '), 'start');
      } catch (cause) {
        const last = readFileSync(log, 'utf8').split('\n').slice(-8).join('\n');
        // Processes of a killed server hold its shared memory for a moment.
        if (!last.includes('still in use') || Date.now() > end) throw new Error(last, { cause });
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100);
      }
  };
  const halt = () => call('pg_ctl', '-D', data, '-m', 'immediate', 'stop');
  const kill = () => {
    const [master = ''] = readFileSync(path.join(data, 'postmaster.pid'), 'utf8').split('\n');
    const children = readFileSync(`/proc/${master}/task/${master}/children`, 'utf8').split(' ');
    for (const pid of [master, ...children].filter(Boolean)) process.kill(Number(pid), 'SIGKILL');
    // A killed process that nobody has reaped yet would count as the owner of these.
    for (const lock of ['data/postmaster.pid', `.s.PGSQL.${port}.lock`]) rmSync(path.join(folder, lock));
  };
  resume();
  const stop = () => {
    halt();
    rmSync(folder, { recursive: true, force: true });
  };
  return { ...attached(port, stop), port, halt, kill, resume };
}

/** Returns the server that runs on a port. */
export function attached(port: number, stop: () => void): TestPostgres {
  const address = (name: string) => `postgres://freight@127.0.0.1:${port}/${name}`;
  const rows = async (name: string, text: string) => {
    const client = new Client({ connectionString: address(name) });
    await client.connect();
    return (await client.query(text).finally(() => client.end())).rows;
  };
  const run = async (text: string) => void (await rows('postgres', text));
  const call = (program: string, ...args: string[]) =>
    execFileSync(path.join(postgresPrograms() ?? '', program), args, { stdio: ['ignore', 'ignore', 'pipe'] });
  return {
    address,
    rows,
    run,
    stop,
    create: async (name, like = 'template0') => {
      await run(`create database "${name}" template "${like}" encoding 'UTF8' locale 'C' strategy file_copy`);
      return address(name);
    },
    drop: (name) => run(`drop database if exists "${name}" with (force)`),
    dump: (name, file) => call('pg_dump', '--format=custom', `--file=${file}`, address(name)),
    restore: async (name, file) => {
      await run(`create database "${name}" template template0 encoding 'UTF8' locale 'C'`);
      call('pg_restore', '--exit-on-error', `--dbname=${address(name)}`, file);
    },
  };
}
