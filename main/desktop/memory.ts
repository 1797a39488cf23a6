import { type Profile, profile } from '@contract/access/session';
import { backupSchedule, USUAL_SCHEDULE } from '@contract/backup';
import { type Draft, draft } from '@contract/desktop';
import {
  defaultSettings,
  type Environment,
  environment as environmentSchema,
  type Settings,
  settings as settingsSchema,
  tableLayout,
} from '@contract/desktop/boot';
import * as z from 'zod';
import environments from '../../resources/environments.json';
import type { SessionMemory } from '../session/session';
import { readBase } from '../transport/target';
import { USUAL_PLACE } from './earlySettings';
import { KeptFile, type Reading } from './keptFile';
import { type ManagedConfig, managedSettings, unmanaged } from './managed';

/** Backup settings of this machine: schedule, folder, and the outcome of the last scheduled backup. */
const backupMemory = z.object({
  schedule: backupSchedule,
  /** Folder chosen by the user; null for the app's own. */
  folder: z.string().nullable(),
  /** Time (ms) of the last scheduled turn that was run or skipped. */
  turn: z.number().nullable(),
  fault: z
    .object({ code: z.string(), params: z.record(z.string(), z.union([z.string(), z.number()])) })
    .nullable(),
});
export type BackupMemory = z.output<typeof backupMemory>;

/** Position and size of a window. */
const windowPlace = z.object({
  x: z.number().optional(),
  y: z.number().optional(),
  width: z.number(),
  height: z.number(),
  maximized: z.boolean(),
});
export type WindowPlace = z.output<typeof windowPlace>;

/** Everything main stores between two starts, besides the token and the embedded API's data. */
interface StoredState {
  /**
   * Settings chosen by the user. Values from the administrator's file are not copied here: they hold as long as the
   * file does.
   */
  settings: Partial<Settings>;
  /** Chosen server; null until the first-run question is answered. */
  environment: string | null;
  /** Added servers, and edited copies of servers that come with the product. */
  environments: Environment[];
  /** Ids of servers that come with the product and were removed here. */
  hidden: string[];
  /** The data set the embedded API was created with; null before. */
  seed: 'demo' | 'empty' | null;
  /** True until the first start of the embedded API has created the data that a command line requested. */
  toBegin: boolean;
  /** Name of the folder of the embedded data, inside the app's folder. */
  data: string;
  backup: BackupMemory;
  window: WindowPlace;
  /** Position and size of the last single-screen window. */
  ownWindow: WindowPlace;
  profiles: Record<string, Profile>;
  revoked: Record<string, string>;
  /** Folders for scheduled reports, by owner and by the key that the API knows. */
  folders: Record<string, Record<string, string>>;
  /** Names of report files being written, by owner and run id. */
  written: Record<string, Record<string, string>>;
}

type Drafts = Record<string, Record<string, Draft>>;

function readStoredState(from: Reading, defaults: Settings): StoredState {
  return {
    settings: from.part('settings', (inner) => settingsOf(inner, defaults)),
    environment: from.value('environment', z.string().nullable(), null),
    environments: from.value('environments', z.array(z.unknown()), []).flatMap(ownEnvironment),
    hidden: from.value('hidden', z.array(z.string()), []),
    seed: from.value('seed', z.enum(['demo', 'empty']).nullable(), null),
    toBegin: from.value('toBegin', z.boolean(), false),
    data: from.value('data', z.string().regex(/^data(-\w+)?$/), 'data'),
    backup: from.value('backup', backupMemory, {
      ...{ schedule: USUAL_SCHEDULE, folder: null, turn: null, fault: null },
    }),
    window: from.value('window', windowPlace, USUAL_PLACE),
    ownWindow: from.value('ownWindow', windowPlace, { width: 1100, height: 800, maximized: false }),
    profiles: from.part('profiles', recordOf(profile)),
    revoked: from.part('revoked', recordOf(z.string())),
    folders: from.part('folders', recordOf(z.record(z.string(), z.string()))),
    written: from.part('written', recordOf(z.record(z.string(), z.string()))),
  };
}

