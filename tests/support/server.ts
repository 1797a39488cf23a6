import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import type { ApiName } from '@contract/index';
import { type PermissionName, permissionNodes, permit } from '@contract/permissions';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { HASH_ROUNDS, setHashRounds } from '../../main/server/areas/access/passwords';
import { custodyFaults } from '../../main/server/areas/custody/balance';
import type { SecretKeys } from '../../main/server/core/secrets/secrets';
import {
  type FirstAdministrator,
  type RunningServer,
  type StartOptions,
  startServer,
} from '../../main/server/host/server';
import type { Connection } from '../../main/server/store/connection';
import { openStore, type Store } from '../../main/server/store/open';
import { openLine } from '../../main/server/store/postgres/line';
import { readingAddress } from '../../main/server/store/wholeness';
import { canBeWritten } from '../../main/server/store/writable';
import {
  type Actor,
  answerOf,
  CAPTCHA,
  type CallOptions,
  CallRefused,
  type LooseInput,
  type RefusedCall,
  requestOf,
  type TestClient,
} from './apiCall';
import { copyDemoData, runPostgres } from './apiDemoData';
import { SEED_DAY } from './demoData';
import { planOf, planOfPostgres } from './queryPlan';
import { QUICK_ROUNDS, quarterHash, quickHash } from './quickPasswords';

interface ApiOptions {
  readonly seed?: 'demo' | 'empty';
  readonly administrator?: FirstAdministrator;
  /** Settings of pushes to customers. */
  readonly push?: StartOptions['push'];
  /** Settings of outgoing mail. */
  readonly mail?: StartOptions['mail'];
  /** Settings of sending consignment notes; none are sent by default. */
  readonly notes?: StartOptions['notes'];
  /** Settings of the checks of alert rules. */
  readonly monitor?: StartOptions['monitor'];
  /** Settings of the checks of report schedules; none by default. */
  readonly schedules?: StartOptions['schedules'];
  /** Settings of the NetCHB gateway. */
  readonly netchb?: StartOptions['netchb'];
  /** Settings of customs offices. */
  readonly customs?: StartOptions['customs'];
  /** Settings of the reader of exchange rates. */
  readonly rates?: StartOptions['rates'];
  /** Settings of handing invoices over. */
  readonly eInvoices?: StartOptions['eInvoices'];
  /** False where tests write places, times and trucks beside the API: the ledger is not checked at the end. */
  readonly custody?: false;
  /** Place of the key of secrets. */
  readonly keys?: SecretKeys;
  /** Hashes passwords as slowly as the product does: where a test is about that time. */
  readonly slowHashes?: boolean;
}

/** The administrator of an empty start. */
const firstAdministrator: FirstAdministrator = {
  username: 'first',
  realName: 'First Administrator',
  email: 'first@example.com',
  password: 'First#2026',
  mustChangePassword: false,
};

type Row = Record<string, unknown>;

/** The embedded API as it ships, on a separate port and folder, with the contract enforced strictly. */
export class TestApi {
  /** Base of all paths, for example `http://127.0.0.1:49152/admin`. */
  base = '';
  folder = '';
  /** A connection beside the API's own: to read, and to set up states that no call reaches yet. */
  db!: Connection;
  /** Address of its database, when the run is on PostgreSQL. */
  database: string | undefined;
  /** Caller of requests without an actor: a super administrator. */
  admin!: Actor;
  /** Milliseconds by which the API's clock is ahead. */
  ahead = 0;
  readonly #options: ApiOptions;
  #running: RunningServer | undefined;
  #reports: string[] = [];

  constructor(options: ApiOptions = {}) {
    this.#options = options;
  }

