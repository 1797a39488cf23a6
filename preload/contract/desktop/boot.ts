import * as z from 'zod';
import { profile } from '../access/session';
import { kept } from '../kept';
import { DEFAULT_LANGUAGE, LANGUAGES, MAX_PAGE_SIZE } from '../limits';
import { extended, object } from '../shape';
import { labelSize } from '../warehouse/labelSize';

/** A server the client may talk to: the embedded one, or an admin API at an address. */
export const environment = object(() => ({
  id: z.string().regex(/^[a-z0-9-]{1,40}$/),
  name: z.string().trim().min(1).max(60),
  /** Base of the API, ending before `/captcha`; null for the embedded one. */
  base: z.string().max(300).nullable(),
  /** True for the embedded one and those set by the administrator, which can be neither edited nor removed here. */
  fixed: z.boolean(),
  /** The server demands whole records: a change is sent with all fields of the record. */
  wholeRecords: z.boolean().optional(),
}));
export type Environment = z.output<typeof environment>;

/** Row heights of lists. */
export const densities = ['compact', 'normal', 'roomy'] as const;

/** A person's layout of a list: which columns, in which order, how wide. */
export const tableLayout = object(() => ({
  order: z.array(z.string()),
  hidden: z.array(z.string()),
  widths: z.record(z.string(), z.number()),
  frozen: z.int().min(0).max(3),
  /** Row height of this list; null for that of all lists. */
  density: z.enum(densities).nullable().default(null),
}));
export type TableLayout = z.output<typeof tableLayout>;

/** A screen opened in the tag view. */
export const openTab = object(() => ({ path: z.string().max(500), title: z.string().max(200) }));

/** The list that the record of a tab was opened from: its query, and the position of the record in it. */
export const tabOrigin = object(() => ({
  group: z.string().max(60),
  call: z.string().max(60),
  query: z.record(z.string(), kept),
  pageSize: z.int().min(1).max(MAX_PAGE_SIZE),
  index: z.int().min(0),
  total: z.int().min(0),
  totalCapped: z.boolean(),
  field: z.enum(['id', 'billId', 'seaBillId', 'code']),
  begins: z.string().max(500),
  value: z.string().max(200),
}));

/** Settings of this machine and person, stored in one file; never the token. */
export const settings = object(() => ({
  language: z.enum(LANGUAGES),
  theme: z.enum(['system', 'light', 'dark']),
  density: z.enum(densities),
  sidebarCollapsed: z.boolean(),
  /** True if the system shows new messages while the window is not in front. */
  notifications: z.boolean(),
  lastUsername: z.string(),
  /** By list name. */
  tables: z.record(z.string(), tableLayout),
  /** Open tabs by server and user, restored when the same person signs in again. */
  tabs: z.record(
    z.string(),
    object(() => ({
      open: z.array(extended(openTab, () => ({ from: tabOrigin.optional() }))),
      active: z.string().nullable(),
    })),
  ),
  /** Screens and records opened last, the latest first, by server and user. */
  recent: z.record(z.string(), z.array(openTab)),
  /** Screens and records pinned to the top of the menu, by server and user. */
  favourites: z.record(z.string(), z.array(openTab)),
  /** Sections of the menu opened or folded by a person, by server and user. */
  menuSections: z.record(z.string(), z.record(z.string(), z.boolean())),
  /** Size of the labels last printed, by what they are stuck on. */
  labels: z.record(z.string(), labelSize),
  /** The printer last used, by paper size. */
  printers: z.record(z.string(), z.string().max(300)),
  /** Drawing by the graphics processor; `auto`: on until it has failed. Takes effect at the next start. */
  gpu: z.enum(['auto', 'on', 'off']),
  /** Log level: problems only, events, or every call as well. */
  logLevel: z.enum(['warn', 'info', 'debug']),
}));
export type Settings = z.output<typeof settings>;

/** The default settings. */
export const defaultSettings: Settings = {
  language: DEFAULT_LANGUAGE,
  theme: 'system',
  density: 'compact',
  sidebarCollapsed: false,
  notifications: true,
  lastUsername: '',
  tables: {},
  tabs: {},
  recent: {},
  favourites: {},
  menuSections: {},
  labels: {},
  printers: {},
  gpu: 'auto',
  logLevel: 'info',
};

/**
 * Number that grows with each reading of a state. Main sends states both in responses and in events, and either may
 * arrive first: the renderer ignores a state that was read before the one it already has.
 */
const order = z.int();

/** Sign-in state. `locked`: the keychain did not respond, so it is not known yet. */
export const sessionState = object(() => ({
  status: z.enum(['signedIn', 'signedOut', 'locked']),
  profile: profile.nullable(),
  /** False if there is no keychain: the session ends with the app. */
  kept: z.boolean(),
  order,
}));
export type SessionState = z.output<typeof sessionState>;

/** State of the embedded API for the screens. */
export const backendState = object(() => ({
  status: z.enum(['absent', 'starting', 'ready', 'failed']),
  /**
   * With `failed`: the failure as a message code, and its detail. With `ready`: DATA_READ_ONLY and the folder, if so.
   */
  code: z.string().nullable(),
  detail: z.string().nullable(),
  order,
}));
export type BackendState = z.output<typeof backendState>;

/** Settings that an administrator has fixed for this machine in a file. */
const managed = object(() => ({
  /** Path of the file; null if there is none. */
  place: z.string().nullable(),
  /** Things that cannot be changed here: keys of settings, or `server`. */
  locked: z.array(z.string()),
  /** Parts of the file that were not understood, each with its key. */
  problems: z.array(z.string()),
}));

/** Drawing of the window: by the processor alone, and the reason. */
const graphics = object(() => ({
  software: z.boolean(),
  why: z.enum(['setting', 'safeStart', 'gpuFailed', 'notPainted']).nullable(),
}));

export const boot = object(() => ({
  version: z.string(),
  platform: z.string(),
  electron: z.string(),
  timeZone: z.string(),
  settings,
  environments: z.array(environment),
  /** Servers that come with the product and were removed here; they can be brought back. */
  hidden: z.array(environment),
  /** Names of the calls that the chosen server is known to lack. */
  missing: z.array(z.string()),
  /** Null until the first-run question is answered. */
  environment: z.string().nullable(),
  session: sessionState,
  backend: backendState,
  /** Local data files that could not be read at this start and were set aside. */
  damaged: z.array(z.string()),
  /** With the embedded API: its initial data. Demo accounts are shown for demo data only. */
  seed: z.enum(['demo', 'empty']).nullable(),
  /** The only screen of this window; null for the main window, which has the menu and the tabs. */
  alone: z.string().nullable(),
  /** Values that settings are reset to. */
  defaults: settings,
  managed,
  graphics,
  /** A safe start: no tabs are restored, and the default appearance is used, for this time. */
  safeStart: z.boolean(),
  /** The app was started to begin with empty data: the first-run question goes straight to its administrator. */
  beginsEmpty: z.boolean(),
}));
export type Boot = z.output<typeof boot>;