const settingsOf = (from: Reading, defaults: Settings): Settings => ({
  language: from.value('language', settingsSchema.shape.language, defaults.language),
  theme: from.value('theme', settingsSchema.shape.theme, defaults.theme),
  density: from.value('density', settingsSchema.shape.density, defaults.density),
  sidebarCollapsed: from.value('sidebarCollapsed', z.boolean(), defaults.sidebarCollapsed),
  notifications: from.value('notifications', z.boolean(), defaults.notifications),
  lastUsername: from.value('lastUsername', z.string(), defaults.lastUsername),
  tables: from.part('tables', recordOf(tableLayout)),
  tabs: from.part('tabs', recordOf(settingsSchema.shape.tabs.valueType)),
  recent: from.part('recent', recordOf(settingsSchema.shape.recent.valueType)),
  favourites: from.part('favourites', recordOf(settingsSchema.shape.favourites.valueType)),
  menuSections: from.part('menuSections', recordOf(settingsSchema.shape.menuSections.valueType)),
  labels: from.part('labels', recordOf(settingsSchema.shape.labels.valueType)),
  printers: from.part('printers', recordOf(settingsSchema.shape.printers.valueType)),
  gpu: from.value('gpu', settingsSchema.shape.gpu, defaults.gpu),
  logLevel: from.value('logLevel', settingsSchema.shape.logLevel, defaults.logLevel),
});

/** Settings of the appearance; a safe start uses their defaults. */
const LOOK = [
  'theme',
  'density',
  'sidebarCollapsed',
  'tables',
  'tabs',
  'recent',
  'favourites',
  'menuSections',
] as const;
type Look = Partial<Pick<Settings, (typeof LOOK)[number]>>;

const recordOf =
  <T>(schema: z.ZodType<T>) =>
  (from: Reading, names: readonly string[]): Record<string, T> =>
    Object.fromEntries(
      names.flatMap((name) => {
        const value = from.value<T | undefined>(name, schema, undefined);
        return value === undefined ? [] : [[name, value] as const];
      }),
    );

/** The servers that come with the product. The embedded one has no address to edit and cannot be removed. */
const shipped = environments.map((one): Environment => ({ ...one, fixed: one.base === null }));

/** Reads an added or edited server; drops one whose address could not have been typed in. */
function ownEnvironment(raw: unknown): Environment[] {
  const { success, data } = environmentSchema.safeParse(raw);
  if (!success || data.base === null || shipped.some(({ id, fixed }) => fixed && id === data.id)) return [];
  return 'base' in readBase(data.base) ? [{ ...data, fixed: false }] : [];
}

/** The settings file and the drafts file of this machine's user, each written whole or not at all. */
export class Memory implements SessionMemory {
  readonly #stored: KeptFile<StoredState>;
  readonly #drafts: KeptFile<{ drafts: Drafts }>;
  #draftsKept = true;

  readonly managed: ManagedConfig;
  /** The default settings on this machine. */
  readonly defaults: Settings;
  /** On a safe start: the appearance of this session, never stored. */
  #look: Look = {};
  readonly safeStart: boolean;

