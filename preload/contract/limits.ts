/** Every constant of the product and of the wire, once. Times are milliseconds, sizes bytes. */

const MB = 1024 * 1024;

/** Languages of the product: `cn` is the API's code, `zh-CN` that of Intl and libraries. */
export const LANGUAGES = ['en', 'cn'] as const;
export type Language = (typeof LANGUAGES)[number];
export const DEFAULT_LANGUAGE: Language = 'en';
export const INTL_LOCALE = { en: 'en-GB', cn: 'zh-CN' } as const satisfies Record<Language, string>;

/** Deadline of an ordinary call in all; an upload or export must begin to respond within it. */
export const REQUEST_TIMEOUT = 100_000;
/** An upload or export that moves no byte for this long is ended. */
export const IDLE_TIMEOUT = 30_000;
/** A screen's code that has not loaded by then is reported as failed. */
export const SCREEN_TIMEOUT = 120_000;

/** Largest JSON response accepted, and largest file an export may write. */
export const MAX_JSON = 32 * MB;
export const MAX_EXPORT = 512 * MB;
/** Largest input of one call over the bridge; files cross as tokens, never as bytes. */
export const MAX_CALL = MB;
/** Largest body of a call without a session: a sign-in has a hundredth of it. */
export const MAX_STRANGER_CALL = MB / 10;

/** Upload limits: ordinary files, the declaration csv, a person's picture. */
export const MAX_UPLOAD = 10 * MB;
export const MAX_DECLARATION = 20 * MB;
/** Largest PDF shown in the window before printing. */
export const MAX_PAPER = 50 * MB;
export const MAX_AVATAR = 2 * MB;
/** A company's logo, which is in each of its invoices. */
export const MAX_LOGO = MB / 2;
/** The picture a person's is cropped from: its largest number of pixels, and the side of the crop in pixels. */
export const PICTURE = { maxPixels: 50_000_000, side: 512 } as const;

/** Rows an import file may hold. A declaration holds what fits in its 20 MB. */
export const MAX_ROWS = { bill: 10_000, box: 5_000, declaration: 200_000, other: 10_000 } as const;
/** Row errors returned in a response; the error file holds them all. */
export const MAX_ROW_ERRORS = 1_000;

export const PROFILE_PASSWORD = { min: 6, max: 32 } as const;
/** Length of a password set for someone else. */
export const STAFF_PASSWORD = { min: 8, max: 20 } as const;

/** Date format of screens; `dd/MM/yyyy` is the same in the notation of date libraries. */
export const DATE_FORMAT = 'DD/MM/yyyy';
/** Height of a table: window height − this + an offset of the screen. */
export const TABLE_HEIGHT_OFFSET = 288;
/** Columns (of 24) that a search field spans. */
export const SEARCH_SPAN = 8;

export const PAGE_SIZE = 50;
export const MAX_PAGE_SIZE = 500;
/** Totals are counted up to here; more is returned as "at least this many". */
export const COUNT_CAP = 10_000;
/** Ids or numbers in one bulk call or one pasted search. */
export const MAX_BULK = 500;
/** Most numbers of parcels, boxes or declarations in one call on parcels: the largest bills have so many. */
export const MAX_PARCEL_TARGETS = 20_000;
/** Most labels drawn at once, including copies: as many as the largest bill has boxes. */
export const MAX_LABELS = 5_000;
/** Most statements of account one call sends: drawing them blocks other writers, so more are sent in parts. */
export const MAX_STATEMENTS = 100;
/** Most numbers tracked in one call. */
export const MAX_TRACKED = 100;
/** Largest bill that a partner's system may send, with its boxes and parcels. */
export const MAX_PARTNER_CALL = 8 * MB;
/** Characters of each request and response in the log of partners' calls. */
export const MAX_PARTNER_LOG = 64 * 1024;
/** Delays before the next attempt after each failure of something sent. */
const BACK_OFF = [1, 5, 15, 60, 240].map((minutes) => minutes * 60_000);
/**
 * Pushes of events to customers: number of attempts (the fifth is the last, unless a person starts again), delay after
 * each failure, deadline of an attempt in all, and bytes read of a response.
 */
