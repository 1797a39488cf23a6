import { createHash } from 'node:crypto';
import { noaMailRow, utbMailRow } from '@contract/mail/letter';
import type { LetterKind } from '@contract/rules/letterReading';
import { fromMinor } from '@contract/rules/money';
import { formatDay, formatInstant } from '@contract/rules/zonedTime';
import { candidatesOf, instantsOf, mailboxOf, takeFields } from '../areas/mail/readLetter';
import { type Codec, codecOf } from '../store/codec';
import type { Store, Writer } from '../store/open';
import { storeContents } from './attachments';
import { DAY, HOUR, iso } from './clock';
import { mrnOf } from './customsNumbers';
import { pdfPage } from './pdf';
import { staffId } from './people';
import { roles } from './peopleData';
import type { Random } from './random';

const CODECS: Readonly<Record<LetterKind, Codec<Record<string, unknown>>>> = {
  noa: codecOf(noaMailRow),
  utb: codecOf(utbMailRow),
};

/** A mail of the demo before it is parsed. */
interface MailDraft {
  readonly kind: LetterKind;
  readonly at: number;
  readonly from: string;
  readonly subject: string;
  readonly text: string;
  /** Already processed or ignored; if missing, the mail is parsed and matched by its contents. */
  readonly done?: 'processed' | { readonly ignored: string };
  /** Belongs to no mailbox. */
  readonly stray?: true;
  readonly unopened?: true;
  readonly file?: { readonly name: string; readonly bytes: Uint8Array };
}

interface Arrival {
  readonly id: number;
  readonly billNo: string;
  readonly ata: string | null;
  readonly noaAt: string | null;
  readonly noaBoxCount: number | null;
  readonly boxCount: number;
  readonly weight: number;
  readonly timeZone: string;
  readonly mrn: string | null;
}

const HANDLERS = [
  'Polder Cargo NOA desk <noa@polder-cargo.example.net>',
  'Dyke Air <arrivals@dyke-air.example.net>',
  'Ardenne Ground <noa@ardenne-ground.example.net>',
] as const;
const CUSTOMS = 'Douane <noreply@douane.example.org>';

/** Approximate number of mails of each kind. */
const PROCESSED = 14;
const WAITING = 8;

/** Builds a notice of arrival in the language of one of three stations. */
function notice(bill: Arrival, at: number, pieces: number, index: number, billNo = bill.billNo) {
  const ready = formatInstant(iso(at + 2 * HOUR), bill.timeZone);
  const kilos = (bill.weight / 1000).toFixed(1);
  const texts = [
    `Dear customer,\n\nyour shipment has arrived and is available.\n\nAWB: ${billNo}\nPieces: ${pieces}\nGross weight: ${kilos} kg\nReady for pickup: ${ready}\n\nWith kind regards,\nNOA desk`,
    `Geachte relatie,\n\nUw zending is binnen.\n\nVrachtbrief ${billNo}\nColli: ${pieces}\nBrutogewicht: ${kilos.replace('.', ',')} kg\nGereed: ${ready}\n\nMet vriendelijke groet`,
    `您好，\n\n货物已到港。\n\n主单号：${billNo}\n件数：${pieces}\n重量：${kilos}公斤\n可提货：${ready}`,
  ] as const;
  const which = index % 3;
  return {
    kind: 'noa',
    at,
    from: HANDLERS[which] ?? HANDLERS[0],
    subject: which === 2 ? `到货通知 ${billNo}` : `Notice of arrival ${billNo}`,
    text: texts[which] ?? texts[0],
  } as const;
}

/** Builds a tax assessment with its total; amounts are in cents. */
function assessment(mrn: string, at: number, random: Random): MailDraft {
  const [duty, vat, other] = [random.int(0, 240_000), random.int(40_000, 900_000), 0];
  const euros = (cents: number) => {
    const [whole = '', rest = ''] = fromMinor(cents, 'EUR').split('.');
    return `€ ${whole.replace(/\B(?=(\d{3})+$)/g, '.')},${rest}`;
  };
  const utbNo = `UTB${mrn.slice(0, 2)}${random.digits(8)}`;
  const lines = [
    `UTB-nummer: ${utbNo}`,
    `Aangiftenummer (MRN): ${mrn}`,
    `Douanerechten: ${euros(duty)}`,
    `BTW 21%: ${euros(vat)}`,
    `Overige heffingen: ${euros(other)}`,
    `Totaal te betalen: ${euros(duty + vat + other)}`,
    `Uiterste betaaldatum: ${formatDay(iso(at + 10 * DAY).slice(0, 10)).replaceAll('/', '-')}`,
    `Betalingskenmerk: 7000 ${random.digits(4)} ${random.digits(4)} ${random.digits(4)}`,
  ];
  return {
    kind: 'utb',
    at,
    from: CUSTOMS,
    subject: `Uitnodiging tot betaling ${utbNo}`,
    text: lines.join('\n'),
    file: {
      name: `${utbNo}.pdf`,
      bytes: pdfPage(
        'Uitnodiging tot betaling',
        lines.map((line) => line.replace('€', 'EUR')),
      ),
    },
  };
}