  /** Starts on new data. */
  async start(): Promise<this> {
    this.folder = mkdtempSync(path.join(os.tmpdir(), 'freight-api-'));
    const server = runPostgres();
    const name = server && `api_${randomBytes(6).toString('hex')}`;
    this.database = name && server.address(name);
    if (this.#options.seed !== 'empty') await copyDemoData(this.folder, name);
    else if (name) await server.create(name);
    await this.open();
    this.admin = this.actor({ superAdmin: true });
    return this;
  }

  /** Folder of files with exchange rates; a test makes it. */
  get ratesFolder(): string {
    return path.join(this.folder, 'rates');
  }

  /** Folder into which invoices are handed over; a test makes it. */
  get invoicesFolder(): string {
    return path.join(this.folder, 'invoices');
  }

  /** Starts on the existing data. */
  async open(): Promise<void> {
    const {
      seed = 'demo',
      administrator = firstAdministrator,
      push,
      mail,
      notes = { every: 3_600_000 },
      monitor = { every: 3_600_000 },
      schedules = { every: 3_600_000 },
      netchb,
      customs,
      rates = { every: 3_600_000 },
      eInvoices = { every: 3_600_000 },
      keys,
      slowHashes = false,
    } = this.#options;
    setHashRounds(slowHashes ? HASH_ROUNDS : QUICK_ROUNDS);
    this.#running = await startServer({
      data: this.folder,
      ...(this.database ? { database: this.database } : {}),
      seed,
      seedDay: SEED_DAY,
      administrator,
      listen: { host: '127.0.0.1', port: 0 },
      captcha: CAPTCHA,
      strict: true,
      push,
      mail,
      notes,
      monitor,
      schedules,
      netchb,
      customs,
      rates: { folder: this.ratesFolder, ...rates },
      eInvoices: { folder: this.invoicesFolder, ...eInvoices },
      ...(keys ? { keys } : {}),
      now: () => Date.now() + this.ahead,
      report: (message, error) =>
        this.#reports.push(`${message} ${error instanceof Error ? error.stack : ''}`),
    });
    this.base = this.#running.url ?? '';
    if (this.database) {
      this.db = openLine(this.database, { patience: 5000 });
      return;
    }
    const file = path.join(this.folder, 'freight.db');
    this.db = new DatabaseSync(canBeWritten(this.folder) ? file : readingAddress(file), { timeout: 5000 });
    // Writes of tests need not survive a power cut; those of the server do.
    this.db.exec('pragma synchronous = off');
  }

  /**
   * Waits until no file job is running. Without a worker they run in this very thread: an insert by a test while one of
   * them writes would wait for a lock that is never released, since its waiting stops the job too.
   */
  async idle(): Promise<void> {
    await this.#running?.idle();
  }

  /** Opens a separate store on the same data, to be closed by the caller. */
  openStore(): Promise<Store> {
    const report = (message: string, error: unknown) => this.#reports.push(`${message} ${error}`);
    return openStore(this.folder, this.database ? { address: this.database, report } : undefined);
  }

  /** Stops the server and keeps its data. */
  async close(): Promise<void> {
    this.db.close();
    await this.#running?.stop();
  }

  /** Faults of the ledger of all bills whose goods were moved by calls. */
  async #custodyFaults(): Promise<string[]> {
    if (this.#options.custody === false) return [];
    const bills = this.rows('select distinct billId from custodyMove where recordedBy is not null');
    if (bills.length === 0) return [];
    const store = await this.openStore();
    try {
      return await custodyFaults(
        store.read,
        bills.map(({ billId }) => Number(billId)),
      );
    } finally {
      await store.close();
    }
  }

  /** Stops the server, removes its data, and fails if it reported anything unexpected. */
  async stop(): Promise<void> {
    const faults = await this.#custodyFaults();
    await this.close();
    expect(faults).toEqual([]);
    rmSync(this.folder, { recursive: true, force: true });
    if (this.database) await runPostgres()?.drop(new URL(this.database).pathname.slice(1));
    expect(this.takeReports()).toEqual([]);
  }

  /** Returns and clears the unexpected errors that the server reported so far. */
  takeReports(): string[] {
    return this.#reports.splice(0);
  }

  /** Every call by group and name, returning its data; a refused one throws {@link CallRefused}. */
  readonly call = new Proxy({} as TestClient, {
    get: (_, group: string) =>
      new Proxy({}, { get: (_, name: string) => this.#caller(`${group}.${name}` as ApiName) }),
  });

  #caller(name: ApiName) {
    return async (input?: LooseInput, options?: CallOptions): Promise<unknown> => {
      const answer = await this.send(name, input, options);
      if ('refused' in answer) throw new CallRefused(name, answer.refused);
      return answer.got;
    };
  }

  /** Sends a call that must be refused, and returns the refusal. */
  async refused(name: ApiName, input: LooseInput = {}, options: CallOptions = {}): Promise<RefusedCall> {
    const answer = await this.send(name, input, options);
    if ('got' in answer)
      throw new Error(`${name} was not refused: ${JSON.stringify(answer.got)?.slice(0, 300)}`);
    return answer.refused;
  }

  /** Sends a call with any input. */
  async send(name: ApiName, input: LooseInput = {}, options: CallOptions = {}) {
    return answerOf(await fetch(requestOf(this.base, name, input, { as: this.admin, ...options })));
  }

  /** Signs in as people do. */
  async signIn(username: string, password: string): Promise<Actor> {
    const { id: captchaId } = await this.call.session.captcha({}, { as: null });
    const body = { username, password, captchaId, captcha: CAPTCHA };
    const { token, profile } = await this.call.session.login({ body }, { as: null });
    const { groupId } = this.row('select groupId from staff where id = ?', profile.id);
    return { token, staffId: profile.id, groupId: Number(groupId), username };
  }

  /** A hash of a password that this API does not replace at a sign-in. */
  hashed(password: string): string {
    return this.#options.slowHashes ? quarterHash(password) : quickHash(password);
  }

  /** Makes an account with a session, without a password: holding these permissions and no others. */
  actor(
    who: {
      permissions?: readonly PermissionName[];
      superAdmin?: boolean;
      group?: string;
      warehouseIds?: readonly number[];
    } = {},
  ): Actor {
    const username = `test.${randomBytes(6).toString('hex')}`;
    const superAdmin = who.superAdmin ? 1 : 0;
    const groupId = who.group ? this.#groupNamed(who.group) : this.#newGroup(username, who.permissions ?? []);
    const at = new Date().toISOString().replace(/\.\d+Z$/, 'Z');
    const staffId = this.insert('staff', {
      username,
      realName: `Test ${username}`,
      email: `${username}@example.com`,
      passwordHash: 'none',
      groupId,
      superAdmin,
      warehouseIds: JSON.stringify(who.warehouseIds ?? []),
      loginAllowed: 1,
      companyName: '',
      registeredAt: at,
      version: 1,
    });
    return { token: this.session(staffId, at), staffId, groupId, username };
  }

  /** Opens a session of an account, as signing in does. */
  session(staffId: number, at: string): string {
    const token = randomBytes(32).toString('base64url');
    const tokenHash = createHash('sha256').update(token).digest('hex');
    this.insert('session', { tokenHash, staffId, createdAt: at, lastUsedAt: at });
    return token;
  }

  #groupNamed(name: string): number {
    return Number(this.row('select id from adminGroup where name = ?', name).id);
  }

  #newGroup(name: string, permissions: readonly PermissionName[]): number {
    const groupId = this.insert('adminGroup', { name, nameCn: name, version: 1 });
    const held = JSON.stringify(permissions.map(permit));
    this.db
      .prepare('insert into groupPermission (groupId, permissionId) select ?, value from json_each(?)')
      .run(groupId, held);
    return groupId;
  }

  /** Inserts a row beside the API and returns its key; a box stands where its times say. */
  insert(table: string, values: Readonly<Record<string, SQLInputValue>>): number {
    const names = Object.keys(values);
    const text = `insert into "${table}" (${names.map((name) => `"${name}"`).join(', ')}) values (${names.map(() => '?').join(', ')})`;
    const id = Number(this.db.prepare(text).run(...Object.values(values)).lastInsertRowid);
    if (table === 'box' && (values.inboundAt || values.outboundAt)) this.place(`id = ${id}`);
    return id;
  }

  /** Writes where boxes stand into the ledger after their times were set beside the API. */
  place(which: string): void {
    this.db.exec(`
      update box set placeId = null, placedAt = coalesce(outboundAt, inboundAt), place = case
        when outboundAt is not null then 'truck' when inboundAt is not null then 'warehouse' else 'announced' end
      where ${which}`);
    for (const { id, billId, place, placedAt } of this.rows(
      `select id, billId, place, placedAt from box where ${which}`,
    )) {
      const at = placedAt === null ? '2026-01-01T00:00:00Z' : String(placedAt);
      this.insert('custodyMove', {
        ...{ billId: Number(billId), at, recordedAt: at, unit: 'box', fromPlace: 'announced', quantity: 1 },
        ...{ toPlace: String(place), members: `[[${id},${id}]]`, proof: 'opening' },
      });
    }
  }

  /** Returns rows by SQL. */
  rows(text: string, ...values: SQLInputValue[]): Row[] {
    return this.db.prepare(text).all(...values) as Row[];
  }

  /** Returns the one row by SQL. */
  row(text: string, ...values: SQLInputValue[]): Row {
    const [first] = this.rows(text, ...values);
    if (!first) throw new Error(`no row: ${text}`);
    return first;
  }

  /** Returns the one number by SQL. */
  count(text: string, ...values: SQLInputValue[]): number {
    return Number(Object.values(this.row(text, ...values))[0]);
  }

  /** Changes rows beside the API, without checks of references. */
  unbound(change: (db: Connection) => void): void {
    const [before, after] = this.database
      ? ['set session_replication_role = replica', 'reset session_replication_role']
      : ['pragma foreign_keys = off', 'pragma foreign_keys = on'];
    this.db.exec(before);
    try {
      change(this.db);
    } finally {
      this.db.exec(after);
    }
  }

  /** Returns the database's plan of a statement, a line each, in the words of SQLite. */
  plan(text: string, ...values: SQLInputValue[]): string[] {
    return (this.database ? planOfPostgres : planOf)(this.db, text, values);
  }

  /** Returns names of the files the API stores, including those still arriving. */
  storedFiles(): string[] {
    return readdirSync(path.join(this.folder, 'files'), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.join(entry.parentPath, entry.name));
  }

  /** True when the text occurs anywhere in the data: its folder, in UTF-8 or UTF-16, and its database. */
  dataHolds(text: string): boolean {
    const forms = [Buffer.from(text), Buffer.from(text, 'utf16le')];
    const inFolder = readdirSync(this.folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => readFileSync(path.join(entry.parentPath, entry.name)))
      .some((bytes) => forms.some((form) => bytes.includes(form)));
    if (inFolder || !this.database) return inFolder;
    const tables = this.rows("select name from sqlite_master where type = 'table'");
    return tables.some(
      ({ name }) => this.count(`select count(*) from "${name}" as t where instr(t::text, ?) > 0`, text) > 0,
    );
  }
}

/** Sets up an API for the tests of a file: started before the first, idle between them, stopped after the last. */
export function testApi(options: ApiOptions = {}): TestApi {
  const api = new TestApi(options);
  beforeAll(async () => {
    await api.start();
  });
  afterEach(() => api.idle());
  afterAll(() => api.stop());
  return api;
}

/** Every permission that a call requires. */
export const everyPermission: readonly PermissionName[] = permissionNodes
  .filter(({ level }) => level === 3)
  .map(({ name }) => name);
