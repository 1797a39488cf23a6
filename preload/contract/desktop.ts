import * as z from 'zod';
import { firstAdministrator } from './access/session';
import { backups } from './desktop/backups';
import { boot, sessionState, settings } from './desktop/boot';
import { importing, importName } from './desktop/importing';
import {
  type DesktopGroup,
  done,
  nothing,
  type Procedure,
  pickedFile,
  procedure,
  token,
} from './desktop/procedure';
import { kept } from './kept';
import { MAX_CALL } from './limits';
import { messageTypes } from './partners/message';
import { extended, object, strictObject } from './shape';
import { keptForm, unsent } from './unsent';
import { updateFeed, updateState } from './update';

/** Name and address of a server, as a person enters them. */
const serverShape = { name: z.string().trim().min(1).max(60), base: z.string().trim().max(300) };

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

/** An API call by name, for the procedures that carry its bytes to or from disk. */
const apiCall = { call: z.string().max(80), input: z.unknown() };

/** A half-filled form or the state of a screen as stored; for a form also the path of its screen. */
export const draft = object(() => ({
  at: z.string(),
  value: kept,
  path: z.string().max(500).optional(),
  title: z.string().max(200).nullable().optional(),
}));
export type Draft = z.output<typeof draft>;

export const files = {
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
} as const satisfies DesktopGroup;

export const desktop = {
  app: {
    boot: procedure(nothing, boot),
    /** Reports that the page has drawn its first frame and loaded its code, so main may start heavy work. */
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
    /** Forgets which calls the chosen server lacks, and reads its list of calls again. */
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
  files,
  backups,
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
  importing,
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
