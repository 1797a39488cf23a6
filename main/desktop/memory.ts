import { type Profile, profile } from '@contract/access/session';
import {
  type Draft,
  defaultSettings,
  draft,
  type Environment,
  environment as environmentSchema,
  type Settings,
  settings as settingsSchema,
  tableLayout,
} from '@contract/desktop';
import * as z from 'zod';
import environments from '../../resources/environments.json';
import type { SessionMemory } from '../session/session';
import { readBase } from '../transport/target';
import { KeptFile, type Reading } from './keptFile';

/** Where the window was. */
const windowPlace = z.object({
  x: z.number().optional(),
  y: z.number().optional(),
  width: z.number(),
  height: z.number(),
  maximized: z.boolean(),
});
export type WindowPlace = z.output<typeof windowPlace>;

/** All that main keeps between two starts, besides the token and the data of the embedded API. */
interface Kept {
  settings: Settings;
  /** Null until the first-run question is answered. */
  environment: string | null;
  environments: Environment[];
  /** What the embedded data was begun with; null before. */
  seed: 'demo' | 'empty' | null;
  window: WindowPlace;
  /** Where the last window of a single screen was. */
  ownWindow: WindowPlace;
  profiles: Record<string, Profile>;
  revoked: Record<string, string>;
  /** Folders that scheduled reports are written into, by whose they are and the keys that the API knows. */
  folders: Record<string, Record<string, string>>;
  /** Under which names files of such reports are being written, by whose they are and the run. */
  written: Record<string, Record<string, string>>;
}

type Drafts = Record<string, Record<string, Draft>>;

function keptOf(from: Reading): Kept {
  return {
    settings: from.part('settings', settingsOf),
    environment: from.value('environment', z.string().nullable(), null),
    environments: from.value('environments', z.array(z.unknown()), []).flatMap(ownEnvironment),
    seed: from.value('seed', z.enum(['demo', 'empty']).nullable(), null),
    window: from.value('window', windowPlace, { width: 1440, height: 900, maximized: false }),
    ownWindow: from.value('ownWindow', windowPlace, { width: 1100, height: 800, maximized: false }),
    profiles: from.part('profiles', recordOf(profile)),
    revoked: from.part('revoked', recordOf(z.string())),
    folders: from.part('folders', recordOf(z.record(z.string(), z.string()))),
    written: from.part('written', recordOf(z.record(z.string(), z.string()))),
  };
}

const settingsOf = (from: Reading): Settings => ({
  language: from.value('language', settingsSchema.shape.language, defaultSettings.language),
  theme: from.value('theme', settingsSchema.shape.theme, defaultSettings.theme),
  density: from.value('density', settingsSchema.shape.density, defaultSettings.density),
  sidebarCollapsed: from.value('sidebarCollapsed', z.boolean(), defaultSettings.sidebarCollapsed),
  notifications: from.value('notifications', z.boolean(), defaultSettings.notifications),
  lastUsername: from.value('lastUsername', z.string(), defaultSettings.lastUsername),
  tables: from.part('tables', recordOf(tableLayout)),
  tabs: from.part('tabs', recordOf(settingsSchema.shape.tabs.valueType)),
  recent: from.part('recent', recordOf(settingsSchema.shape.recent.valueType)),
  mappings: from.part('mappings', recordOf(settingsSchema.shape.mappings.valueType)),
  labels: from.part('labels', recordOf(settingsSchema.shape.labels.valueType)),
  printers: from.part('printers', recordOf(settingsSchema.shape.printers.valueType)),
});

const recordOf =
  <T>(schema: z.ZodType<T>) =>
  (from: Reading, names: readonly string[]): Record<string, T> =>
    Object.fromEntries(
      names.flatMap((name) => {
        const value = from.value<T | undefined>(name, schema, undefined);
        return value === undefined ? [] : [[name, value] as const];
      }),
    );

/** A server that was added; none that an address typed in would not have become. */
function ownEnvironment(raw: unknown): Environment[] {
  const { success, data } = environmentSchema.safeParse(raw);
  if (!success || data.base === null || environments.some(({ id }) => id === data.id)) return [];
  return 'base' in readBase(data.base) ? [{ ...data, fixed: false }] : [];
}

/** The settings file and the drafts file of this user of this machine, each written whole or not at all. */
export class Memory implements SessionMemory {
  readonly #kept: KeptFile<Kept>;
  readonly #drafts: KeptFile<{ drafts: Drafts }>;

