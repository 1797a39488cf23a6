import type { Language } from './limits';
import { isKeyOf } from './names';
import { type MessageCode, type Param, say, words } from './words';

/** Error codes of any file sent. */
export const fileErrors = ['FILE_TYPE', 'FILE_SIZE', 'FILE_CONTENT', 'FILE_ONE'] as const;
/** Error codes of a file that may be a workbook or a PDF, whose contents are read. */
export const uploadErrors = [...fileErrors, 'FILE_BROKEN', 'FILE_PROTECTED', 'FILE_BOMB'] as const;

/** The HTTP status of each code that a response with `ret: false` may carry; codes not listed are 400. */
const STATUS = {
  LOGIN_FIRST: 401,
  SESSION_ENDED: 401,
  API_KEY_WRONG: 401,
  API_KEY_BLOCKED: 429,
  LOGIN_FAILED: 401,
  CAPTCHA_WRONG: 400,
  NO_PERMISSION: 403,
  PWD_CHANGE_FIRST: 403,
  LOGIN_FORBIDDEN: 403,
  GRANT_BEYOND: 403,
  NOT_FOUND: 404,
  NOT_OFFERED: 404,
  STAFF_SELF: 409,
  STAFF_LAST_ADMIN: 409,
  STAFF_NAME_GONE: 409,
  GROUP_FIXED: 409,
  PWD_OWN: 409,
  STALE_DATA: 409,
  BANK_SIMILAR: 409,
  BANK_CSV_ASKS: 409,
  BANK_ENTRY_BOOKED: 409,
  BANK_PAYMENT_OTHER: 409,
  BANK_PAYMENT_LINKED: 409,
  BANK_RETURN_OTHER: 409,
  BANK_REVERSAL: 409,
  BILL_DUPLICATE: 409,
  BILL_DUPLICATE_REMOVED: 409,
  LETTER_NOT_MATCHED: 409,
  LETTER_OVERWRITE: 409,
  LETTER_KNOWN: 409,
  UTB_SUM: 409,
  BILL_REMOVED: 409,
  BILL_ARCHIVED: 409,
  BILL_HAS_OPERATIONS: 409,
  BILL_HAS_PAID_COST: 409,
  BILL_NOT_DELIVERED: 409,
  BILL_IDENTITY_LOCKED: 409,
  BILL_POD_MISSING: 409,
  BILL_EXCEPTION_OPEN: 409,
  BILL_ARCHIVE_EARLY: 409,
  BILL_NOT_ARCHIVED: 409,
  BILL_CHECKED_ALREADY: 409,
  BILL_NOT_CHECKED: 409,
  COUNT_EXCEEDED: 409,
  REASON_REQUIRED: 409,
  LEG_FINISHED: 409,
  LEG_PREVIOUS_OPEN: 409,
  BOX_BLOCKED: 409,
  PHOTO_REQUIRED: 409,
  LEG_STARTED: 409,
  LEG_NOT_STARTED: 409,
  LEG_NOT_DECLARED: 409,
  LEG_NOTHING_FREE: 409,
  LEG_NO_DESTINATION: 409,
  LEG_COUNT_MISSING: 409,
  LEG_PARCELS_OPEN: 409,
  LEG_NEXT_FINISHED: 409,
  LEG_REOPEN_LATE: 409,
  LEG_NOT_EMPTY: 409,
  LEG_NO_CMR: 409,
  PICK_IN_USE: 409,
  PICK_HAS_PMC: 409,
  PICK_MISSING: 409,
  PICKUP_OPEN: 409,
  PICKUP_COMPLETE: 409,
  PMC_NOT_INBOUND: 409,
  PMC_UNDO_LATE: 409,
  PDA_TYPING: 403,
  BOX_NOT_RELEASED: 409,
  BOX_NOT_RECEIVED: 409,
  BOX_GONE: 409,
  BOX_ELSEWHERE: 409,
  BOX_NOT_LOADED: 409,
  BOX_NOT_CARRIED: 409,
  BOX_DEPARTED: 409,
  BOX_ON_PALLET: 409,
  SCAN_PARCEL_IN_BOX: 409,
  SCAN_NO_PALLET: 409,
  PALLET_EMPTY: 409,
  PALLET_NOT_EMPTY: 409,
  PALLET_DESTINATION: 409,
  PALLET_BOX_UNKNOWN: 409,
  FILE_NOT_MADE: 409,
  LABEL_TOO_SMALL: 409,
  LABEL_TOO_LONG: 409,
  LABELS_TOO_MANY: 409,
  SSCC_USED_UP: 409,
  NODE_NOT_LAST: 409,
  IMPORT_UNDONE: 409,
  FILE_REPLACE: 409,
  FILE_APPLIED: 409,
  FILE_IN_PLACE: 409,
  FILE_NO_UNDO: 409,
  FILE_DATA_IN_USE: 409,
  CODE_EXISTS: 409,
  COST_PAID: 409,
  COST_NOT_PAID: 409,
  COST_REVERSED: 409,
  COST_INVOICED: 409,
  COST_INVOICE_TWICE: 409,
  EINVOICE_TWICE: 409,
  EINVOICE_SUM: 409,
  EINVOICE_EXPECTED: 409,
  EINVOICE_FILE_OTHER: 409,
  EINVOICE_FILE_KEPT: 409,
  EINVOICE_FILE_MISSING: 409,
  EINVOICE_FILE_DAMAGED: 409,
  COST_OF_DIFF: 409,
  COST_IN_PAYMENT: 409,
  CURRENCY_MIXED: 409,
  DIFF_OPEN: 409,
  PAYMENT_CHARGE: 400,
  PAYMENT_LINE: 409,
  PAYMENT_PARTY: 400,
  MONTH_CLOSED_AFTER: 409,
  MONTH_NOT_OVER: 409,
  MONTH_OPEN_BEFORE: 409,
  MONTH_PENDING: 409,
  PAYMENT_NOTHING: 409,
  PAYMENT_PENDING: 409,
  PAYMENT_REFUND: 409,
  PAYMENT_TOO_MUCH: 409,
  PAYMENT_USED: 409,
  WRITE_OFF_LIMIT: 409,
  RATE_MISSING: 409,
  REVENUE_CUSTOMERS: 409,
  REVENUE_NO_TAX_DATA: 409,
  STATEMENT_NO_ADDRESS: 409,
  STATEMENT_PART: 409,
  BILL_UNPAID_COST: 409,
  APPROVAL_OVERLAP: 409,
  APPROVAL_NOT_YOURS: 403,
  VIEW_NOT_YOURS: 403,
  VIEW_NOT_OF_GROUP: 409,
  VIEW_LIMIT: 409,
  APPROVAL_SELF: 403,
  APPROVAL_IN_USE: 409,
  DOCUMENT_NOT_YOURS: 403,
  DOCUMENT_NOT_SUBMITTER: 403,
  DOCUMENT_DECIDED: 409,
  DOCUMENT_SUBMITTED: 409,
  DOCUMENT_PAST: 409,
  CONTRACT_NO_FILE: 409,
  TAXATION_OVERLAP: 409,
  TAXATION_NONE: 404,
  TAXATION_ENDED: 409,
  EU_CURRENCY_NONE: 409,
  PRODUCT_IDS_MISSING: 409,
  QUOTE_NO_LINES: 409,
  QUOTE_OVERLAP: 409,
  ORDER_QUOTE_OVERLAP: 409,
  QUOTE_NOT_OFFERED: 409,
  QUOTE_BILLED: 409,
  PRICE_NONE: 404,
  IN_USE: 409,
  CONTACT_PRIMARY: 409,
  OWNER_FIXED: 409,
  STATE_NOT_ALLOWED: 409,
  COUNT_CHANGED: 409,
  KEY_REUSED: 409,
  PARCEL_COMPLETED: 409,
  PARCEL_STATE: 409,
  PARCEL_SET_BACK_LATE: 409,
  PARCEL_LEFT: 409,
  PARCEL_NOT_OUT: 409,
  PARCEL_DELIVERED: 409,
  PARCEL_DISPOSED: 409,
  BATCH_CLOSED: 409,
  DECLARATION_US: 409,
  CONTROL_OPEN: 409,
  CONTROL_NONE: 409,
  AMEND_EXAMINED: 409,
  AMEND_INCORRECT: 409,
  CUSTOMS_NOT_H7: 409,
  CUSTOMS_ACCOUNT_INACTIVE: 409,
  CUSTOMS_TRANSMITTED: 409,
  CUSTOMS_SENT: 409,
  CUSTOMS_LRN_LONG: 409,
  H7_INCOMPLETE: 409,
  CASE_PARCEL_ABNORMAL: 409,
  CASE_REOPEN_LATE: 409,
  COLLECT_DELIVERY: 409,
  COLLECT_NOTHING: 409,
  COLLECT_NOT_RELEASED: 409,
  BOX_COLLECTED: 409,
  COUNT_OPEN: 409,
  COUNT_ENDED: 409,
  COUNT_DECIDED: 409,
  COUNT_UNKNOWN: 409,
  COUNT_MOVED: 409,
  CLAIM_INCOMPLETE: 409,
  CLAIM_NOTICED: 409,
  FILE_SIZE: 413,
  LOGIN_BLOCKED: 429,
  LOGIN_SLOWED: 429,
  SLOW_DOWN: 429,
  DATABASE_UNREACHABLE: 503,
  DISK_FULL: 507,
  DATA_READ_ONLY: 507,
  PUSH_PENDING: 409,
  MAIL_SENDING: 409,
  SCHEDULE_RUNNING: 409,
  CMR_MAIL_PUT: 409,
  MAIL_NO_SERVER: 409,
  SECRETS_LOCKED: 409,
  TRANSPORT_NO_REFERENCE: 409,
  TRANSPORT_NO_SPACE: 409,
  TRANSPORT_EMPTY: 409,
  TRANSPORT_HAS_BILLS: 409,
  TRANSPORT_BILLS_OPEN: 409,
  AIR_CAPACITY_BOOKED: 409,
  AIR_PROMISED: 409,
  AIR_FULL: 409,
  AIR_POSITIONS_FULL: 409,
  BOOKING_LANDED: 409,
  BOOKING_MODE: 409,
  BOOKING_ROUTE: 409,
  BOOKING_EXISTS: 409,
  SEA_HAS_FILINGS: 409,
  SEA_NO_BILL: 409,
  SEA_BILL_LINKED: 409,
  FILING_ACCOUNT: 409,
  FILING_ON_WAY: 409,
  FILING_NOT_AT_CUSTOMS: 409,
  FILING_INCOMPLETE: 409,
  FILING_TRANSMITTED: 409,
  FILING_NO_ACCOUNT: 409,
  ISF_OF_BILL: 409,
  ISF_ARRIVED: 409,
  ISF_ENTRY_FILED: 409,
  ISF_NOTHING_FILED: 409,
  ENTRY_NO_USED: 409,
  ENTRY_NO_SERIALS: 409,
  ENTRY_NO_ACCOUNT: 409,
  FORECAST_EMPTY: 409,
  FORECAST_PAST: 409,
  FORECAST_EXISTS: 409,
  FORECAST_OTHER: 409,
  FORECAST_LINKED: 409,
  INTERNAL: 500,
} as const satisfies Partial<Record<MessageCode, number>>;

