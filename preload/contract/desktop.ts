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

/** What the desktop can do for the renderer; the same shape as a group of endpoints, but carried out in main. */
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
  /** True for the embedded one and those of the administrator, which are neither edited nor removed here. */
  fixed: z.boolean(),
  /** The server demands whole records: a change is sent with all of the record. */
  wholeRecords: z.boolean().optional(),
}));
export type Environment = z.output<typeof environment>;

/** Name and address of a server, as a person enters them. */
const serverShape = { name: z.string().trim().min(1).max(60), base: z.string().trim().max(300) };

/** How high the rows of lists are. */
export const densities = ['compact', 'normal', 'roomy'] as const;

/** How a list is shown to a person: which columns, in which order, how wide. */
export const tableLayout = object(() => ({
  order: z.array(z.string()),
  hidden: z.array(z.string()),
  widths: z.record(z.string(), z.number()),
  frozen: z.int().min(0).max(3),
  /** How high its rows are, where that is not as in all lists. */
  density: z.enum(densities).nullable().default(null),
}));
export type TableLayout = z.output<typeof tableLayout>;

/** A screen opened in the tag view. */
export const openTab = object(() => ({ path: z.string().max(500), title: z.string().max(200) }));

/** The list that the record of a tab was opened from: how it was asked for, and where in it the record stands. */
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

/** Settings of this machine and person, kept in one file; never the token. */
export const settings = object(() => ({
  language: z.enum(LANGUAGES),
  theme: z.enum(['system', 'light', 'dark']),
  density: z.enum(densities),
  sidebarCollapsed: z.boolean(),
  /** Whether new messages are shown by the system while the window is not in front. */
  notifications: z.boolean(),
  lastUsername: z.string(),
  /** By list. */
  tables: z.record(z.string(), tableLayout),
  /** Open tabs by server and user, so that they are back after the same person signs in again. */
  tabs: z.record(
    z.string(),
    object(() => ({
      open: z.array(extended(openTab, () => ({ from: tabOrigin.optional() }))),
      active: z.string().nullable(),
    })),
  ),
  /** Screens and records that were open last, the latest first, by server and user. */
  recent: z.record(z.string(), z.array(openTab)),
  /** Screens and records that a person keeps at the top of the menu, by server and user. */
  favourites: z.record(z.string(), z.array(openTab)),
  /** Sections of the menu that a person has opened or folded, by server and user. */
  menuSections: z.record(z.string(), z.record(z.string(), z.boolean())),
  /** Size of the labels last printed, by what they are stuck on. */
  labels: z.record(z.string(), labelSize),
  /** The printer last used for paper of a size, by that size. */
  printers: z.record(z.string(), z.string().max(300)),
  /** Whether the graphics processor draws; `auto` until it has failed. Counts from the next start on. */
  gpu: z.enum(['auto', 'on', 'off']),
  /** How much is logged: problems alone, what happens, every call as well. */
  logLevel: z.enum(['warn', 'info', 'debug']),
}));
export type Settings = z.output<typeof settings>;

/** The settings as they come. */
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
 * Grows with each look at a state. Main answers and tells by ways of their own, of which either may be the faster: what was
 * looked at first is no news once the other is known.
 */
const order = z.int();

/** Whether someone is signed in. `locked`: the keychain did not answer, so it is not known yet. */
export const sessionState = object(() => ({
  status: z.enum(['signedIn', 'signedOut', 'locked']),
  profile: profile.nullable(),
  /** False when there is no keychain: the session ends with the app. */
  kept: z.boolean(),
  order,
}));
export type SessionState = z.output<typeof sessionState>;

/** The embedded API as the screens need to know it. */
export const backendState = object(() => ({
  status: z.enum(['absent', 'starting', 'ready', 'failed']),
  /** With `failed`: what happened, as a message code, and its detail. With `ready`: DATA_READ_ONLY and the folder, if so. */
  code: z.string().nullable(),
  detail: z.string().nullable(),
  order,
}));
export type BackendState = z.output<typeof backendState>;