  constructor(folder: string, report: (message: string, error?: unknown) => void) {
    this.#kept = new KeptFile(folder, 'settings', keptOf, report);
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
    return this.#kept.get('settings');
  }

  change(patch: Partial<Settings>): Settings {
    const changed = { ...this.settings, ...patch };
    this.#kept.set({ settings: changed });
    return changed;
  }

  /** The chosen server, if it is still known. */
  get environment(): string | null {
    const id = this.#kept.get('environment');
    return this.environments.some((one) => one.id === id) ? id : null;
  }

  get<K extends 'seed' | 'window' | 'ownWindow'>(name: K): Kept[K] {
    return this.#kept.get(name);
  }

  set(values: Partial<Pick<Kept, 'environment' | 'seed' | 'window' | 'ownWindow'>>): void {
    this.#kept.set(values);
  }

  /** The servers that come with the product, then those that were added. */
  get environments(): Environment[] {
    const fixed = environments.map(({ id, name, base }) => ({ id, name, base, fixed: true }));
    return [...fixed, ...this.#kept.get('environments')];
  }

  addEnvironment(added: Environment): void {
    const others = this.#kept.get('environments').filter(({ id }) => id !== added.id);
    this.#kept.set({ environments: [...others, added] });
  }

  removeEnvironment(id: string): void {
    this.#kept.set({ environments: this.#kept.get('environments').filter((one) => one.id !== id) });
  }

  profile(environment: string): Profile | null {
    return this.#kept.get('profiles')[environment] ?? null;
  }

  remember(environment: string, found: Profile | null): void {
    this.#kept.set({ profiles: replaced(this.#kept.get('profiles'), environment, found) });
  }

  revoked(environment: string): string | null {
    return this.#kept.get('revoked')[environment] ?? null;
  }

  revoke(environment: string, hash: string | null): void {
    this.#kept.set({ revoked: replaced(this.#kept.get('revoked'), environment, hash) });
  }

  /** The folders for scheduled reports that one person chose here, by their keys. */
  folders(owner: string): Readonly<Record<string, string>> {
    return this.#kept.get('folders')[owner] ?? {};
  }

  keepFolder(owner: string, key: string, place: string): void {
    const all = this.#kept.get('folders');
    this.#kept.set({ folders: { ...all, [owner]: { ...all[owner], [key]: place } } });
  }

  /** Under which name the file of a run is being written; says so, or forgets it, where a name or null is given. */
  written(owner: string, run: number, name?: string | null): string | undefined {
    const all = this.#kept.get('written');
    const own = all[owner] ?? {};
    if (name !== undefined)
      this.#kept.set({ written: { ...all, [owner]: replaced(own, String(run), name) } });
    return own[String(run)];
  }

  /** Half-filled forms of one person on one server. */
  drafts(owner: string): Record<string, Draft> {
    return this.#drafts.get('drafts')[owner] ?? {};
  }

  /** Answers whether it is on the disk. */
  saveDraft(owner: string, key: string, saved: Draft | null): boolean {
    const all = this.#drafts.get('drafts');
    return this.#drafts.set({
      drafts: { ...all, [owner]: fitting(replaced(all[owner] ?? {}, key, saved)) },
    });
  }

  /** The files of which something could not be read at this start. */
  get damaged(): string[] {
    return [...(this.#kept.damaged ? ['settings'] : []), ...(this.#drafts.damaged ? ['drafts'] : [])];
  }
}

/** States of screens that are kept of one person: of so many, the oldest are forgotten. What was typed into forms stays. */
const MOST_STATES = 400;

function fitting(all: Record<string, Draft>): Record<string, Draft> {
  const states = Object.keys(all).filter((key) => key.includes('#') && all[key]?.path === undefined);
  if (states.length <= MOST_STATES) return all;
  const at = (key: string) => all[key]?.at ?? '';
  const gone = new Set(
    states.toSorted((a, b) => (at(a) < at(b) ? -1 : 1)).slice(0, states.length - MOST_STATES),
  );
  return Object.fromEntries(Object.entries(all).filter(([key]) => !gone.has(key)));
}

/** A record with one part replaced, or without it. */
function replaced<T>(all: Readonly<Record<string, T>>, key: string, part: T | null): Record<string, T> {
  const { [key]: _, ...others } = all;
  return part === null ? others : { ...others, [key]: part };
}