  constructor(
    folder: string,
    report: (message: string, error?: unknown) => void,
    {
      managed = unmanaged,
      safeStart = false,
    }: { readonly managed?: ManagedConfig; readonly safeStart?: boolean } = {},
  ) {
    this.managed = managed;
    this.safeStart = safeStart;
    const defaults: Settings = { ...defaultSettings, ...managedSettings(managed) };
    this.defaults = defaults;
    if (safeStart) this.#look = only(defaults, LOOK);
    this.#stored = new KeptFile(folder, 'settings', (from) => readStoredState(from, defaults), report);
    this.#drafts = new KeptFile(
      folder,
      'drafts',
      (from) => ({
        drafts: from.part('drafts', (owners, names) =>
          Object.fromEntries(names.map((owner) => [owner, owners.part(owner, recordOf(draft))])),
        ),
      }),
      report,
    );
  }

  get settings(): Settings {
    const { locked } = this.managed;
    return {
      ...this.defaults,
      ...this.#stored.get('settings'),
      ...this.#look,
      ...only(this.defaults, locked),
    };
  }

  change(patch: Partial<Settings>): Settings {
    const look = this.safeStart ? only(patch, LOOK) : {};
    this.#look = { ...this.#look, ...look };
    const laid = managedSettings(this.managed);
    const held = (key: string, value: unknown) =>
      Object.entries(laid).some(([name, own]) => name === key && own === value);
    const unlocked = Object.entries(patch).filter(([key]) => !this.managed.locked.includes(key));
    const all = {
      ...this.#stored.get('settings'),
      ...Object.fromEntries(unlocked.filter(([key]) => !Object.hasOwn(look, key))),
    };
    this.#stored.set({
      settings: Object.fromEntries(Object.entries(all).filter(([key, value]) => !held(key, value))),
    });
    return this.settings;
  }

  /** The chosen server, if it is still known. */
  get environment(): string | null {
    const exists = (id: string | null | undefined) => this.environments.some((one) => one.id === id);
    const stored = this.#stored.get('environment');
    if (exists(stored)) return stored;
    const { defaultServer = null } = this.managed;
    // The embedded server counts as chosen only after the first-run question was answered.
    const isSetUp = defaultServer !== 'embedded' || this.get('seed') !== null;
    return exists(defaultServer) && isSetUp ? defaultServer : null;
  }

  get<K extends 'seed' | 'toBegin' | 'data' | 'backup' | 'window' | 'ownWindow'>(name: K): StoredState[K] {
    return this.#stored.get(name);
  }

  set(
    values: Partial<
      Pick<StoredState, 'environment' | 'seed' | 'toBegin' | 'data' | 'backup' | 'window' | 'ownWindow'>
    >,
  ): void {
    this.#stored.set(values);
  }

  /** Lists the product's servers (as edited), then the administrator's, then the added ones. */
  get environments(): Environment[] {
    const { servers, defaultServer } = this.managed;
    const own = this.#stored.get('environments');
    const hidden = new Set(this.#stored.get('hidden'));
    const isShipped = (id: string) => shipped.some((one) => one.id === id);
    const product = shipped
      .filter(({ id, fixed }) => fixed || !hidden.has(id))
      .map((one) => own.find(({ id }) => id === one.id) ?? one);
    const added = own.filter(({ id }) => !isShipped(id));
    const free = ({ id }: Environment) => !servers.some((one) => one.id === id);
    const known = [...product.filter(free), ...servers, ...added.filter(free)];
    const sole = this.serverLocked ? known.filter(({ id }) => id === defaultServer) : [];
    return sole.length > 0 ? sole : known;
  }

  /** The servers that come with the product and were removed here. */
  get hiddenEnvironments(): Environment[] {
    if (this.serverLocked) return [];
    const hidden = new Set(this.#stored.get('hidden'));
    return shipped.filter(({ id, fixed }) => !fixed && hidden.has(id));
  }

  /** True if the administrator's file fixes the server. */
  get serverLocked(): boolean {
    return this.managed.locked.includes('server');
  }

  /** Stores an added server, or replaces an edited one in its place. */
  keepEnvironment(server: Environment): void {
    const all = this.#stored.get('environments');
    const exists = all.some(({ id }) => id === server.id);
    this.#stored.set({
      environments: exists ? all.map((one) => (one.id === server.id ? server : one)) : [...all, server],
    });
  }

  /** Removes an added server; hides one of the product, which loses its edits. */
  removeEnvironment(id: string): void {
    const hides = shipped.some((one) => one.id === id);
    const hidden = this.#stored.get('hidden').filter((one) => one !== id);
    this.#stored.set({
      environments: this.#stored.get('environments').filter((one) => one.id !== id),
      hidden: hides ? [...hidden, id] : hidden,
    });
  }

  /** Brings back the servers that come with the product. */
  showAllEnvironments(): void {
    this.#stored.set({ hidden: [] });
  }

  profile(environment: string): Profile | null {
    return this.#stored.get('profiles')[environment] ?? null;
  }

  remember(environment: string, found: Profile | null): void {
    this.#stored.set({ profiles: replaced(this.#stored.get('profiles'), environment, found) });
  }

  revoked(environment: string): string | null {
    return this.#stored.get('revoked')[environment] ?? null;
  }

  revoke(environment: string, hash: string | null): void {
    this.#stored.set({ revoked: replaced(this.#stored.get('revoked'), environment, hash) });
  }

  /** One user's folders for scheduled reports, by key. */
  folders(owner: string): Readonly<Record<string, string>> {
    return this.#stored.get('folders')[owner] ?? {};
  }

  keepFolder(owner: string, key: string, place: string): void {
    const all = this.#stored.get('folders');
    this.#stored.set({ folders: { ...all, [owner]: { ...all[owner], [key]: place } } });
  }

  /** Returns the file name stored for a run; a given `name` is stored first, null removes it. */
  written(owner: string, run: number, name?: string | null): string | undefined {
    const all = this.#stored.get('written');
    const own = all[owner] ?? {};
    if (name !== undefined)
      this.#stored.set({ written: { ...all, [owner]: replaced(own, String(run), name) } });
    return own[String(run)];
  }

  /** Unfinished forms of one user on one server. */
  drafts(owner: string): Record<string, Draft> {
    return this.#drafts.get('drafts')[owner] ?? {};
  }

  /** Returns true if the draft is on the disk. */
  saveDraft(owner: string, key: string, saved: Draft | null): boolean {
    const all = this.#drafts.get('drafts');
    this.#draftsKept = this.#drafts.set({
      drafts: { ...all, [owner]: dropOldest(replaced(all[owner] ?? {}, key, saved)) },
    });
    return this.#draftsKept;
  }

  /**
   * False while drafts cannot be written, for example to a read-only folder: unsaved input is lost when the app closes.
   */
  get draftsKept(): boolean {
    return this.#draftsKept;
  }

  /** Names of the files of which a part could not be read at this start. */
  get damaged(): string[] {
    return [...(this.#stored.damaged ? ['settings'] : []), ...(this.#drafts.damaged ? ['drafts'] : [])];
  }
}

/** Maximum screen states stored per user; beyond it the oldest are dropped. Unsaved form input is always kept. */
const MOST_STATES = 400;

function dropOldest(all: Record<string, Draft>): Record<string, Draft> {
  const states = Object.keys(all).filter((key) => key.includes('#') && all[key]?.path === undefined);
  if (states.length <= MOST_STATES) return all;
  const at = (key: string) => all[key]?.at ?? '';
  const dropped = new Set(
    states.toSorted((a, b) => (at(a) < at(b) ? -1 : 1)).slice(0, states.length - MOST_STATES),
  );
  return Object.fromEntries(Object.entries(all).filter(([key]) => !dropped.has(key)));
}

/** Picks the properties with these names from a record. */
const only = <T extends object>(from: T, names: readonly string[]): Partial<T> =>
  Object.fromEntries(Object.entries(from).filter(([name]) => names.includes(name))) as Partial<T>;

/** Returns a copy with one part replaced, or removed when `part` is null. */
function replaced<T>(all: Readonly<Record<string, T>>, key: string, part: T | null): Record<string, T> {
  const { [key]: _, ...others } = all;
  return part === null ? others : { ...others, [key]: part };
}
