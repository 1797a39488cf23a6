import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { problem } from '@contract/errors';
import { type RateFeed, type RatesRead, rateFeed } from '@contract/finance/rateFeed';
import { formatDay, instantOf } from '@contract/rules/zonedTime';
import { ACTORS } from '@contract/words';
import { actorNamed, backgroundContext } from '../../core/actor';
import { addressProblem } from '../../core/callOut';
import { type Context, type GroupHandlers, prepared, type UploadedFile } from '../../core/context';
import { nextTimeOn, officeDay } from '../../core/officeClock';
import { requireVersion } from '../../core/record';
import { refuse, refuseFields } from '../../core/refusal';
import { type BackgroundServices, repeat } from '../../core/repeat';
import { codecOf } from '../../store/codec';
import type { Reader } from '../../store/open';
import { difference } from '../access/operateLog';
import { inBoth, notifyStaff } from '../partners/messages';
import { readRateFile } from './rateFile';
import { type RateSourceOptions, readSource, type SourceReading } from './rateSource';
import { storeRates } from './rateStore';

type Stored = Omit<RateFeed, 'hasFolder'>;
const codec = codecOf(rateFeed.omit({ hasFolder: true }));
const NONE: Stored = {
  ...{ version: 0, source: 'none', address: null, readAt: null, newestDay: null, nextAt: null },
  ...{ failedSince: null, error: null, detail: null },
};
/** Where the European Central Bank is: it publishes at about 16:00 of each working day (its page of reference rates). */
const ZONE = 'Europe/Berlin';
const PUBLISHED = '16:15';
const WORKING_DAYS: ReadonlySet<number> = new Set([0, 1, 2, 3, 4]);
/** Milliseconds until a source is asked again: for rates not published yet, after a failure, for a folder. */
const AGAIN = 1_800_000;
const FOLDER_AGAIN = 300_000;
/** How long rates of a working day are waited for: on a holiday of the bank there are none. */
const WAITED = 2 * 3_600_000;
/** How long reading may fail before people are told. */
const TOLERATED = 24 * 3_600_000;
/** The longest time from one reading to the next: over a weekend on which the clocks go back. */
const LONGEST = 4 * 24 * 3_600_000;
/** Rates that a message names. */
const NAMED = 5;

/** Actor of rates that are read by themselves. */
const READER = actorNamed('rates', ACTORS.app);

async function feedOf(read: Reader): Promise<Stored> {
  const row = await read.selectFrom('rateFeed').selectAll().executeTakeFirst();
  return row ? codec.decode(row) : NONE;
}
/** A folder that the server has; undefined where it is not there. */
const present = (folder: string | undefined): string | undefined =>
  folder !== undefined && existsSync(folder) ? folder : undefined;
const shown = (feed: Stored, { folder }: RateSourceOptions): RateFeed => ({
  ...feed,
  hasFolder: present(folder) !== undefined,
});

async function storeFeed({ write, now, caller }: Context, feed: Stored): Promise<Stored> {
  const row = { ...codec.encode(feed), updatedAt: now, updatedBy: caller.id };
  await write
    .insertInto('rateFeed')
    .values({ ...row, id: 1 })
    .onConflict((kept) => kept.column('id').doUpdateSet(row))
    .execute();
  return feed;
}

/** When a source is read next, after it was read at `now` with rates up to `newestDay`. */
export function nextReading({ source, newestDay }: Pick<Stored, 'source' | 'newestDay'>, now: number) {
  if (source === 'folder') return instantOf(now + FOLDER_AGAIN);
  const next = nextTimeOn(WORKING_DAYS, PUBLISHED, now, ZONE) ?? now + AGAIN;
  const today = nextTimeOn(WORKING_DAYS, PUBLISHED, now - WAITED, ZONE) ?? next;
  const waits = today <= now && (newestDay ?? '') < instantOf(today).slice(0, 10);
  return instantOf(waits ? now + AGAIN : next);
}

