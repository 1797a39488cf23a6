import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { LogAction } from '@contract/access/operateLog';
import { attachmentFile } from '@contract/bill/attachment';
import { type Problem, problem } from '@contract/errors';
import {
  type Letter,
  type LetterState,
  letterFilters,
  letterMachines,
  letterStateNames,
  type NoaMail,
  noaMailRow,
  type UtbMail,
  utbMailRow,
} from '@contract/mail/letter';
import type { LetterKind } from '@contract/rules/letterReading';
import { CLOCK_TOLERANCE } from '@contract/rules/timeNodes';
import type { Updateable } from 'kysely';
import { sniffBytes } from '../../tabular/sniff';
import { difference } from '../access/operateLog';
import { readBill } from '../bill/billFacts';
import type { Context, GroupHandlers, UploadedFile } from '../context';
import { checkAmounts, checkReferences } from '../crud';
import { requireBillOpen } from '../customs/parcels';
import { eachOf } from '../eachOf';
import { exportRows } from '../exportRows';
import { itself, record } from '../record';
import { refuse, refuseFields } from '../refusal';
import { choiceOf, type Selected, selectedIds } from '../selected';
import { changeStamp, newStamp } from '../stamps';
import { type Codec, codecOf } from '../store/codec';
import { type ListDefinition, listRows } from '../store/listRows';
import type { Reader } from '../store/open';
import { downloadStored, keepBytes, keepFile } from '../store/storedFiles';
import type { Database } from '../store/tables';
import { holdsReferences } from '../uses';
import { type MailFile, MailUnreadable, type ReadMail, readMime } from './mime';
import { processLetter } from './processLetter';
import {
  candidatesOf,
  chooseMailbox,
  instantsOf,
  mailboxOf,
  stationOf,
  type TakenPlace,
  takeFields,
  takenIn,
} from './readLetter';

type Values = Record<string, unknown>;
type Stored = Values & Letter;

const ROW = { noa: noaMailRow, utb: utbMailRow } as const;
/** Files kept of one mail. */
const MAX_FILES = 30;

holdsReferences('noaMail', noaMailRow, 'mailFrom');
holdsReferences('utbMail', utbMailRow, 'mailFrom');

/** A mail on its way in. */
interface Incoming extends Pick<ReadMail, 'messageId' | 'date' | 'subject' | 'text' | 'files'> {
  readonly mailFrom: string;
  readonly mailTo: string | null;
  readonly recipients: readonly string[];
  readonly hash: string;
  /** The file it came as. */
  readonly file: UploadedFile | null;
}

