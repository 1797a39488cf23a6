import * as z from 'zod';
import { endpoint, type FileRule } from '../endpoint';
import { fileErrors } from '../errors';
import { choice, code, count, date, dateTime, dayRate, flag, text } from '../fields';
import { permit } from '../permissions';
import { currencyCode } from '../rules/places';
import { object, strictObject } from '../shape';

/** The last 90 days of reference rates, as the European Central Bank publishes them. */
export const ECB_ADDRESS = 'https://www.ecb.europa.eu/stats/eurofxref/eurofxref-hist-90d.xml';

/** Where exchange rates are read from, if they are. */
export const rateFeedSources = ['none', 'web', 'folder'] as const;

/** Why exchange rates could not be read. */
export const rateFeedErrors = [
  ...(['private_address', 'unknown_host', 'closed', 'unreachable', 'tls', 'timeout', 'answer'] as const),
  ...(['status', 'file', 'folder'] as const),
] as const;
export type RateFeedError = (typeof rateFeedErrors)[number];

/** Where exchange rates are read from, and how that went the last time. */
export const rateFeed = object(() => ({
  version: count(0),
  source: choice('rateFeedSource', rateFeedSources),
  /** Address of the file of the European Central Bank, or of a copy of it. */
  address: text(500).nullable(),
  /** The last time that rates were read. */
  readAt: dateTime().nullable(),
  /** Day of the newest rates in the last file. */
  newestDay: date().nullable(),
  nextAt: dateTime().nullable(),
  /** Since when reading has failed; null if it succeeded the last time. */
  failedSince: dateTime().nullable(),
  error: choice('rateFeedError', rateFeedErrors).nullable(),
  /** What was found instead: the status of the response, or the place in the file. */
  detail: text(200).nullable(),
  /** True if the server has a folder for such files. */
  hasFolder: flag(),
}));
export type RateFeed = z.output<typeof rateFeed>;

export const rateFeedDraft = strictObject(() => ({
  ...rateFeed.pick({ version: true, source: true, address: true }).shape,
}));

/** A rate of the file that was not stored, beside the one that it was compared with. */
const leftOut = object(() => ({
  currency: code(currencyCode),
  day: date(),
  rate: dayRate(),
  comparedWith: dayRate(),
}));
export type LeftOutRate = z.output<typeof leftOut>;

/** What became of the rates in a file. */
export const ratesRead = object(() => ({
  fromDay: date(),
  toDay: date(),
  added: count(),
  /** Rates read before, which were published otherwise then. */
  changed: count(),
  /** Rates that were known already. */
  same: count(),
  /** Rates that differ from those that people entered, which stay. */
  kept: z.array(leftOut),
  /** Rates so far from the previous one that a person must enter them. */
  doubtful: z.array(leftOut),
}));
export type RatesRead = z.output<typeof ratesRead>;

/** What the log says of rates that were read. */
export const rateFeedRead = object(() => ({
  ...ratesRead.pick({ fromDay: true, toDay: true, added: true, changed: true }).shape,
  kept: count(),
  doubtful: count(),
}));

/** Files of reference rates, in the format of the European Central Bank. */
export const rateFile: FileRule = { types: ['xml'], max: 4 * 1024 * 1024 };

const view = permit('finance.rate.view');
const edit = permit('finance.rate.edit');

/** Exchange rates of the European Central Bank, read from its address, from a folder, or from a file. */
export const rateFeedApi = {
  settings: endpoint({
    method: 'GET',
    path: '/exchange-rate/feed',
    access: view,
    answer: rateFeed,
    extension: true,
  }),
  saveSettings: endpoint({
    method: 'PUT',
    path: '/exchange-rate/feed',
    access: edit,
    body: rateFeedDraft,
    answer: rateFeed,
    errors: ['STALE_DATA', 'ADDRESS_INVALID', 'ADDRESS_INSECURE', 'RATE_FOLDER'],
    extension: true,
  }),
  /** Reads the rates now; where that fails the answer says why. */
  run: endpoint({
    method: 'POST',
    path: '/exchange-rate/feed/read',
    access: edit,
    answer: object(() => ({ feed: rateFeed, read: ratesRead.nullable() })),
    errors: ['RATE_NO_SOURCE'],
    extension: true,
  }),
  /** Stores the rates of a file. */
  importFile: endpoint({
    method: 'POST',
    path: '/exchange-rate/feed/file',
    access: edit,
    kind: 'upload',
    file: rateFile,
    answer: ratesRead,
    errors: [...fileErrors, 'FILE_BROKEN', 'RATE_FILE_OTHER', 'RATE_FILE_PART'],
    creates: true,
    extension: true,
  }),
};
