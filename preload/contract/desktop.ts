import * as z from 'zod';
import { firstAdministrator, profile } from './access/session';
import { backupFacts, backupSchedule, dataCounts } from './backup';
import { fileChecked, fileIssue, fileJobRow, fileUploaded } from './files/fileJobRow';
import { fileKindNames } from './files/fileKindNames';
import { fixKinds } from './importing/fixes';
import { kept } from './kept';
import { DEFAULT_LANGUAGE, LANGUAGES, MAX_CALL, MAX_PAGE_SIZE } from './limits';
import { messageTypes } from './partners/message';
import { extended, object, strictObject } from './shape';
import { keptForm, unsent } from './unsent';
import { updateFeed, updateState } from './update';
import { labelSize } from './warehouse/labelSize';

/** A procedure of the desktop for the renderer; like an endpoint in shape, but carried out in main. */
export interface Procedure {
  readonly input: z.ZodType;
  readonly output: z.ZodType;
}
type DesktopGroup = Readonly<Record<string, Procedure>>;

const procedure = <I extends z.ZodType, O extends z.ZodType>(input: I, output: O) => ({ input, output });
const nothing = strictObject(() => ({}));
const done = z.null();

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

/** Name and address of a server, as a person enters them. */
const serverShape = { name: z.string().trim().min(1).max(60), base: z.string().trim().max(300) };

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

/** Parts of the diagnostics. */
export const diagnosticParts = ['about', 'settings', 'health', 'data', 'crashes', 'log'] as const;
/** One file of the diagnostics, as it will be saved. */
const diagnosticEntry = object(() => ({
  name: z.string(),
  part: z.enum(diagnosticParts),
  size: z.int(),
  /** The text itself; only the end of a long one. */
  text: z.string(),
}));
export type DiagnosticEntry = z.output<typeof diagnosticEntry>;