export const PUSH = {
  attempts: 5,
  backOff: BACK_OFF,
  deadline: 15_000,
  maxAnswer: 16 * 1024,
} as const;

/**
 * Sending of mail: the first attempt and three automatic retries, deadline of an attempt in all, characters kept of a
 * server's response, addresses per mail, and how long an unreadable secret is left alone.
 */
export const MAIL = {
  attempts: 4,
  backOff: BACK_OFF,
  deadline: 30_000,
  maxAnswer: 500,
  maxAddresses: 50,
  rest: 60_000,
} as const;

/** Most alert mails of one rule at once; more findings go out in a single mail. */
export const ALERT_MAILS = 10;

/** A call of the NetCHB gateway: milliseconds in all, bytes of a response read, characters of it kept. */
export const NETCHB = { deadline: 20_000, maxAnswer: 256 * 1024, maxKept: 500 } as const;
/**
 * Sending of filings: number of attempts, delay after each failure, how often customs is asked by the age of a filing
 * (up to two hours, a day, older), and when a missing response is reported.
 */
export const FILING = {
  attempts: 10,
  backOff: [...BACK_OFF, ...[240, 240, 240, 240].map((minutes) => minutes * 60_000)],
  ask: [
    { until: 2 * 60_000, every: 5_000 },
    { until: 2 * 3_600_000, every: 60_000 },
    { until: 24 * 3_600_000, every: 15 * 60_000 },
  ],
  askLast: 6 * 3_600_000,
  /** Stop asking after this: an entry is liquidated within 314 days as a rule (19 CFR 159.9). */
  askFor: 400 * 24 * 3_600_000,
  answerDue: 2 * 3_600_000,
} as const;
/** Messages to customs offices of the EU: asked about for 100 days, since an invalidation may be applied for within 90. */
export const CUSTOMS = { askFor: 100 * 24 * 3_600_000 } as const;
/**
 * Invoices to the access point: attempts and delays as for filings, deadline of a call (the access point may hold it until
 * the customer's has answered), bytes of a response read, characters of it kept, how long a call whose response was lost
 * may still be stored, and how long a delivery is asked about.
 */
export const E_INVOICE = {
  attempts: FILING.attempts,
  backOff: FILING.backOff,
  deadline: 60_000,
  maxAnswer: 256 * 1024,
  maxKept: 500,
  settling: 120_000,
  askFor: 30 * 24 * 3_600_000,
} as const;
/** The simulated customs: delay when it is late, and between two of its responses. */
export const SIMULATOR = { late: 45_000, next: 20_000 } as const;

/**
 * Updates: bytes of a manifest, of its signature and of a package, deadline of a manifest in all, and the interval of
 * automatic checks.
 */
export const UPDATE = {
  maxManifest: 64 * 1024,
  maxSignature: 1024,
  maxPackage: 512 * MB,
  deadline: 30_000,
  every: 24 * 3_600_000,
} as const;

/**
 * Wrong passwords within the window that block an account at its address, and the duration of the block. `unknown`:
 * wrong passwords from one address, and for one name, after which only accounts that signed in from that address
 * before are accepted. 100 suffice for an office of 500: people mistype less than a fifth of their passwords.
 */
export const LOGIN_ATTEMPTS = {
  max: 5,
  window: 15 * 60_000,
  block: 15 * 60_000,
  unknown: { address: 100, name: 50 },
} as const;
/** A captcha is valid once, within this time. */
export const CAPTCHA_LIFE = 2 * 60_000;
/** Unanswered captchas per address within the window: an office of 500 opens its sign-in screens at once. */
export const CAPTCHA_OPEN = { max: 600, window: 60_000 } as const;
/** A session ends after this long without a call, and at the latest after this long in all. */
export const SESSION_IDLE = 12 * 3_600_000;
export const SESSION_LIFE = 7 * 24 * 3_600_000;
/** How long an Idempotency-Key is remembered. */
export const IDEMPOTENCY_LIFE = 24 * 3_600_000;

/** Base path of the embedded API; spec paths follow it. */
export const BASE_PATH = '/admin';
