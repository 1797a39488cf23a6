import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { Client } from 'pg';

/** How PostgreSQL comes to a machine that has none. */
export const INSTALL = 'sudo apt-get install -y --no-install-recommends postgresql';

/** Folder of PostgreSQL's programs, the newest that Debian has put there; undefined where there are none. */
export function postgresPrograms(): string | undefined {
  const place = '/usr/lib/postgresql';
  const versions = existsSync(place) ? readdirSync(place).sort((a, b) => Number(b) - Number(a)) : [];
  return versions
    .map((version) => path.join(place, version, 'bin'))
    .find((bin) => existsSync(path.join(bin, 'initdb')));
}

/** A server of PostgreSQL for tests alone: its data in a passing folder, on loopback, with nothing waiting for the disk. */
export interface TestPostgres {
  /** Address of a database by its name. */
  address(name: string): string;
  /** Makes a database, empty or as another one is. */
  create(name: string, like?: string): Promise<string>;
  drop(name: string): Promise<void>;
  /** Ends all connections to a database, or lets nobody connect. */
  run(text: string): Promise<void>;
  stop(): void;
}

/** PostgreSQL refuses to be run by root: then it is run by the user that its package made. */
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

/** Starts one. Throws with the command that installs PostgreSQL where it is missing. */
export async function startPostgres(): Promise<TestPostgres> {
  const bin = postgresPrograms();
  if (!bin) throw new Error(`PostgreSQL is not installed: ${INSTALL}`);
  const folder = mkdtempSync(
    path.join(existsSync('/dev/shm') ? '/dev/shm' : os.tmpdir(), 'freight-postgres-'),
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
    max_connections: 200,
    shared_buffers: '256MB',
  };
  const options = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`);
  call('pg_ctl', '-D', data, '-l', path.join(folder, 'log'), '-w', '-o', options.join(' '), 'start');
  return attached(port, () => {
    call('pg_ctl', '-D', data, '-m', 'immediate', 'stop');
    rmSync(folder, { recursive: true, force: true });
  });
}

/** The server that runs on a port. */
export function attached(port: number, stop: () => void): TestPostgres {
  const address = (name: string) => `postgres://freight@127.0.0.1:${port}/${name}`;
  const run = async (text: string) => {
    const client = new Client({ connectionString: address('postgres') });
    await client.connect();
    await client.query(text).finally(() => client.end());
  };
  return {
    address,
    run,
    stop,
    create: async (name, like = 'template0') => {
      await run(`create database "${name}" template "${like}" encoding 'UTF8' locale 'C' strategy file_copy`);
      return address(name);
    },
    drop: (name) => run(`drop database if exists "${name}" with (force)`),
  };
}