/** What an administrator has laid down for this machine in a file. */
const managed = object(() => ({
  /** Where the file lies; null when there is none. */
  place: z.string().nullable(),
  /** What cannot be changed here: keys of settings, or `server`. */
  locked: z.array(z.string()),
  /** What of the file was not understood, each with its key. */
  problems: z.array(z.string()),
}));

/** How the window is drawn: by the processor alone, and why. */
const graphics = object(() => ({
  software: z.boolean(),
  why: z.enum(['setting', 'safeStart', 'gpuFailed', 'notPainted']).nullable(),
}));

/** What one part of the diagnostics tells. */
export const diagnosticParts = ['about', 'settings', 'health', 'data', 'crashes', 'log'] as const;
/** One file of the diagnostics, as it will be saved. */
const diagnosticEntry = object(() => ({
  name: z.string(),
  part: z.enum(diagnosticParts),
  size: z.int(),
  /** The text itself, of a long one its end. */
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
  /** Servers that come with the product and were removed here: they can be brought back. */
  hidden: z.array(environment),
  /** Names of the calls that the chosen server lacks, as far as that is known. */
  missing: z.array(z.string()),
  /** Null until the first-run question is answered. */
  environment: z.string().nullable(),
  session: sessionState,
  backend: backendState,
  /** Files of what is kept on this computer that could not be read at this start, and lie aside. */
  damaged: z.array(z.string()),
  /** With the embedded API: what it was seeded with. Demo accounts are shown for demo data only. */
  seed: z.enum(['demo', 'empty']).nullable(),
  /** The screen that this window shows alone; null for the main one, which has the menu and the tabs. */
  alone: z.string().nullable(),
  /** What a setting goes back to when it is reset. */
  defaults: settings,
  managed,
  graphics,
  /** A safe start: no tabs are restored, and how things look is as it comes, for this time. */
  safeStart: z.boolean(),
  /** The start was told to begin with empty data: the first-run question goes on with its administrator. */
  beginsEmpty: z.boolean(),
}));
export type Boot = z.output<typeof boot>;

/** New messages of which the system tells: of one its kind, bill and screen, of more their number. */
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
/** A printer of this machine: its name for the system, and for people. */
const printer = object(() => ({ name: z.string(), title: z.string() }));
export type Printer = z.output<typeof printer>;

/** A file the user chose. Only main knows where it lies. */
export const pickedFile = object(() => ({ token: z.string(), name: z.string(), size: z.int() }));
export type PickedFile = z.output<typeof pickedFile>;
const token = z.string().max(64);

/** A call of the API by name, for the procedures that carry its bytes to or from disk. */
const apiCall = { call: z.string().max(80), input: z.unknown() };

/** How a file is read: found out, or chosen by the user. */
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

/** A backup that was found: its token, and what it says of itself; null where it cannot be read. */
const foundBackup = object(() => ({
  token: z.string(),
  name: z.string(),
  size: z.int(),
  facts: backupFacts.nullable(),
}));
export type FoundBackup = z.output<typeof foundBackup>;

/** What there is of backups on this machine. */
const backupsHere = object(() => ({
  schedule: backupSchedule,
  /** Where they go: for people to read, and to find them again. */
  folder: z.string(),
  /** True where that was chosen by a person. */
  chosen: z.boolean(),
  /** Why the last one that was due could not be made. */
  fault: object(() => ({
    code: z.string(),
    params: z.record(z.string(), z.union([z.string(), z.number()])),
  })).nullable(),
  running: z.boolean(),
  found: z.array(foundBackup),
  present: dataCounts.nullable(),
}));
export type BackupsHere = z.output<typeof backupsHere>;

/** Files that main's worker knows how to check. */
const importName = z.enum(fileKindNames);