/** Codes that any endpoint may return and none needs to list. */
export const COMMON_ERRORS = [
  'REQUIRED',
  'FORMAT',
  'LOGIN_FIRST',
  'SESSION_ENDED',
  'NO_PERMISSION',
  'PWD_CHANGE_FIRST',
  'SLOW_DOWN',
  'KEY_REUSED',
  'FILE_SIZE',
  'DATABASE_UNREACHABLE',
  'DISK_FULL',
  'DATA_READ_ONLY',
  'INTERNAL',
] as const satisfies readonly MessageCode[];

export type ErrorCode = MessageCode;

/** A problem, not yet translated into a language. */
export interface Problem {
  readonly code: MessageCode;
  readonly params?: Readonly<Record<string, Param>>;
}

/** True for a code that has a message in this version. */
export const isMessageCode = (code: unknown): code is MessageCode =>
  typeof code === 'string' && isKeyOf(words.en.messages, code);

/** Builds a {@link Problem}. */
export function problem(code: MessageCode, params?: Problem['params']): Problem {
  return params ? { code, params } : { code };
}

/** Error of one row of an import file; `row` is the row number as seen in a spreadsheet (header = 1). */
export interface RowError {
  row: number;
  column: string;
  header: string;
  value: string;
  code: string;
  message: string;
  level: 'error' | 'warning';
}