/** Writes the mails of partners: processed, waiting, ignored, and unmatched ones. */
export async function seedLetters(writer: Writer, store: Store, random: Random, now: number): Promise<void> {
  const bills = await arrivals(writer);
  const announced = bills.filter(({ noaAt, noaBoxCount }) => noaAt !== null && noaBoxCount !== null);
  const unannounced = bills.filter(({ noaAt, ata }) => noaAt === null && ata !== null);
  const declared = bills.filter(({ mrn }) => mrn !== null);
  const late = (at: number) => Math.min(at, now - HOUR);
  const [first, second] = announced;
  const wrong = (billNo: string) => `${billNo.slice(0, -1)}${(Number(billNo.at(-1)) + 1) % 7}`;
  const written: MailDraft[] = [
    ...announced.slice(0, PROCESSED).map((bill, index): MailDraft => {
      const at = Date.parse(bill.noaAt ?? '');
      return { ...notice(bill, at, bill.noaBoxCount ?? 0, index), done: 'processed' };
    }),
    ...unannounced.slice(0, WAITING).map((bill, index): MailDraft => {
      const at = late(Date.parse(bill.ata ?? '') + 5 * HOUR);
      // One in four stations counts fewer boxes than were announced.
      const short = index % 4 === 1 ? Math.min(3, bill.boxCount) : 0;
      return { ...notice(bill, at, bill.boxCount - short, index), ...(index < 5 ? { unopened: true } : {}) };
    }),
    // The check digit of the waybill is wrong.
    ...(first
      ? [{ ...notice(first, now - 7 * HOUR, 318, 0, wrong(first.billNo)), unopened: true } as const]
      : []),
    ...(second
      ? [
          {
            ...notice(second, now - 30 * HOUR, 12, 1),
            done: { ignored: 'Sent twice by the handler' },
          } as const,
          {
            ...notice(second, now - 3 * HOUR, 7, 0, '999-00000011'),
            from: 'Night shift <nightshift@elsewhere.example.net>',
            subject: 'Cargo for you',
            stray: true,
            unopened: true,
          } as const,
        ]
      : []),
    ...declared.slice(0, PROCESSED).map(
      ({ mrn }, index): MailDraft => ({
        ...assessment(mrn ?? '', now - (3 + index) * DAY, random),
        done: 'processed',
      }),
    ),
    ...declared.slice(PROCESSED, PROCESSED + WAITING).map(
      ({ mrn }, index): MailDraft => ({
        ...assessment(mrn ?? '', now - (2 + index) * 5 * HOUR, random),
        ...(index < 4 ? { unopened: true } : {}),
      }),
    ),
    // The declaration is unknown here.
    { ...assessment(mrnOf('26', 'NL', 'R', random), now - 9 * HOUR, random), unopened: true },
    { ...assessment(mrnOf('26', 'NL', 'R', random), now - 50 * HOUR, random) },
    {
      kind: 'utb',
      at: now - 4 * DAY,
      from: CUSTOMS,
      subject: 'Nieuwsbrief: gewijzigde openingstijden',
      text: 'Op 5 december is het kantoor gesloten.',
      done: { ignored: 'A newsletter' },
    },
  ];
  await write(writer, store, random, now, written);
}