/** A problem as it crosses the bridge: each window says it in its own language. */
const said = object(() => ({ code: z.string(), params: z.record(z.string(), z.unknown()).optional() }));

/** One of the sheets that an import has; most have one. */
const importPart = object(() => ({
  /** Key of the sheet; empty where the file is one. */
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

/** Order of dates and decimal sign of a file; null where nothing depends on it, `open` where the cells do not tell. */
const importJudged = object(() => ({
  dateOrder: z.enum(['DMY', 'MDY', 'YMD', 'open']).nullable(),
  /** Dates that can be read in both orders, with the day that they are read as; null while it is open. */
  dateExamples: z.array(object(() => ({ text: z.string(), day: z.string().nullable() }))),
  decimal: z.enum(['point', 'comma', 'open']).nullable(),
  /** Numbers that depend on it, with their value; null while it is open. */
  numberExamples: z.array(object(() => ({ text: z.string(), value: z.string().nullable() }))),
}));
export type ImportJudged = z.output<typeof importJudged>;

/** What was found in a file, before anything is checked. */
export const importSheet = extended(importJudged, () => ({
  session: z.string(),
  fileName: z.string(),
  size: z.int(),
  format: z.enum(['csv', 'xlsx', 'xls', 'ods', 'html', 'mhtml', 'xml']),
  encoding: z.string().nullable(),
  /** Candidates if the encoding is not certain, the likeliest first, with rows by which a person can tell. */
  asked: object(() => ({
    encodings: z.array(z.string()),
    rows: z.array(object(() => ({ number: z.int(), cells: z.array(z.string()) }))),
  })).nullable(),
  /** When the last file with these headers was sent, by whose reading this one was opened; null where there is none. */
  known: z.string().nullable(),
  separator: z.string().nullable(),
  sheets: z.array(z.string()),
  /** Sheets that the file hides: they are read when they are selected. */
  hiddenSheets: z.array(z.string()),
  /** Which of them was read; null where there is nothing to choose. */
  sheet: z.string().nullable(),
  /** Reading of hidden rows, columns and sheets of a book; null where none is hidden. */
  hidden: z.enum(['take', 'leave']).nullable(),
  /** Those that were found, in the order of the import. */
  parts: z.array(importPart),
  /** Worth telling and no hindrance: columns left out, blank rows. `sheet` is the key of the sheet they are about. */
  notices: z.array(extended(said, () => ({ sheet: z.string() }))),
}));
export type ImportSheet = z.output<typeof importSheet>;

/** What the check of a file came to: rows by the worst that is known of each. */
const rowCounts = object(() => ({
  rows: z.int(),
  good: z.int(),
  warnings: z.int(),
  errors: z.int(),
  /** Rows that are left out: totals, and those of which a person said so. */
  left: z.int(),
}));
/** The same of all sheets, and of each in their order. */
export const importCounts = extended(rowCounts, () => ({ parts: z.array(rowCounts) }));
export type ImportCounts = z.output<typeof importCounts>;
/** Answer to a file that was sent: its job, or the values that a server without jobs answered. */
const importSent = object(() => ({
  job: fileJobRow.nullable(),
  sentBefore: fileUploaded.shape.sentBefore,
  facts: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
}));
export type ImportSent = z.output<typeof importSent>;

/** Something about a cell; a problem, or words that the API found for it. */
const cellIssue = extended(said, () => ({
  column: z.string(),
  level: z.enum(['error', 'warning']),
  message: z.string().optional(),
}));
/** One row of the checked grid. */
export const importRow = object(() => ({
  /** As a spreadsheet numbers it. */
  row: z.int(),
  /** Texts by mapped column, in the order of `columns`. */
  cells: z.array(z.string()),
  issues: z.array(cellIssue),
}));
export type ImportRow = z.output<typeof importRow>;
const session = z.string().max(64);
/** The columns that were chosen, by sheet. */
const mappings = z.array(z.array(z.string().nullable()).max(16_384)).max(10);
/** Place of a sheet among those of the import. */
const part = z.int().min(0).max(9).default(0);
const rowPlace = { part, row: z.int().min(1) };

/** A half-filled form or the state of a screen, as it is kept; of a form also the screen on which it stands. */
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
    /** The page has had its first frame, and has fetched what follows: main may be busy. */
    fetched: procedure(nothing, done),
    /** Ends a running call by the id it was given. */
    cancel: procedure(
      strictObject(() => ({ id: z.string().max(64) })),
      done,
    ),
    /** Writes a failure of the renderer to the log. */
    report: procedure(
      strictObject(() => ({ message: z.string().max(2000), stack: z.string().max(20_000).nullable() })),
      done,
    ),
    /** Says which screens hold what was typed and not saved: leaving asks about them. */
    unsaved: procedure(
      strictObject(() => ({ titles: z.array(z.string().max(200)).max(200) })),
      done,
    ),
    /** Has the system tell of new messages, where that is wanted and the window is not in front. */
    notify: procedure(notice, done),
    /** The link to the app that was handed over last and not followed yet: its path, or that it is none. */
    takeLink: procedure(nothing, object(() => ({ path: z.string().nullable() })).nullable()),
    /** Opens an https or mailto link outside the app. */
    openLink: procedure(
      strictObject(() => ({ url: z.string().max(2000) })),
      done,
    ),
  },
  settings: {
    change: procedure(settings.partial(), settings),
    /** Starts the app anew, so that what counts from a start on is there; `gpu`: another try with the graphics processor. */
    restart: procedure(
      strictObject(() => ({ gpu: z.boolean() })),
      done,
    ),
  },
  /** What support needs to know, without secrets and without customers' data. */
  diagnostics: {
    /** Gathers it, and answers what would be saved. */
    collect: procedure(nothing, z.array(diagnosticEntry)),
    /** Asks where, and saves what was gathered last as a zip; null when nobody says where. */
    save: procedure(nothing, pickedFile.nullable()),
    showLogs: procedure(nothing, done),
  },
  windows: {
    /** Shows a screen in a window of its own, or brings that to the front; false when there are too many of them. */
    open: procedure(
      strictObject(() => ({
        path: z
          .string()
          .max(300)
          .regex(/^\/[\w\-/]+(\?[\w\-=&%]*)?$/),
      })),
      z.boolean(),
    ),
    /** Closes a window of a single screen. One that a page closes by itself asks nobody. */
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
    /** Changes the name or the address of a server; with another address its session is another. */
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
    /** The answer to the first-run question: demo data, or an empty start with its administrator. */
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
    /** The picture of the one who is signed in, as a data URI; null where there is none that can be shown. */
    picture: procedure(nothing, z.string().nullable()),
  },
  files: {
    /** Lets the user choose a file for an upload endpoint or an import; null when they do not. */
    pick: procedure(
      strictObject(() => ({ call: z.string().max(80).optional(), import: importName.optional() })),
      pickedFile.nullable(),
    ),
    /** Asks where, streams the answer of a blob endpoint there under a temporary name, and renames it when whole. */
    save: procedure(
      strictObject(() => ({ ...apiCall, name: z.string().max(200), id: z.string().max(64).default('') })),
      pickedFile.nullable(),
    ),
    /** Fetches the answer of a blob endpoint for an import to read; it lies with the app and goes with it. */
    borrow: procedure(
      strictObject(() => ({ ...apiCall, name: z.string().max(200) })),
      pickedFile,
    ),
    /** A small picture from a blob endpoint as a data URI; null when it is no picture. */
    image: procedure(
      strictObject(() => apiCall),
      z.string().nullable(),
    ),
    /** A picture that was chosen, as a data URI for the window to cut from: jpg or png, of the size of ordinary files. */
    look: procedure(
      strictObject(() => ({ token })),
      z.string(),
    ),
    /** Takes a picture that the window made, to be sent as a chosen file is; it lies with the app and goes with it. */
    take: procedure(
      strictObject(() => ({ picture: z.string().max(900_000).startsWith('data:image/jpeg;base64,') })),
      pickedFile,
    ),
    /** Asks where, and writes a picture that the window drew there; null when nobody says where. */
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
   * Backups of the embedded data: a copy holds all that everybody here may see, and restoring one replaces it. So while the
   * embedded API runs they are a super administrator's alone, who is signed in to it; while it cannot start, or before the
   * first start, they are anybody's who sits at the machine, and making one is nobody's. An `id` tells the progress and
   * lets `app.cancel` end it.
   */
  backups: {
    list: procedure(nothing, backupsHere),
    make: procedure(
      strictObject(() => ({ id: z.string().max(64) })),
      foundBackup,
    ),
    schedule: procedure(backupSchedule, backupsHere),
    /** Lets the user choose where backups go; null when they do not. */
    chooseFolder: procedure(nothing, backupsHere.nullable()),
    /** Has them go to the app's own folder again. */
    forgetFolder: procedure(nothing, backupsHere),
    /** Lets the user choose a backup that lies elsewhere; null when they do not. */
    pick: procedure(nothing, pickedFile.nullable()),
    /** Reads a backup whole: what is in it, or why it cannot be restored; and what it would replace. */
    check: procedure(
      strictObject(() => ({ token, id: z.string().max(64) })),
      object(() => ({ facts: backupFacts, present: dataCounts.nullable() })),
    ),
    /**
     * Puts a backup in the place of the present data, once it was read whole and that was backed up. Everybody is signed
     * out. Answers where the data that was replaced lies until the next start but one.
     */
    restore: procedure(
      strictObject(() => ({ token, id: z.string().max(64) })),
      object(() => ({ facts: backupFacts, replaced: z.string().nullable(), boot })),
    ),
    /** Leaves data that does not start where it is, and asks the question of the first start for a new place. */
    startAnew: procedure(nothing, boot),
  },
  /** Folders of this machine that scheduled reports are written into, known to the API and the window by keys alone. */
  reportFolders: {
    /** Lets the user choose one; null when they do not. The name is for people: the folder's, and the machine's. */
    choose: procedure(nothing, object(() => ({ key: z.string(), name: z.string() })).nullable()),
    /** Keys of those that whoever is signed in has chosen on this machine. */
    known: procedure(nothing, z.array(z.string())),
    /** Fetches and writes what waits now. */
    look: procedure(nothing, done),
  },
  /** Papers: shown in the window, and printed from there. */
  papers: {
    /** The PDF that a blob endpoint answers. One that is no PDF, or more than can be shown, is refused. */
    read: procedure(
      strictObject(() => apiCall),
      z.instanceof(Uint8Array<ArrayBuffer>),
    ),
    printers: procedure(nothing, z.array(printer)),
    /** Prints what the window has laid out for print, without asking, on paper of a size in mm. */
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
  /** New versions of the app: looked for, fetched and installed when a person says so. Each answers how it stands then. */
  update: {
    state: procedure(nothing, updateState),
    /** Looks at the feed now. What comes of it is in the state, a refusal as well. */
    look: procedure(nothing, updateState),
    /** Begins to fetch the package that was found; how far it is comes by events. */
    download: procedure(nothing, updateState),
    cancel: procedure(nothing, updateState),
    /** Asks about what is unsaved, backs up the data, and ends the app to install what was fetched. */
    install: procedure(nothing, updateState),
    /** An https address, or the full path of a folder; null for none. Anything else is refused. */
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
    /** What came of the last update has been read. */
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
  /** Writes that could not be sent: kept for the one who is signed in, on this server, and sent once it answers. */
  outbox: {
    list: procedure(nothing, z.array(unsent)),
    /** Keeps a call that failed, under the key it was tried with. */
    keep: procedure(
      strictObject(() => ({
        call: z.string().max(80),
        input: z.unknown(),
        key: z.string().regex(/^[\w-]{8,64}$/),
        path: z.string().max(500),
        title: z.string().max(200).nullable(),
        /** True when it may have been carried out. */
        unknown: z.boolean(),
        message: z.string().max(1000),
      })),
      unsent,
    ),
    /** Notes from which form a kept call came. */
    attach: procedure(
      strictObject(() => ({ id: z.uuid(), form: keptForm })),
      done,
    ),
    /** Sends kept calls now, each after those of its record that came before. What came of each is told by an event. */
    send: procedure(
      strictObject(() => ({ ids: z.array(z.uuid()).max(1000) })),
      done,
    ),
    discard: procedure(
      strictObject(() => ({ id: z.uuid() })),
      done,
    ),
  },
  /** Imports: the rows stay with main's worker, which answers windows of them, counts and edits. */
  importing: {
    /** Under a name of the caller's, if it gives one, by which the reading can be followed and ended. */
    open: procedure(
      strictObject(() => ({ file: token, import: importName, session: z.uuid().optional() })),
      importSheet,
    ),
    reread: procedure(
      strictObject(() => ({ session, options: readOptions })),
      importSheet,
    ),
    /** Forgets how files with these headers were read before, and reads this one by what it tells itself. */
    forget: procedure(
      strictObject(() => ({ session })),
      importSheet,
    ),
    /** Judges order of dates and decimal sign by the columns chosen for each sheet. */
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
        /** Also every other cell of the column that holds the same text. */
        everywhere: z.boolean(),
      })),
      object(() => ({ changed: z.int(), counts: importCounts })),
    ),
    /** How many other rows begin with the same text as one does. */
    alike: procedure(
      strictObject(() => ({ session, ...rowPlace })),
      z.int(),
    ),
    /** Leaves a row out or takes it in, alone or with all that begin as it does. */
    leaveOut: procedure(
      strictObject(() => ({ session, ...rowPlace, left: z.boolean(), alike: z.boolean() })),
      object(() => ({ changed: z.int(), counts: importCounts })),
    ),
    /** Corrections that problems of the file name, each with the number of its cells. */
    fixes: procedure(
      strictObject(() => ({ session })),
      z.array(object(() => ({ kind: z.enum(fixKinds), count: z.int() }))),
    ),
    /** Makes one of them in all its cells. */
    fix: procedure(
      strictObject(() => ({ session, kind: z.enum(fixKinds) })),
      object(() => ({ changed: z.int(), counts: importCounts })),
    ),
    /** Asks the API (an upload endpoint, by name) about references and duplicates; its findings join those of the file. */
    check: procedure(
      strictObject(() => ({ session, call: z.string().max(80), input: z.unknown() })),
      extended(fileChecked.omit({ issues: true }), () => ({
        counts: importCounts,
        /** False where the server cannot check a file without importing it: nothing was sent. */
        atServer: z.boolean(),
      })),
    ),
    /**
     * Sends the file to an upload endpoint that converts it by itself: the file as it was chosen with how it is to be read,
     * or what it was corrected to, rows numbered alike. `input` says the rest of the call.
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
    /** Takes what a conversion found in the file it was sent, in place of what the API found before. */
    mark: procedure(
      strictObject(() => ({ session, issues: z.array(fileIssue).max(1000) })),
      importCounts,
    ),
    /** Saves the rows that have errors, with the reasons, ready to be corrected and imported again. */
    saveErrors: procedure(
      strictObject(() => ({ session, format: z.enum(['xlsx', 'csv']), name: z.string().max(200) })),
      pickedFile.nullable(),
    ),
    /** Ends what the worker is busy with. */
    cancel: procedure(
      strictObject(() => ({ session })),
      done,
    ),
    /** Ends it, whatever it is busy with. */
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