/** Stores what a source had, and how reading it went. Returns the rates read; null where there were none. */
async function storeReading(
  context: Context,
  feed: Stored,
  { files, error, detail }: SourceReading,
): Promise<{ readonly feed: Stored; readonly read: RatesRead | null }> {
  const now = Date.parse(context.now);
  const reads: RatesRead[] = [];
  for (const rates of files) reads.push(await storeRates(context, rates));
  const read = reads.length > 0 ? joined(reads) : null;
  const succeeded = error === null && (read !== null || feed.source === 'folder');
  const newestDay = [feed.newestDay ?? '', read?.toDay ?? ''].sort().at(-1) || null;
  const after = {
    ...feed,
    ...{ error, detail, newestDay },
    readAt: read ? context.now : feed.readAt,
    failedSince: succeeded ? null : (feed.failedSince ?? context.now),
    nextAt: succeeded ? nextReading({ ...feed, newestDay }, now) : instantOf(now + AGAIN),
  };
  await storeFeed(context, after);
  if (read) await logRead(context, read);
  return { feed: after, read };
}

/** One result of several files, the last day's in the end. */
function joined(reads: readonly RatesRead[]): RatesRead {
  const sum = (of: (one: RatesRead) => number) => reads.reduce((total, one) => total + of(one), 0);
  return {
    fromDay: reads.map(({ fromDay }) => fromDay).sort()[0] ?? '',
    toDay:
      reads
        .map(({ toDay }) => toDay)
        .sort()
        .at(-1) ?? '',
    added: sum((one) => one.added),
    changed: sum((one) => one.changed),
    same: sum((one) => one.same),
    kept: reads.flatMap(({ kept }) => kept),
    doubtful: reads.flatMap(({ doubtful }) => doubtful),
  };
}

async function logRead(context: Context, { fromDay, toDay, added, changed, kept, doubtful }: RatesRead) {
  if (added + changed === 0) return;
  await context.log({
    ...{ module: 'finance', action: 'import', objectType: 'rateFeed', objectId: 1 },
    objectNo: `${formatDay(fromDay)} – ${formatDay(toDay)}`,
    after: { fromDay, toDay, added, changed, kept: kept.length, doubtful: doubtful.length },
  });
}

/** Tells those who keep the rates of new ones that a person must look at, and once that reading has failed for a day. */
async function tell(context: Context, before: Stored, after: Stored, read: RatesRead | null): Promise<void> {
  const notice = { type: 'alert', to: ['finance.rate.edit'], link: '/bil-fee/rates' } as const;
  const fresh = read?.doubtful.filter(({ day }) => day > (before.newestDay ?? '')) ?? [];
  if (fresh.length > 0) {
    const rates = fresh.slice(0, NAMED).map(({ currency, rate }) => `${currency} ${rate}`);
    const day = formatDay(fresh.at(-1)?.day ?? '');
    const list = fresh.length > NAMED ? [...rates, '…'] : rates;
    await notifyStaff(context, { ...notice, text: inBoth('RATES_DOUBTFUL', { day, rates: { list } }) });
  }
  const told =
    after.failedSince !== null && Date.parse(context.now) - Date.parse(after.failedSince) >= TOLERATED;
  const { numUpdatedRows: changed } = await context.write
    .updateTable('rateFeed')
    .set({ told: told ? 1 : 0 })
    .where('told', '=', told ? 0 : 1)
    .executeTakeFirst();
  if (!told || !changed) return;
  const error = { choice: ['rateFeedError', after.error ?? 'unreachable'] } as const;
  await notifyStaff(context, { ...notice, text: inBoth('RATES_UNREAD', { error }) });
}

/** What a source had, and the version of the setting that named it. */
interface Reading extends SourceReading {
  readonly version: number;
}

/**
 * Stores what a source had, and how reading it went, in one transaction; files of a folder are moved after it. A reading
 * of a source that was changed in the meantime is left: undefined.
 */