/** Reads the bills by landing time, newest first, each with the MRN of one released declaration, if any. */
async function arrivals(writer: Writer): Promise<Arrival[]> {
  const rows = await writer
    .selectFrom('bill')
    .innerJoin('airport', 'airport.id', 'bill.landingAirportId')
    .select(['bill.id', 'billNo', 'ata', 'noaAt', 'noaBoxCount', 'boxCount', 'bill.weight', 'timeZone'])
    .select(({ selectFrom }) =>
      selectFrom('batch')
        .select(({ fn }) => fn.min('batch.mrn').as('mrn'))
        .whereRef('batch.billId', '=', 'bill.id')
        .where('batch.status', '=', 'released')
        .as('mrn'),
    )
    .where('bill.mode', '=', 'air')
    .where('removedAt', 'is', null)
    .where('archived', '=', 0)
    .where('ata', 'is not', null)
    .orderBy('ata', 'desc')
    .orderBy('bill.id')
    .execute();
  // A number shared by several batches does not identify a bill.
  return rows.filter(({ billNo }, _, all) => all.filter((one) => one.billNo === billNo).length === 1);
}

async function write(
  writer: Writer,
  store: Store,
  random: Random,
  now: number,
  letters: readonly MailDraft[],
): Promise<void> {
  const boxes = {
    noa: await boxNamed(writer, 'noa', 'noa@example.com'),
    utb: await boxNamed(writer, 'utb', 'utb@example.com'),
  };
  const contents = new Map<string, Uint8Array>();
  const newId = () => Buffer.from(random.bytes(16)).toString('base64url');
  const keep = async (file: NonNullable<MailDraft['file']>, at: number) => {
    const id = newId();
    contents.set(id, file.bytes);
    const made = { fileName: file.name, mime: 'application/pdf', size: file.bytes.length };
    const hash = createHash('sha256').update(file.bytes).digest('hex');
    await writer
      .insertInto('storedFile')
      .values({ id, ...made, hash, createdAt: iso(at), createdBy: staffId(roles.broker) })
      .execute();
    return { fileId: id, ...made };
  };
  for (const letter of [...letters].sort((a, b) => a.at - b.at)) {
    const { kind, at, from, subject, text, done, stray, unopened, file } = letter;
    const box = stray ? undefined : boxes[kind];
    const { values, taken } = takeFields({ kind, mailFrom: from, subject, text }, box ?? null);
    const found = await candidatesOf(writer, values);
    const ignored = typeof done === 'object' ? done.ignored : null;
    const bill = box && found.length === 1 ? found[0] : undefined;
    const by = staffId(kind === 'noa' ? roles.documents[0] : roles.broker);
    const seen = iso(Math.min(at + 2 * HOUR, now));
    const stamps = { version: 1, createdAt: iso(at), createdBy: by, updatedAt: seen, updatedBy: by };
    const finished = done === 'processed' && bill !== undefined;
    const { id } = await writer
      .insertInto('letter')
      .values({
        ...stamps,
        ...CODECS[kind].encode({
          ...values,
          ...(await instantsOf(writer, taken, bill?.landingAirportId ?? null)),
          ...(kind === 'utb' ? { currency: 'EUR' } : {}),
        }),
        ...{ kind, receivedAt: iso(at), mailFrom: from, subject, text },
        mailTo: box?.address ?? null,
        messageId: `${newId()}@mail.example.net`,
        hash: createHash('sha256').update(`${kind}${at}${text}`).digest('hex'),
        mailboxId: box?.id ?? null,
        taken: JSON.stringify(taken),
        fileCount: file ? 1 : 0,
        billId: bill?.id ?? null,
        status: ignored
          ? 'ignored'
          : finished
            ? 'processed'
            : bill
              ? 'matched'
              : box
                ? 'unmatched'
                : 'received',
        ignoreReason: ignored,
        openedAt: unopened ? null : seen,
        processedAt: finished ? seen : null,
        processedBy: finished ? by : null,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    if (!file) continue;
    await writer
      .insertInto('letterFile')
      .values({ letterId: id, ...(await keep(file, at)) })
      .execute();
    if (finished)
      await writer
        .insertInto('attachment')
        .values({
          ...{ id: newId(), billId: bill.id, category: 'utb', ...(await keep(file, at)) },
          ...{ uploadedBy: by, uploadedAt: seen },
        })
        .execute();
  }
  await storeContents(store.files, contents);
}

async function boxNamed(writer: Writer, kind: LetterKind, address: string) {
  const { id } = await writer
    .selectFrom('mailbox')
    .select('id')
    .where('address', '=', address)
    .executeTakeFirstOrThrow();
  return mailboxOf(writer, kind, id);
}