const boot = object(() => ({
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

/** New messages for a system notification: a single one has its type, bill and screen, several only their number. */
export const notice = strictObject(() => ({
  count: z.int().min(1).max(100_000),
  type: z.enum(messageTypes),
  billNo: z.string().max(16).nullable(),
  path: z
    .string()
    .max(200)
    .regex(/^\/[\w\-/?=&.]*$/)
    .nullable(),
}));
export type Notice = z.output<typeof notice>;
/** A printer of this machine: its system name, and its title for people. */
const printer = object(() => ({ name: z.string(), title: z.string() }));
export type Printer = z.output<typeof printer>;

/** A file the user chose. Only main knows its path. */
export const pickedFile = object(() => ({ token: z.string(), name: z.string(), size: z.int() }));
export type PickedFile = z.output<typeof pickedFile>;
const token = z.string().max(64);

/** An API call by name, for the procedures that carry its bytes to or from disk. */
const apiCall = { call: z.string().max(80), input: z.unknown() };

/** Reading options of a file: detected, or chosen by the user. */
export const readOptions = strictObject(() => ({
  encoding: z.string().max(20).optional(),
  separator: z.string().max(1).optional(),
  sheet: z.string().max(200).optional(),
  headerRow: z.int().min(1).max(1000).optional(),
  dateOrder: z.enum(['DMY', 'MDY', 'YMD']).optional(),
  decimal: z.enum(['point', 'comma']).optional(),
  hidden: z.enum(['take', 'leave']).optional(),
}));
export type ReadOptions = z.output<typeof readOptions>;

/** A backup that was found: its token and its facts; null where these cannot be read. */
const foundBackup = object(() => ({
  token: z.string(),
  name: z.string(),
  size: z.int(),
  facts: backupFacts.nullable(),
}));
export type FoundBackup = z.output<typeof foundBackup>;

/** The state of backups on this machine. */
const backupsHere = object(() => ({
  schedule: backupSchedule,
  /** The folder that backups are written to: shown to people, and opened from here. */
  folder: z.string(),
  /** True if a person chose the folder. */
  chosen: z.boolean(),
  /** Why the last scheduled backup could not be made. */
  fault: object(() => ({
    code: z.string(),
    params: z.record(z.string(), z.union([z.string(), z.number()])),
  })).nullable(),
  running: z.boolean(),
  found: z.array(foundBackup),
  present: dataCounts.nullable(),
}));
export type BackupsHere = z.output<typeof backupsHere>;

/** Names of files that main's worker can check. */
const importName = z.enum(fileKindNames);

/** A problem as it crosses the bridge: each window translates it into its own language. */
const issue = object(() => ({ code: z.string(), params: z.record(z.string(), z.unknown()).optional() }));

/** One sheet of an import; most imports have one. */
const importPart = object(() => ({
  /** Key of the sheet; empty if the file has only one. */
  key: z.string(),
  headerRow: z.int(),
  headers: z.array(z.string()),
  /** Column key by header position; null where a header is ignored. */
  mapping: z.array(z.string().nullable()),
  /** The first rows as read, without the header. */
  sample: z.array(z.array(z.string())),
  rows: z.int(),
}));
export type ImportPart = z.output<typeof importPart>;

/** Date order and decimal sign of a file; null if nothing depends on it, `open` if the cells leave it ambiguous. */
const importJudged = object(() => ({
  dateOrder: z.enum(['DMY', 'MDY', 'YMD', 'open']).nullable(),
  /** Ambiguous dates, with the day that they are read as; null while the order is open. */
  dateExamples: z.array(object(() => ({ text: z.string(), day: z.string().nullable() }))),
  decimal: z.enum(['point', 'comma', 'open']).nullable(),
  /** Numbers that depend on the decimal sign, with their value; null while it is open. */
  numberExamples: z.array(object(() => ({ text: z.string(), value: z.string().nullable() }))),
}));
export type ImportJudged = z.output<typeof importJudged>;

/** Contents found in a file, before anything is checked. */
export const importSheet = extended(importJudged, () => ({
  session: z.string(),
  fileName: z.string(),
  size: z.int(),
  format: z.enum(['csv', 'xlsx', 'xls', 'ods', 'html', 'mhtml', 'xml']),
  encoding: z.string().nullable(),
  /** Candidates if the encoding is not certain, the likeliest first, with sample rows for a person to decide by. */
  asked: object(() => ({
    encodings: z.array(z.string()),
    rows: z.array(object(() => ({ number: z.int(), cells: z.array(z.string()) }))),
  })).nullable(),
  /** When the last file with these headers was sent, whose reading options this one reuses; null if none was. */
  known: z.string().nullable(),
  separator: z.string().nullable(),
  sheets: z.array(z.string()),
  /** Hidden sheets of the file: they are read only if selected. */
  hiddenSheets: z.array(z.string()),
  /** The sheet that was read; null if there is no choice. */
  sheet: z.string().nullable(),
  /** Handling of hidden rows, columns and sheets of a workbook; null if none is hidden. */
  hidden: z.enum(['take', 'leave']).nullable(),
  /** The sheets that were found, in the order of the import. */
  parts: z.array(importPart),
  /** Notices that block nothing: ignored columns, blank rows. `sheet` is the key of the sheet they are about. */
  notices: z.array(extended(issue, () => ({ sheet: z.string() }))),
}));
export type ImportSheet = z.output<typeof importSheet>;

/** Result of checking a file: the number of rows by the worst issue of each. */
const rowCounts = object(() => ({
  rows: z.int(),
  good: z.int(),
  warnings: z.int(),
  errors: z.int(),
  /** Rows left out: totals, and those that a person left out. */
  left: z.int(),
}));
/** Counts of all sheets together, and of each in their order. */
export const importCounts = extended(rowCounts, () => ({ parts: z.array(rowCounts) }));
export type ImportCounts = z.output<typeof importCounts>;
/** Result of sending a file: its job, or the values that a server without jobs returned. */
const importSent = object(() => ({
  job: fileJobRow.nullable(),
  sentBefore: fileUploaded.shape.sentBefore,
  facts: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
}));
export type ImportSent = z.output<typeof importSent>;

/** An issue of a cell: a problem by code, or a message from the API. */
const cellIssue = extended(issue, () => ({
  column: z.string(),
  level: z.enum(['error', 'warning']),
  message: z.string().optional(),
}));
/** One row of the checked grid. */
export const importRow = object(() => ({
  /** Row number as in a spreadsheet. */
  row: z.int(),
  /** Texts by mapped column, in the order of `columns`. */
  cells: z.array(z.string()),
  issues: z.array(cellIssue),
}));
export type ImportRow = z.output<typeof importRow>;
const session = z.string().max(64);
/** The chosen columns, by sheet. */
const mappings = z.array(z.array(z.string().nullable()).max(16_384)).max(10);
/** Index of a sheet within the import. */
const part = z.int().min(0).max(9).default(0);
const rowPlace = { part, row: z.int().min(1) };

/** A half-filled form or the state of a screen as stored; for a form also the path of its screen. */
export const draft = object(() => ({
  at: z.string(),
  value: kept,
  path: z.string().max(500).optional(),
  title: z.string().max(200).nullable().optional(),
}));
export type Draft = z.output<typeof draft>;

export const desktop = {
  app: {
    boot: procedure(nothing, boot),
    /** The page has drawn its first frame and fetched what follows: main may now do heavy work. */
    fetched: procedure(nothing, done),
    /** Ends a running call by its id. */
    cancel: procedure(
      strictObject(() => ({ id: z.string().max(64) })),
      done,
    ),
    /** Writes a failure of the renderer to the log. */
    report: procedure(
      strictObject(() => ({ message: z.string().max(2000), stack: z.string().max(20_000).nullable() })),
      done,
    ),
    /** Reports the titles of screens with unsaved input: closing asks about them. */
    unsaved: procedure(
      strictObject(() => ({ titles: z.array(z.string().max(200)).max(200) })),
      done,
    ),
    /** Shows a system notification of new messages, if enabled and the window is not in front. */
    notify: procedure(notice, done),
    /** Returns the last link to the app that was not followed yet; `path` is null if the link is invalid. */
    takeLink: procedure(nothing, object(() => ({ path: z.string().nullable() })).nullable()),
    /** Opens an https or mailto link outside the app. */
    openLink: procedure(
      strictObject(() => ({ url: z.string().max(2000) })),
      done,
    ),
  },
  settings: {
    change: procedure(settings.partial(), settings),
    /** Restarts the app to apply settings that need it; `gpu`: tries the graphics processor again. */
    restart: procedure(
      strictObject(() => ({ gpu: z.boolean() })),
      done,
    ),
  },
  /** Diagnostics for support, without secrets and without customers' data. */
  diagnostics: {
    /** Collects the diagnostics and returns what would be saved. */
    collect: procedure(nothing, z.array(diagnosticEntry)),
    /** Asks for a place and saves the last collection there as a zip; null if cancelled. */
    save: procedure(nothing, pickedFile.nullable()),
    showLogs: procedure(nothing, done),
  },
  windows: {
    /** Shows a screen in its own window, or brings that to the front; false if too many are open. */
    open: procedure(
      strictObject(() => ({
        path: z
          .string()
          .max(300)
          .regex(/^\/[\w\-/]+(\?[\w\-=&%]*)?$/),
      })),
      z.boolean(),
    ),
    /** Closes a window of a single screen, without asking about unsaved input. */
    close: procedure(nothing, done),
  },
  environments: {
    choose: procedure(
      strictObject(() => ({ id: z.string().max(40) })),
      boot,
    ),
    add: procedure(
      strictObject(() => serverShape),
      boot,
    ),
    /** Changes the name or the address of a server; another address means another session. */
    edit: procedure(
      strictObject(() => ({ id: z.string().max(40), ...serverShape })),
      boot,
    ),
    /** Brings back the servers that come with the product and were removed. */
    bringBack: procedure(nothing, boot),
    remove: procedure(
      strictObject(() => ({ id: z.string().max(40) })),
      boot,
    ),
    /** Forgets which calls the chosen server lacks, and asks it again. */
    askAgain: procedure(nothing, done),
    /** Answers the first-run question: demo data, or an empty start with its administrator. */
    start: procedure(
      z.discriminatedUnion('seed', [
        strictObject(() => ({ seed: z.literal('demo') })),
        strictObject(() => ({ seed: z.literal('empty'), ...firstAdministrator.shape })),
      ]),
      boot,
    ),
    /** Starts the embedded API again after it failed. */
    restart: procedure(nothing, boot),
  },
  account: {
    signIn: procedure(
      strictObject(() => ({
        username: z.string().trim().min(1).max(100),
        password: z.string().min(1).max(1000),
        captchaId: z.string().max(100),
        captcha: z.string().trim().min(1).max(20),
      })),
      sessionState,
    ),
    signOut: procedure(nothing, sessionState),
    /** Asks the keychain again after it was locked. */
    retry: procedure(nothing, sessionState),
    /** The picture of the signed-in user as a data URI; null if there is none that can be shown. */
    picture: procedure(nothing, z.string().nullable()),
  },
  files: {
    /** Lets the user choose a file for an upload endpoint or an import; null if they cancel. */
    pick: procedure(
      strictObject(() => ({ call: z.string().max(80).optional(), import: importName.optional() })),
      pickedFile.nullable(),
    ),
    /**
     * Asks for a place, streams a blob endpoint's response there under a temporary name, and renames it when complete.
     */
    save: procedure(
      strictObject(() => ({ ...apiCall, name: z.string().max(200), id: z.string().max(64).default('') })),
      pickedFile.nullable(),
    ),
    /** Fetches the response of a blob endpoint for an import to read; a temporary file, deleted as the app ends. */
    borrow: procedure(
      strictObject(() => ({ ...apiCall, name: z.string().max(200) })),
      pickedFile,
    ),
    /** A small picture from a blob endpoint as a data URI; null if it is no picture. */
    image: procedure(
      strictObject(() => apiCall),
      z.string().nullable(),
    ),
    /** A chosen picture as a data URI for the window to crop: jpg or png, of the size of ordinary files. */
    look: procedure(
      strictObject(() => ({ token })),
      z.string(),
    ),
    /** Stores a picture made by the window so that it can be sent like a chosen file; deleted with the app. */
    take: procedure(
      strictObject(() => ({ picture: z.string().max(900_000).startsWith('data:image/jpeg;base64,') })),
      pickedFile,
    ),
    /** Asks for a place and writes a picture drawn by the window there; null if cancelled. */
    savePicture: procedure(
      strictObject(() => ({
        picture: z.string().max(MAX_CALL).startsWith('data:image/png;base64,'),
        name: z.string().max(200),
      })),
      pickedFile.nullable(),
    ),
    showInFolder: procedure(
      strictObject(() => ({ token })),
      done,
    ),
    open: procedure(
      strictObject(() => ({ token })),
      done,
    ),
  },
  /**
   * Backups of the embedded data. A copy holds everything that anybody here may see, and restoring one replaces it; so
   * while the embedded API runs, only a super administrator signed in to it may use them. While it cannot start, or
   * before the first start, anybody at the machine may, and nobody can make one. An `id` reports progress and lets
   * `app.cancel` end the call.
   */
  backups: {
    list: procedure(nothing, backupsHere),
    make: procedure(
      strictObject(() => ({ id: z.string().max(64) })),
      foundBackup,
    ),
    schedule: procedure(backupSchedule, backupsHere),
    /** Lets the user choose the backup folder; null if they cancel. */
    chooseFolder: procedure(nothing, backupsHere.nullable()),
    /** Resets the backup folder to the app's own. */
    forgetFolder: procedure(nothing, backupsHere),
    /** Lets the user choose a backup from another folder; null if they cancel. */
    pick: procedure(nothing, pickedFile.nullable()),
    /**
     * Reads a whole backup: returns its contents and what it would replace, or fails with why it cannot be restored.
     */
    check: procedure(
      strictObject(() => ({ token, id: z.string().max(64) })),
      object(() => ({ facts: backupFacts, present: dataCounts.nullable() })),
    ),
    /**
     * Replaces the present data by a backup, after reading that whole and backing up the present data. Everybody is
     * signed out. Returns the path of the replaced data, which is kept until the next start but one.
     */
    restore: procedure(
      strictObject(() => ({ token, id: z.string().max(64) })),
      object(() => ({ facts: backupFacts, replaced: z.string().nullable(), boot })),
    ),
    /** Leaves data that does not start in place, and shows the first-run question for a new folder. */
    startAnew: procedure(nothing, boot),
  },
  /**
   * Folders of this machine that scheduled reports are written into; the API and the window know them by keys alone.
   */
  reportFolders: {
    /** Lets the user choose one; null if they cancel. The name, of the folder and the machine, is for display. */
    choose: procedure(nothing, object(() => ({ key: z.string(), name: z.string() })).nullable()),
    /** Keys of the folders that the signed-in user has chosen on this machine. */
    known: procedure(nothing, z.array(z.string())),
    /** Fetches and writes the reports that wait now. */
    look: procedure(nothing, done),
  },
  /** Printed documents: shown in the window, and printed from there. */
  papers: {
    /** The PDF that a blob endpoint returns. Refuses anything that is no PDF, or larger than can be shown. */
    read: procedure(
      strictObject(() => apiCall),
      z.instanceof(Uint8Array<ArrayBuffer>),
    ),
    printers: procedure(nothing, z.array(printer)),
    /** Prints what the window has laid out for print, without a dialog; the paper size is in mm. */
    print: procedure(
      strictObject(() => ({
        printer: z.string().min(1).max(300),
        copies: z.int().min(1).max(99),
        width: z.number().min(10).max(2000),
        height: z.number().min(10).max(2000),
      })),
      done,
    ),
  },
  /** New versions of the app: checked for, fetched and installed on request. Each call returns the state afterwards. */
  update: {
    state: procedure(nothing, updateState),
    /** Checks the feed now. The result is in the state, a refusal too. */
    look: procedure(nothing, updateState),
    /** Starts fetching the package that was found; progress is sent as events. */
    download: procedure(nothing, updateState),
    cancel: procedure(nothing, updateState),
    /** Asks about unsaved input, backs up the data, and quits the app to install the fetched package. */
    install: procedure(nothing, updateState),
    /** An https address, or the full path of a folder; null for none. Refuses anything else. */
    setFeed: procedure(
      strictObject(() => ({ feed: updateFeed.nullable() })),
      updateState,
    ),
    /** Lets the user choose a folder as the feed. */
    chooseFolder: procedure(nothing, updateState),
    setDaily: procedure(
      strictObject(() => ({ daily: z.boolean() })),
      updateState,
    ),
    /** Shows the fetched package, or the feed's folder, in the system's file manager. */
    show: procedure(nothing, done),
    /** Marks the outcome of the last update as read. */
    dismiss: procedure(nothing, updateState),
  },
  drafts: {
    list: procedure(nothing, z.record(z.string(), draft)),
    save: procedure(extended(draft.omit({ at: true }), () => ({ key: z.string().max(200) })).strict(), done),
    remove: procedure(
      strictObject(() => ({ key: z.string().max(200) })),
      done,
    ),
  },
  /** Writes that could not be sent: stored for the signed-in user, per server, and sent once the server responds. */
  outbox: {
    list: procedure(nothing, z.array(unsent)),
    /** Stores a call that failed, under its original idempotency key. */
    keep: procedure(
      strictObject(() => ({
        call: z.string().max(80),
        input: z.unknown(),
        key: z.string().regex(/^[\w-]{8,64}$/),
        path: z.string().max(500),
        title: z.string().max(200).nullable(),
        /** True if it may have been carried out. */
        unknown: z.boolean(),
        message: z.string().max(1000),
      })),
      unsent,
    ),
    /** Records the form that a stored call came from. */
    attach: procedure(
      strictObject(() => ({ id: z.uuid(), form: keptForm })),
      done,
    ),
    /** Sends stored calls now, each after earlier ones of its record. An event reports each result. */
    send: procedure(
      strictObject(() => ({ ids: z.array(z.uuid()).max(1000) })),
      done,
    ),
    discard: procedure(
      strictObject(() => ({ id: z.uuid() })),
      done,
    ),
  },
  /** Imports: the rows stay with main's worker, which returns windows of them, counts and edits. */
  importing: {
    /** `session`: an optional name chosen by the caller, by which the reading can be followed and ended. */
    open: procedure(
      strictObject(() => ({ file: token, import: importName, session: z.uuid().optional() })),
      importSheet,
    ),
    reread: procedure(
      strictObject(() => ({ session, options: readOptions })),
      importSheet,
    ),
    /** Forgets how files with these headers were read before, and reads this one by its own content. */
    forget: procedure(
      strictObject(() => ({ session })),
      importSheet,
    ),
    /** Determines date order and decimal sign by the columns chosen for each sheet. */
    judge: procedure(
      strictObject(() => ({ session, mappings })),
      importJudged,
    ),
    /** Checks every cell by the columns chosen for each sheet. All required columns must be among them. */
    map: procedure(
      strictObject(() => ({ session, mappings })),
      importCounts,
    ),
    rows: procedure(
      strictObject(() => ({
        session,
        part,
        view: z.enum(['all', 'errors', 'warnings', 'left']),
        offset: z.int().min(0),
        limit: z.int().min(1).max(500),
      })),
      object(() => ({ total: z.int(), columns: z.array(z.string()), rows: z.array(importRow) })),
    ),
    edit: procedure(
      strictObject(() => ({
        session,
        part,
        row: z.int().min(1),
        column: z.string().max(60),
        value: z.string().max(10_000),
        /** True to change every other cell of the column with the same text as well. */
        everywhere: z.boolean(),
      })),
      object(() => ({ changed: z.int(), counts: importCounts })),
    ),
    /** Counts the other rows whose first text is the same. */
    alike: procedure(
      strictObject(() => ({ session, ...rowPlace })),
      z.int(),
    ),
    /** Leaves a row out or takes it in, alone or with all rows whose first text is the same. */
    leaveOut: procedure(
      strictObject(() => ({ session, ...rowPlace, left: z.boolean(), alike: z.boolean() })),
      object(() => ({ changed: z.int(), counts: importCounts })),
    ),
    /** Automatic corrections that fit the problems of the file, each with the number of its cells. */
    fixes: procedure(
      strictObject(() => ({ session })),
      z.array(object(() => ({ kind: z.enum(fixKinds), count: z.int() }))),
    ),
    /** Applies one of them to all its cells. */
    fix: procedure(
      strictObject(() => ({ session, kind: z.enum(fixKinds) })),
      object(() => ({ changed: z.int(), counts: importCounts })),
    ),
    /**
     * Asks the API (an upload endpoint, by name) about references and duplicates; its issues are added to those of the
     * file.
     */
    check: procedure(
      strictObject(() => ({ session, call: z.string().max(80), input: z.unknown() })),
      extended(fileChecked.omit({ issues: true }), () => ({
        counts: importCounts,
        /** False if the server cannot check a file without importing it: nothing was sent. */
        atServer: z.boolean(),
      })),
    ),
    /**
     * Sends the file to an upload endpoint that converts it: the original file with its reading options, or the
     * corrected rows with the same row numbers. `input` is the rest of the call's input.
     */
    submit: procedure(
      strictObject(() => ({
        session,
        call: z.string().max(80),
        input: z.unknown(),
        key: z.string().max(64),
      })),
      importSent,
    ),
    /** Replaces the issues found by the API with those that a conversion found in the sent file. */
    mark: procedure(
      strictObject(() => ({ session, issues: z.array(fileIssue).max(1000) })),
      importCounts,
    ),
    /** Saves the rows that have errors, with the reasons, ready to be corrected and imported again. */
    saveErrors: procedure(
      strictObject(() => ({ session, format: z.enum(['xlsx', 'csv']), name: z.string().max(200) })),
      pickedFile.nullable(),
    ),
    /** Cancels the worker's current task. */
    cancel: procedure(
      strictObject(() => ({ session })),
      done,
    ),
    /** Closes the import, whatever it is doing. */
    close: procedure(
      strictObject(() => ({ session })),
      done,
    ),
  },
} as const satisfies Record<string, DesktopGroup>;

export type Desktop = typeof desktop;
/** One handler for each procedure; a missing one does not compile. */
export type DesktopHandlers<Context> = {
  readonly [G in keyof Desktop]: {
    readonly [K in keyof Desktop[G]]: Desktop[G][K] extends Procedure
      ? (
          input: z.output<Desktop[G][K]['input']>,
          context: Context,
        ) => Promise<z.output<Desktop[G][K]['output']>>
      : never;
  };
};