async function takeReading(
  context: Context,
  reading: Reading,
  options: RateSourceOptions,
): Promise<{ readonly feed: RateFeed; readonly read: RatesRead | null } | undefined> {
  const before = await feedOf(context.read);
  if (before.version !== reading.version) return undefined;
  const { feed, read } = await storeReading(context, before, reading);
  await tell(context, before, feed, read);
  return { feed: shown(feed, options), read };
}

/** Options of the reader; tests shorten the times, and call this machine. */
export type RateReaderOptions = BackgroundServices & RateSourceOptions;

/** Reads exchange rates when they are due, until stopped. Returns a function that stops it. */
export function readRates({
  store,
  now,
  report,
  every = 60_000,
  ...options
}: RateReaderOptions): () => Promise<void> {
  return repeat(
    every,
    async (stopped) => {
      const at = instantOf(now());
      const feed = await feedOf(store.read);
      if (feed.source === 'none' || !isDueAt(feed, now())) return;
      const reading = await readSource(feed, options, officeDay(at), stopped);
      if (!reading) return;
      const { version } = feed;
      const taken = await store.write((write) =>
        takeReading(
          backgroundContext(store, write, { caller: READER, now: at }),
          { ...reading, version },
          options,
        ),
      );
      if (taken) await reading.done();
    },
    (error) => report('the exchange rates could not be read', error),
  );
}

/** True if a source is read now, also after a clock that ran ahead was set back. */
const isDueAt = ({ nextAt }: Stored, now: number): boolean =>
  nextAt === null || nextAt <= instantOf(now) || nextAt > instantOf(now + LONGEST);

/** Files and answers are read before the transaction, because all other writes wait for that. */
async function readFirst({ read, now }: Context, options: RateSourceOptions): Promise<Reading> {
  const feed = await feedOf(read);
  if (feed.source === 'none') throw refuse('RATE_NO_SOURCE');
  const reading = await readSource(feed, options, officeDay(now), new AbortController().signal);
  if (!reading) throw new Error('the reading was not stopped');
  return { ...reading, version: feed.version };
}

/** Exchange rates of the European Central Bank. */
export const rateFeedHandlers = (options: RateSourceOptions): GroupHandlers<'rateFeed'> => ({
  settings: async ({ read }) => shown(await feedOf(read), options),

  saveSettings: async (context, { body }) => {
    const before = await feedOf(context.read);
    requireVersion(before, body.version, shown(before, options));
    const { source } = body;
    const address = source === 'web' ? body.address : null;
    if (source === 'web') {
      const wrong = addressProblem(address);
      if (wrong) throw refuseFields({ address: wrong });
    }
    if (source === 'folder' && present(options.folder) === undefined)
      throw refuseFields({ source: problem('RATE_FOLDER') });
    const draft = { source, address };
    const after = await storeFeed(context, {
      ...{ ...before, ...draft, version: before.version + 1 },
      ...{ error: null, detail: null, failedSince: null },
      nextAt: source === 'none' ? null : context.now,
    });
    const changed = difference({ source: before.source, address: before.address }, draft);
    await context.log({
      ...{ module: 'finance', action: 'update', objectType: 'rateFeed', objectId: 1 },
      objectNo: address ?? source,
      ...{ before: changed.before, after: changed.after },
    });
    return shown(after, options);
  },

  run: prepared(
    (context: Context) => readFirst(context, options),
    async (context, _input, reading) => {
      const taken = await takeReading(context, reading, options);
      context.unchanged();
      if (!taken) return { feed: shown(await feedOf(context.read), options), read: null };
      await reading.done();
      return taken;
    },
  ),

  importFile: prepared(
    async ({ now }: Context, { file }: { readonly file: UploadedFile }) =>
      readRateFile(await readFile(file.path), file.name, officeDay(now)),
    async (context, _input, rates) => {
      const read = await storeRates(context, rates);
      await logRead(context, read);
      if (read.added + read.changed === 0) context.unchanged();
      return read;
    },
  ),
});