/** The inbox of one kind of mail: taken in, read, matched to bills, processed or set aside. */
function letterHandlers<K extends LetterKind>(kind: K) {
  const name = `${kind}Mail` as const;
  // What is asked of it here, the view of either kind has.
  const view = name as 'noaMail';
  const row = ROW[kind];
  const machine = letterMachines[kind];
  const codec = codecOf(row) as unknown as Codec<Values>;
  const list = {
    table: name,
    row,
    filters: letterFilters[kind],
    keyword: ['subject', 'mailFrom', 'statedBillNo', 'billNo', ...(kind === 'utb' ? ['utbNo', 'mrn'] : [])],
    order: '-receivedAt',
    always: (where, { unopened }) =>
      unopened === undefined ? [] : [where('openedAt', unopened ? 'is' : 'is not', null)],
  } as ListDefinition<typeof row>;

  const read = async (db: Reader, id: number): Promise<Stored> => {
    const found = await db.selectFrom(view).selectAll().where('id', '=', id).executeTakeFirst();
    if (!found) throw refuse('NOT_FOUND');
    return codec.decode(found) as Stored;
  };
  const stored = (db: Reader, id: number) =>
    db
      .selectFrom('letter')
      .select(['text', 'taken', 'fileId', 'leftOut'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
  const placesOf = async (db: Reader, id: number) => JSON.parse((await stored(db, id)).taken) as TakenPlace[];
  const numberOf = (letter: Stored) =>
    String((kind === 'utb' && letter.utbNo) || letter.billNo || letter.statedBillNo || letter.mailFrom);
  const log = (context: Context, action: LogAction, letter: Stored, before: object, after: object) =>
    context.log({
      module: 'config',
      action,
      objectType: name,
      objectId: letter.id,
      objectNo: numberOf(letter),
      before,
      after,
    });

  const letters = record({
    table: 'letter',
    row,
    machine,
    load: ({ read: db }, id: number) => read(db, id),
    about: itself,
  });
  /** Writes columns, logs what is different then, and answers the mail as it is. */
  const change = async (
    context: Context,
    before: Stored,
    action: LogAction,
    columns: Values,
  ): Promise<Stored> => {
    await context.write
      .updateTable('letter')
      .set({ ...columns, version: before.version + 1, ...changeStamp(context) })
      .where('id', '=', before.id)
      .execute();
    const after = await read(context.write, before.id);
    const changed = difference(before, after);
    await log(context, action, after, changed.before, changed.after);
    return after;
  };

  /** What follows once a bill is known, or the only one that a mail names: station and times are read on its clock. */
  const placed = async (
    context: Context,
    letter: { mailFrom: string; cargoStationId?: number | null },
    taken: readonly TakenPlace[],
    landingAirportId: number | null,
  ): Promise<Values> => {
    if (kind !== 'noa') return {};
    const station = await stationOf(context.read, letter.mailFrom, landingAirportId);
    const airport = landingAirportId ?? station?.airportId ?? null;
    return {
      ...(await instantsOf(context.read, taken, airport)),
      cargoStationId: letter.cargoStationId ?? station?.id ?? null,
    };
  };

  /** What is read in a mail by the rules of a box; without one it is for a person to say what it is. */
  const reading = async (
    context: Context,
    letter: { mailFrom: string; subject: string | null; text: string },
    box: Awaited<ReturnType<typeof mailboxOf>>,
  ): Promise<{
    values: Values;
    place: Updateable<Database['letter']> & { status: LetterState };
    taken: TakenPlace[];
  }> => {
    const { values, taken } = takeFields({ kind, ...letter }, box ?? null);
    const found = await candidatesOf(choiceOf(context), values);
    const bill = box && found.length === 1 ? found[0] : undefined;
    const place = { mailboxId: box?.id ?? null, billId: bill?.id ?? null };
    return {
      values: {
        ...values,
        ...(await placed(context, letter, taken, (bill ?? found[0])?.landingAirportId ?? null)),
        ...(kind === 'utb' ? { currency: 'EUR' } : {}),
      },
      place: { ...place, status: stateOf(place) },
      taken,
    };
  };

  const requireMailbox = async (db: Reader, id: number) => {
    const box = await mailboxOf(db, kind, id);
    if (!box) throw refuseFields({ mailboxId: problem('REFERENCE_UNKNOWN', { value: String(id) }) });
    return box;
  };

  /** Takes a mail in, once: the same one again is answered as it is by now. */
  const takeIn = async (context: Context, mail: Incoming, mailboxId: number | undefined) => {
    const { write, now } = context;
    const twin = await write
      .selectFrom('letter')
      .select('id')
      .where('kind', '=', kind)
      .where((where) =>
        where.or([
          where('hash', '=', mail.hash),
          ...(mail.messageId === null ? [] : [where('messageId', '=', mail.messageId)]),
        ]),
      )
      .executeTakeFirst();
    if (twin) {
      const seen = await read(choiceOf(context), twin.id).catch(() => undefined);
      if (!seen) throw refuse('LETTER_KNOWN');
      context.unchanged();
      return { ...seen, known: true };
    }
    const letter = { mailFrom: mail.mailFrom, subject: mail.subject || null, text: mail.text };
    const box =
      mailboxId === undefined
        ? await chooseMailbox(context.read, { kind, ...letter }, mail.recipients)
        : await requireMailbox(context.read, mailboxId);
    const { values, place, taken } = await reading(context, letter, box);
    const { kept, leftOut } = await sortFiles(mail.files);
    const original = mail.file && (await keepFile(context, mail.file));
    const late = mail.date !== null && Date.parse(mail.date) > Date.parse(now) + CLOCK_TOLERANCE;
    const { id } = await write
      .insertInto('letter')
      .values({
        ...codec.encode(values),
        ...place,
        ...newStamp(context),
        ...letter,
        kind,
        // A clock that runs ahead does not make a notice of tomorrow.
        receivedAt: late || mail.date === null ? now : mail.date,
        mailTo: mail.mailTo,
        messageId: mail.messageId,
        hash: mail.hash,
        taken: JSON.stringify(taken),
        fileId: original?.id ?? null,
        fileCount: kept.length,
        leftOut: JSON.stringify(leftOut),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    for (const file of kept) {
      const { id: fileId, mime } = await keepBytes(context, file);
      await write
        .insertInto('letterFile')
        .values({ letterId: id, fileId, fileName: file.name, size: file.bytes.length, mime })
        .execute();
    }
    const made = await read(context.read, id);
    await log(
      context,
      mail.file ? 'upload' : 'create',
      made,
      {},
      {
        ...letter,
        text: undefined,
        ...values,
        ...place,
      },
    );
    return { ...made, known: false };
  };

  /** Does one thing to each of several mails. */
  const actOnEach = async (
    context: Context,
    selection: Selected,
    action: 'ignore' | 'restore' | 'reopen',
    columns: (letter: Stored) => Values,
  ) =>
    eachOf(context, await selectedIds(context, list, selection), async (id) => {
      const letter = await letters.open(context, id, action);
      await change(context, letter, action, columns(letter));
      return true;
    });

  return {
    list: (context: Context, { query }: { query: Values }) => listRows(context.read, list, query),

    count: async ({ read: db }: Context) => {
      const rows = await db
        .selectFrom(view)
        .select(({ fn }) => [
          'status',
          fn.countAll<number>().as('n'),
          fn.count<number>('openedAt').as('seen'),
        ])
        .groupBy('status')
        .execute();
      const of = (state: string) => rows.find(({ status }) => status === state);
      const waiting = rows.filter(({ status }) => status !== 'processed' && status !== 'ignored');
      return {
        states: Object.fromEntries(letterStateNames.map((state) => [state, of(state)?.n ?? 0])) as Record<
          LetterState,
          number
        >,
        unopened: waiting.reduce((sum, { n, seen }) => sum + n - seen, 0),
      };
    },

    export: (context: Context, { query }: { query: Values }) =>
      exportRows(context, { definition: list, resource: name }, query),

    get: async ({ read: db, language }: Context, { params }: { params: { id: number } }) => {
      const letter = await read(db, params.id);
      const { text, taken, fileId, leftOut } = await stored(db, params.id);
      const files = await db
        .selectFrom('letterFile')
        .select(['fileId', 'fileName', 'size', 'mime'])
        .where('letterId', '=', params.id)
        .execute();
      const original = fileId
        ? await db
            .selectFrom('storedFile')
            .select(['id as fileId', 'fileName', 'size', 'mime'])
            .where('id', '=', fileId)
            .execute()
        : [];
      const open = letter.billId === null ? await candidatesOf(db, letter) : [];
      return {
        ...letter,
        text,
        taken: takenIn(language, kind, JSON.parse(taken)),
        files: [...original, ...files],
        leftOut: JSON.parse(leftOut) as string[],
        candidates: open.map(({ landingAirportId: _, ...bill }) => bill),
      };
    },

    upload: async (
      context: Context,
      { query, file }: { query: { mailboxId?: number | undefined }; file: UploadedFile },
    ) => {
      const mail = readMail(await readFile(file.path), file.name);
      const from = mail.from || '?';
      const { to, delivered, ...said } = mail;
      const incoming = { ...said, mailFrom: from, mailTo: to || null, hash: file.hash, file };
      return takeIn(context, { ...incoming, recipients: [...to.split(','), ...delivered] }, query.mailboxId);
    },

    paste: async (
      context: Context,
      {
        body,
      }: {
        body: {
          mailboxId?: number | undefined;
          from: string;
          subject: string | null;
          text: string;
          receivedAt?: string | undefined;
        };
      },
    ) => {
      const { from, subject, text, receivedAt } = body;
      if (receivedAt && Date.parse(receivedAt) > Date.parse(context.now) + CLOCK_TOLERANCE)
        throw refuseFields({ receivedAt: problem('NODE_FUTURE', { node: { field: 'receivedAt' } }) });
      const hash = createHash('sha256')
        .update(JSON.stringify([from, subject, text]))
        .digest('hex');
      const incoming = {
        messageId: null,
        date: receivedAt ?? null,
        mailTo: null,
        recipients: [],
        files: [],
        file: null,
      };
      return takeIn(
        context,
        { ...incoming, mailFrom: from, subject: subject ?? '', text, hash },
        body.mailboxId,
      );
    },

    update: async (
      context: Context,
      { params, body }: { params: { id: number }; body: Values & { version: number } },
    ) => {
      const { version, ...patch } = body;
      const before = await letters.open(context, params.id, 'update', version);
      const merged = { ...before, ...patch };
      checkAmounts(row, merged);
      await checkReferences(context, row, patch, before);
      const found = before.billId === null ? await candidatesOf(choiceOf(context), merged as never) : [];
      const bill = found.length === 1 ? found[0] : undefined;
      const places = bill ? await placesOf(context.read, before.id) : [];
      const follows = bill && (await placed(context, merged as never, places, bill.landingAirportId));
      return change(context, before, 'update', {
        ...codec.encode({ ...follows, currency: merged.currency, ...patch }),
        ...(bill ? { billId: bill.id, status: 'matched' } : {}),
      });
    },

    assign: async (
      context: Context,
      { params, body }: { params: { id: number }; body: { version: number; mailboxId: number } },
    ) => {
      const before = await letters.open(context, params.id, 'assign', body.version);
      const box = await requireMailbox(context.read, body.mailboxId);
      const { text } = await stored(context.read, before.id);
      const { values, place, taken } = await reading(context, { ...before, text }, box);
      const columns = { ...codec.encode(values), ...place, taken: JSON.stringify(taken) };
      return change(context, before, 'assign', columns);
    },

    match: async (
      context: Context,
      { params, body }: { params: { id: number }; body: { version: number; billId: number } },
    ) => {
      const before = await letters.open(context, params.id, 'match', body.version);
      const bill = await readBill(context.read, body.billId);
      requireBillOpen(bill);
      const places = await placesOf(context.read, before.id);
      const follows = await placed(context, before as never, places, bill.landingAirportId);
      const kept = Object.fromEntries(Object.entries(follows).filter(([field]) => before[field] === null));
      return change(context, before, 'match', { ...codec.encode(kept), billId: bill.id, status: 'matched' });
    },

    process: async (
      context: Context,
      { params, body }: { params: { id: number }; body: { version: number; overwrite: boolean } },
    ) => {
      const before = await letters.open(context, params.id, 'process', body.version);
      const warnings = await processLetter(context, kind, before as NoaMail & UtbMail, body.overwrite);
      const columns = { status: 'processed', processedAt: context.now, processedBy: context.caller.id };
      return { letter: await change(context, before, 'process', columns), warnings };
    },

    act: async (
      context: Context,
      { body }: { body: Selected & { action: 'ignore' | 'restore'; reason?: string | undefined } },
    ) => {
      const { action, reason } = body;
      if (action === 'restore')
        return actOnEach(context, body, action, (letter) => ({
          status: stateOf(letter),
          ignoreReason: null,
        }));
      if (!reason) throw refuse('REASON_REQUIRED');
      return actOnEach(context, body, action, () => ({ status: 'ignored', ignoreReason: reason }));
    },

    reopen: (context: Context, { body }: { body: Selected }) =>
      actOnEach(context, body, 'reopen', (letter) => ({
        status: stateOf(letter),
        processedAt: null,
        processedBy: null,
      })),

    opened: async (context: Context, { body }: { body: { ids: number[] } }) => {
      context.unchanged();
      const { numUpdatedRows } = await context.write
        .updateTable('letter')
        .set({ openedAt: context.now })
        .where('openedAt', 'is', null)
        .where('kind', '=', kind)
        .where('id', 'in', body.ids)
        .executeTakeFirst();
      return { opened: Number(numUpdatedRows) };
    },

    file: async (context: Context, { params }: { params: { id: number; fileId: string } }) => {
      const letter = await read(context.read, params.id);
      const { fileId } = await stored(context.read, letter.id);
      const own = await context.read
        .selectFrom('letterFile')
        .select('fileId')
        .where('letterId', '=', letter.id)
        .where('fileId', '=', params.fileId)
        .executeTakeFirst();
      if (!own && fileId !== params.fileId) throw refuse('NOT_FOUND');
      return downloadStored(context, params.fileId);
    },
  };
}

/** Where a mail stands by what is known of it. */
const stateOf = ({ billId, mailboxId }: Pick<Letter, 'billId' | 'mailboxId'>): LetterState =>
  billId !== null ? 'matched' : mailboxId !== null ? 'unmatched' : 'received';

function readMail(bytes: Uint8Array, name: string): ReadMail {
  try {
    return readMime(bytes);
  } catch (error) {
    throw error instanceof MailUnreadable ? refuse('FILE_BROKEN', { name }) : error;
  }
}

/** Of what hangs on a mail, that which may hang on a bill; the rest by name. */
async function sortFiles(files: readonly MailFile[]) {
  const kept: (MailFile & { readonly type: (typeof attachmentFile.types)[number] })[] = [];
  const leftOut: string[] = [];
  for (const file of files) {
    const extension = path.extname(file.name).slice(1).toLowerCase();
    const type = attachmentFile.types.find((one) => one === extension);
    const wrong: Problem | undefined | true =
      !type || kept.length === MAX_FILES || (await sniffBytes(file.bytes, type, file.name));
    if (type && wrong !== true && !wrong) kept.push({ ...file, type });
    else leftOut.push(file.name);
  }
  return { kept, leftOut };
}

/** The inbox of notices of arrival. */
export const noaMailHandlers = letterHandlers('noa') as unknown as GroupHandlers<'noaMail'>;
/** The inbox of tax assessments. */
export const utbMailHandlers = letterHandlers('utb') as unknown as GroupHandlers<'utbMail'>;
