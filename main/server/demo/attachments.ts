import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { billName } from '@contract/bill/billName';
import type { Insertable } from 'kysely';
import type { Database } from '../store/tables';
import { handOf } from './billRow';
import type { BuiltBill } from './bills';
import { dayIn, iso, MINUTE } from './clock';
import { cartonPhoto } from './jpeg';
import { pdfPage } from './pdf';
import { staffId } from './people';
import { roles } from './peopleData';
import type { Random } from './random';
import { stories } from './stories';

type Category = Database['attachment']['category'];

/** A file of a bill before it is stored. */
interface Paper {
  readonly bill: BuiltBill;
  readonly category: Category;
  readonly fileName: string;
  readonly mime: 'application/pdf' | 'image/jpeg';
  readonly bytes: Uint8Array;
  readonly at: number;
  readonly by: string;
}

/** Approximate number of files. */
const FILES = 42;
const PHOTOS = 6;

const TITLES: Partial<Record<Category, string>> = {
  awb: 'Air waybill (copy)',
  noa: 'Notice of arrival',
  t1: 'Transit accompanying document T1',
  cmr: 'CMR consignment note',
  pod: 'Proof of delivery',
  inspection: 'Inspection report',
  invoice: 'Commercial invoice (summary)',
};

/** Numbers of the stories that have papers. */
const ON_PAPER = [1, 3, 4, 7];

/** Lists the papers of the demo: a full set for some stories, then photographs and receipts of the newest bills. */
function papersOf(bills: readonly BuiltBill[], now: number): Paper[] {
  const storyBills = new Set(ON_PAPER.flatMap((number) => stories.get(number) ?? []).map(billName));
  const isInStory = ({ row }: BuiltBill) => storyBills.has(billName(row));
  const activeBills = bills.filter(({ row }) => row.removedAt === null && row.archived === 0);
  const papers = (from: readonly BuiltBill[]) =>
    from.flatMap((bill) => papersOfBill(bill, isInStory(bill))).filter(({ at }) => at <= now);
  const others = papers(activeBills.filter((bill) => !isInStory(bill)).reverse());
  const photos = others.filter(({ category }) => category === 'photo').slice(0, PHOTOS);
  const rest = others.filter(({ category }) => category !== 'photo');
  return [...papers(activeBills.filter(isInStory)), ...photos, ...rest].slice(0, FILES);
}

function papersOfBill(bill: BuiltBill, full: boolean): Paper[] {
  const { shipment, row, picks } = bill;
  const { reached, flight, customer } = shipment;
  const hand = handOf(shipment);
  const page = (
    category: Category,
    at: number | null,
    by: string,
    suffix = '',
    extra: readonly string[] = [],
  ): Paper[] =>
    at === null
      ? []
      : [
          {
            bill,
            category,
            fileName: `${category.toUpperCase()}-${row.billNo}${suffix}.pdf`,
            mime: 'application/pdf',
            bytes: pdfPage(TITLES[category] ?? category, [...summary(bill), '', ...extra]),
            at: at + 9 * MINUTE,
            by,
          },
        ];
  const office = roles.documents[0];
  const cmrs = shipment.reached.trips.flatMap(({ outFinish }, index) =>
    page('cmr', outFinish, hand, `-${index + 1}`, [
      `Truck ${picks[index]?.plateNo ?? ''}, ${picks[index]?.outboundBoxes ?? 0} boxes`,
    ]),
  );
  const arrivalPapers = full
    ? [...page('awb', flight.created, office), ...page('noa', reached.noa, roles.broker)]
    : [];
  const inspected = (bill.outcome.failed > 0 || bill.outcome.held > 0) && full;
  return [
    ...arrivalPapers,
    ...(full ? page('t1', reached.t1, roles.broker, '', [`MRN ${row.t1Mrn}`]) : []),
    ...(inspected ? page('inspection', reached.firstRelease, roles.broker) : []),
    ...(full ? cmrs : []),
    ...page('pod', reached.pod, hand, '', [`Boxes received: ${row.podBoxCount}`]),
    ...(customer.photoRequired || inspected ? photosOf(bill, hand) : []),
  ];
}

function photosOf(bill: BuiltBill, by: string): Paper[] {
  const counted = bill.shipment.reached.trips[0]?.inFinish ?? null;
  if (counted === null) return [];
  return [1, 2].map((count) => ({
    bill,
    category: 'photo',
    fileName: `${bill.row.billNo}-inbound-${count}.jpg`,
    mime: 'image/jpeg',
    bytes: cartonPhoto(count + 2),
    at: counted - (8 - count) * MINUTE,
    by,
  }));
}

function summary({ row, shipment }: BuiltBill): string[] {
  const { lane } = shipment.flight;
  return [
    `AWB ${row.billNo}   batch ${row.batchNo}`,
    `Flight ${row.flightNo}   ${lane.origin} - ${lane.landing}   ${dayIn(shipment.flight.eta, 'UTC')}`,
    `Shipper ${shipment.customer.nameEn}`,
    `Boxes ${row.boxCount}   parcels ${row.packageCount}   gross weight ${(row.weight / 1000).toFixed(1)} kg`,
    `Destination ${shipment.destination}   channel ${shipment.channel}`,
    'Demo document, not valid for transport or customs.',
  ];
}

/** Rows of the demo's files, and their contents by id. */
interface Attachments {
  readonly files: readonly Insertable<Database['storedFile']>[];
  readonly attachments: readonly Insertable<Database['attachment']>[];
  readonly contents: ReadonlyMap<string, Uint8Array>;
}

/** Makes the files of the demo. Their ids come from the seeded random stream: the demo has no secrets to guess. */
export function makeAttachments(bills: readonly BuiltBill[], random: Random, now: number): Attachments {
  const contents = new Map<string, Uint8Array>();
  const newId = () => Buffer.from(random.bytes(16)).toString('base64url');
  const rows = papersOf(bills, now).map(({ bill, category, fileName, mime, bytes, at, by }) => {
    const [fileId, id] = [newId(), newId()];
    contents.set(fileId, bytes);
    const made = { fileName, mime, size: bytes.length };
    const hash = createHash('sha256').update(bytes).digest('hex');
    return {
      file: { id: fileId, ...made, hash, createdAt: iso(at), createdBy: staffId(by) },
      attachment: {
        id,
        billId: bill.row.id,
        category,
        ...made,
        fileId,
        uploadedBy: staffId(by),
        uploadedAt: iso(at),
      },
    };
  });
  return {
    files: rows.map(({ file }) => file),
    attachments: rows.map(({ attachment }) => attachment),
    contents,
  };
}

/** Writes and flushes the contents to the folder of stored files, before their rows are written. */
export async function storeContents(
  folder: string,
  contents: ReadonlyMap<string, Uint8Array>,
): Promise<void> {
  await Promise.all(
    [...contents].map(async ([id, bytes]) => {
      const place = path.join(folder, id.slice(0, 2));
      await mkdir(place, { recursive: true, mode: 0o700 });
      await writeFile(path.join(place, id), bytes, { flush: true });
    }),
  );
}