/** A failed call as it reaches the renderer: always a code, and a message in the user's language. */
export interface AppError {
  code: string;
  message: string;
  status?: number;
  /** Message by field name, for the form. */
  fields?: Record<string, string>;
  /** With STALE_DATA: the current record. */
  current?: unknown;
  rows?: RowError[];
  /** True when a write may or may not have been carried out. */
  unknownResult?: boolean;
  /** With a write that did not reach its server and may be kept for later: its idempotency key. */
  keep?: { key: string };
  /** The id under which the write was kept. */
  kept?: string;
}

/** Every response over the bridge: Electron strips thrown errors, so failures are values. */
export type Result<T> = { ok: true; data: T } | { ok: false; error: AppError };

/** HTTP status of a code. */
export function statusOf(code: string): number {
  return isKeyOf(STATUS, code) ? STATUS[code] : 400;
}

/** Translates a problem; `field` is the label that replaces `{field}` unless the problem names its own. */
export function explain(language: Language, { code, params }: Problem, field?: Param): string {
  return say(language, code, field === undefined ? params : { field, ...params });
}

/** A problem as an AppError in the given language. */
export function toAppError(language: Language, found: Problem, extra: Partial<AppError> = {}): AppError {
  return { code: found.code, message: explain(language, found), status: statusOf(found.code), ...extra };
}
