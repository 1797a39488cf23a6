import { createHash } from 'node:crypto';
import type { CmrView } from '@contract/linehaul/cmr';
import { cmrConfig } from '@contract/linehaul/cmrConfig';
import { fillPlaceholders } from '@contract/rules/placeholders';
import { type Insertable, sql } from 'kysely';
import { refreshCmr } from '../areas/linehaul/cmrFacts';
import { drawnNames } from '../areas/linehaul/cmrMails';
import { noteTexts } from '../areas/linehaul/cmrTexts';
import { loadCmr } from '../areas/linehaul/cmrView';
import { waitingRow } from '../areas/mail/outbox';
import { nextTime } from '../core/officeClock';
import { codecOf } from '../store/codec';
import type { Writer } from '../store/open';
import type { Database } from '../store/tables';
import { DAY, HOUR, iso, MINUTE } from './clock';
import { companyData } from './companyData';
import { noteMailData } from './noteData';
import { pdfPage } from './pdf';
import { customerId, staffId } from './people';
import type { Random } from './random';
import { idsOf } from './reference';
import { insertRows } from './rows';
import { demoSscc } from './trucking';

type Row<T extends keyof Database> = Insertable<Database[T]>;
const companyId = idsOf(companyData.map(({ code }) => code));
const CLERK = 'admin';
/** Approximate number of boxes on a pallet. */
const PER_PALLET = 24;

/** Contents of the files by id. */
type Contents = Map<string, Uint8Array>;

/** Writes the present work of the line-haul desk: draft and loaded notes, signed copies, and mails about trucks. */
export async function seedNotes(writer: Writer, random: Random, now: number): Promise<Contents> {
  const contents: Contents = new Map();
  await seedSettings(writer, now);
  const waiting = await waitingPallets(writer, now);
  if (waiting) await writeNote(writer, { ...waiting, state: 'draft', at: now - 20 * MINUTE });
  const loaded = await loadedPallets(writer, waiting?.toDestinationId ?? null);
  const note = loaded && (await writeNote(writer, { ...loaded, state: 'loaded', at: now - 35 * MINUTE }));
  await seedFiles(writer, random, now, contents);
  await seedMails(writer, random, now, { contents, loadedNote: note ?? null });
  return contents;
}

async function seedSettings(writer: Writer, now: number): Promise<void> {
  const at = iso(now - 45 * DAY + 9 * HOUR);
  const by = staffId(CLERK);
  const codec = codecOf(cmrConfig.row);
  const hubs = await writer.selectFrom('destination').select(['id', 'code', 'lastMileId']).execute();
  const hub = (code: string) => hubs.filter((one) => one.code === code);
  const rows = noteMailData.map((data) =>
    codec.encode({
      ...{ version: 1, createdAt: at, createdBy: by, updatedAt: at, updatedBy: by },
      name: data.name,
      trigger: data.trigger,
      destinationIds: (data.destinations ?? []).flatMap((code) => hub(code).map(({ id }) => id)),
      lastMileIds: data.lastMileOf ? hub(data.lastMileOf).map(({ lastMileId }) => lastMileId) : [],
      customerIds: (data.customers ?? []).map((code) => customerId(code)),
      toEmails: [...data.to],
      ccEmails: [...(data.cc ?? [])],
      subject: data.subject,
      body: data.body,
      attachPdf: data.files.includes('attachPdf'),
      attachExcel: data.files.includes('attachExcel'),
      attachPod: data.files.includes('attachPod'),
      sendTime: data.sendTime ?? null,
      active: data.active ?? true,
      sort: null,
      remark: data.remark ?? null,
    }),
  );
  await insertRows(writer, 'cmrConfig', rows);
}

/** Pallets for one truck. */
interface Load {
  readonly fromWarehouseId: number;
  readonly toDestinationId: number;
  readonly palletIds: readonly number[];
}

/**
 * Finds the closed pallets for the hub with goods of most bills: existing ones, and new ones of boxes that may leave,
 * except the last pallet of each bill, which stays free for the next note.
 */
async function waitingPallets(writer: Writer, now: number): Promise<Load | undefined> {
  const closed = await writer
    .selectFrom('pallet')
    .innerJoin('destination', 'destination.code', 'pallet.destinationCode')
    .select(['pallet.id', 'pallet.warehouseId', 'destination.id as toDestinationId', 'destination.code'])
    .where('pallet.state', '=', 'closed')
    .where('pallet.cmrId', 'is', null)
    .where('pallet.warehouseId', 'is not', null)
    .orderBy('pallet.id')
    .execute();
  const ready = await writer
    .selectFrom('box')
    .innerJoin('bill', 'bill.id', 'box.billId')
    .innerJoin('pick', 'pick.id', 'box.pickId')
    .select(['box.id', 'box.billId', 'box.destinationCode', 'bill.warehouseId'])
    .select(({ fn }) => fn.coalesce('box.measuredWeight', 'box.weight').as('weight'))
    .where('box.state', '=', 'ready')
    .where('box.palletId', 'is', null)
    .where('pick.inboundFinished', '=', 1)
    .where('pick.outboundFinished', '=', 0)
    .orderBy('box.id')
    .execute();
  const there = (one: (typeof closed)[number]) =>
    ready.filter((box) => box.warehouseId === one.warehouseId && box.destinationCode === one.code);
  const [first] = [...closed].sort((a, b) => there(b).length - there(a).length);
  if (!first?.warehouseId) return undefined;
  const palletIds = closed
    .filter(({ warehouseId, code }) => warehouseId === first.warehouseId && code === first.code)
    .map(({ id }) => id);
  for (const billId of new Set(there(first).map((box) => box.billId))) {
    const boxes = there(first).filter((box) => box.billId === billId);
    for (let from = 0; from < boxes.length; from += PER_PALLET) {
      const id = await buildPallet(writer, boxes.slice(from, from + PER_PALLET), first, now);
      if (from + PER_PALLET < boxes.length) palletIds.push(id);
    }
  }
  return { fromWarehouseId: first.warehouseId, toDestinationId: first.toDestinationId, palletIds };
}

async function buildPallet(
  writer: Writer,
  boxes: readonly { id: number; weight: number }[],
  { warehouseId, code }: { warehouseId: number | null; code: string },
  now: number,
): Promise<number> {
  const builtAt = iso(now - 70 * MINUTE);
  const { last } = await writer
    .selectFrom('pallet')
    .select(({ fn }) => fn.max('id').as('last'))
    .executeTakeFirstOrThrow();
  const prefix = `PLT${builtAt.slice(0, 10).replaceAll('-', '')}-`;
  const { count } = await writer
    .selectFrom('pallet')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('palletNo', 'like', `${prefix}%`)
    .executeTakeFirstOrThrow();
  const id = Number(last ?? 0) + 1;
  const by = staffId(CLERK);
  await insertRows(writer, 'pallet', [
    {
      id,
      ...{ version: 1, createdAt: builtAt, createdBy: by, updatedAt: builtAt, updatedBy: by },
      palletNo: `${prefix}${String(count + 1).padStart(4, '0')}`,
      sscc: demoSscc(id),
      warehouseId,
      destinationCode: code,
      type: 'eur',
      height: 120 + ((boxes.length * 4) % 80),
      weight: boxes.reduce((sum, { weight }) => sum + weight, 0),
      state: 'closed',
      builtAt,
      builtBy: by,
      closedAt: iso(now - 50 * MINUTE),
      cmrId: null,
      remark: null,
    },
  ]);
  await writer
    .updateTable('box')
    .set({ palletId: id, state: 'palletised' })
    .where(
      'id',
      'in',
      boxes.map((box) => box.id),
    )
    .execute();
  return id;
}

/** Finds pallets on a truck without a note, for another hub than the given one. */
async function loadedPallets(writer: Writer, besides: number | null): Promise<Load | undefined> {
  const rows = await writer
    .selectFrom('pallet')
    .innerJoin('destination', 'destination.code', 'pallet.destinationCode')
    .select(['pallet.id', 'pallet.warehouseId', 'destination.id as toDestinationId'])
    .where('pallet.state', '=', 'loaded')
    .where('pallet.cmrId', 'is', null)
    .where('pallet.warehouseId', 'is not', null)
    .orderBy('pallet.id')
    .execute();
  const first = rows.find(({ toDestinationId }) => toDestinationId !== besides);
  if (!first?.warehouseId) return undefined;
  return {
    fromWarehouseId: first.warehouseId,
    toDestinationId: first.toDestinationId,
    palletIds: rows
      .filter(
        ({ warehouseId, toDestinationId }) =>
          warehouseId === first.warehouseId && toDestinationId === first.toDestinationId,
      )
      .map(({ id }) => id),
  };
}

async function writeNote(
  writer: Writer,
  note: Load & { readonly state: 'draft' | 'loaded'; readonly at: number },
): Promise<number> {
  const { state, palletIds, fromWarehouseId, toDestinationId } = note;
  const at = iso(note.at);
  const by = staffId(CLERK);
  const { last } = await writer
    .selectFrom('cmr')
    .select(({ fn }) => fn.max('id').as('last'))
    .executeTakeFirstOrThrow();
  const prefix = `CMR${at.slice(0, 10).replaceAll('-', '')}-`;
  const { count } = await writer
    .selectFrom('cmr')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('cmrNo', 'like', `${prefix}%`)
    .executeTakeFirstOrThrow();
  const id = Number(last ?? 0) + 1;
  const cmrNo = `${prefix}${String(count + 1).padStart(4, '0')}`;
  const loaded = state === 'loaded';
  const row: Row<'cmr'> & { id: number } = {
    id,
    ...{ version: 1, createdAt: at, createdBy: by, updatedAt: at, updatedBy: by },
    cmrNo,
    state,
    carrierCompanyId: companyId(loaded ? 'ARDENNES' : 'RHEINBOGEN'),
    plateNo: loaded ? '1-ABK-204' : '47-BZK-6',
    trailerNo: loaded ? null : 'OP-31-KX',
    vehicleType: loaded ? 'box_truck' : 'trailer_13_6m',
    driverName: loaded ? 'Luc Peeters' : null,
    driverPhone: loaded ? '+32 470 00 01 28' : null,
    fromWarehouseId,
    toDestinationId,
    ...{ totalPallets: 0, totalBoxes: 0, totalParcels: 0, totalWeight: 0 },
    sealNos: loaded ? '["NG204417"]' : '[]',
    mrnList: '[]',
    goods: null,
    statisticalNo: null,
    instructions: loaded ? null : 'Slot at the hub: call two hours before arrival',
    payment: 'paid',
    ...{ successiveCarriers: null, reservations: null, agreements: null },
    loadedAt: loaded ? iso(note.at + 5 * MINUTE) : null,
    ...{ departedAt: null, arrivedAt: null, podAt: null, podBoxCount: null, podPalletCount: null },
    ...{ cancelReason: null, remark: null },
  };
  await insertRows(writer, 'cmr', [row]);
  await writer.updateTable('pallet').set({ cmrId: id }).where('id', 'in', palletIds).execute();
  await refreshCmr(writer, id);
  if (loaded)
    await sql`
      update pick set cmrNo = ${cmrNo} where outboundFinished = 0 and id in (
        select box.pickId from box join pallet on pallet.id = box.palletId where pallet.cmrId = ${id})`.execute(
      writer,
    );
  return id;
}

const newId = (random: Random) => Buffer.from(random.bytes(16)).toString('base64url');

function storedRow(
  made: { id: string; fileName: string; bytes: Uint8Array; at: number },
  contents: Contents,
): Row<'storedFile'> {
  const { id, fileName, bytes, at } = made;
  contents.set(id, bytes);
  return {
    id,
    fileName,
    mime: 'application/pdf',
    size: bytes.length,
    hash: createHash('sha256').update(bytes).digest('hex'),
    createdAt: iso(at),
    createdBy: staffId(CLERK),
  };
}

/** Reads the last notes with stored pallets in some states, newest first. */
const lastNotes = (writer: Writer, states: readonly CmrView['state'][], limit: number) =>
  writer
    .selectFrom('cmr')
    .selectAll()
    .where('state', 'in', states)
    .where(({ exists, selectFrom, ref }) =>
      exists(selectFrom('pallet').select('id').where('pallet.cmrId', '=', ref('cmr.id'))),
    )
    .orderBy('departedAt', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute();

/** Writes signed copies of the last delivered trucks, and papers of some under way. */
async function seedFiles(writer: Writer, random: Random, now: number, contents: Contents): Promise<void> {
  const papers = [
    ...(await lastNotes(writer, ['delivered'], 6)).map((note) => ({
      note,
      kind: 'pod' as const,
      fileName: `${note.cmrNo}.pdf`,
      title: 'CMR, signed by the consignee',
      line: `Boxes received: ${note.podBoxCount}`,
      at: Math.min(Date.parse(`${note.podAt}`) + 25 * MINUTE, now),
    })),
    ...(await lastNotes(writer, ['in_transit', 'arrived'], 3)).map((note) => ({
      note,
      kind: 'attachment' as const,
      fileName: `slot-${note.cmrNo}.pdf`,
      title: 'Slot confirmation of the hub',
      line: `Truck ${note.plateNo}`,
      at: Date.parse(`${note.loadedAt}`),
    })),
  ];
  const rows = papers.map(({ note, kind, fileName, title, line, at }) => {
    const bytes = pdfPage(title, [
      note.cmrNo,
      line,
      '',
      'Demo document, not valid for transport or customs.',
    ]);
    const file = storedRow({ id: newId(random), fileName, bytes, at }, contents);
    const { size, mime } = file;
    return {
      file,
      own: {
        ...{ id: newId(random), cmrId: note.id, kind, fileName, size, mime, fileId: file.id },
        ...{ uploadedBy: file.createdBy, uploadedAt: file.createdAt },
      },
    };
  });
  await insertRows(
    writer,
    'storedFile',
    rows.map(({ file }) => file),
  );
  await insertRows(
    writer,
    'cmrFile',
    rows.map(({ own }) => own),
  );
}

/** Writes the mails sent at departure, one waiting for its time of day, and one for a signed copy. */
async function seedMails(
  writer: Writer,
  random: Random,
  now: number,
  { contents, loadedNote }: { contents: Contents; loadedNote: number | null },
): Promise<void> {
  const settings = await writer.selectFrom('cmrConfig').selectAll().execute();
  const setting = (trigger: string, cmr: CmrView) =>
    settings.find(
      (one) =>
        one.trigger === trigger &&
        one.active === 1 &&
        (JSON.parse(one.destinationIds).includes(cmr.toDestinationId) || one.destinationIds === '[]'),
    );
  const base = (one: (typeof settings)[number], cmr: CmrView, at: number) => ({
    cmrId: cmr.id,
    configId: one.id,
    trigger: one.trigger,
    createdAt: iso(at),
    createdBy: staffId(CLERK),
    dueAt: iso(at),
    toEmails: one.toEmails,
    ccEmails: one.ccEmails,
    subject: one.subject,
    body: one.body,
    ...{ attachPdf: one.attachPdf, attachExcel: one.attachExcel, attachPod: one.attachPod },
    fileIds: '[]',
    ...{ fault: null, faultText: null, mailId: null as number | null },
  });
  const load = (id: number) => loadCmr(writer, id, iso(now));
  const rows: (Row<'cmrMail'> & object)[] = [];
  const mails: Row<'mail'>[] = [];
  const files: Row<'storedFile'>[] = [];
  const { last } = await writer
    .selectFrom('mail')
    .select(({ fn }) => fn.max('id').as('last'))
    .executeTakeFirstOrThrow();
  let mailId = Number(last ?? 0);

  for (const { id } of await lastNotes(writer, ['in_transit', 'arrived', 'delivered'], 12)) {
    const cmr = await load(id);
    const one = setting('on_departed', cmr);
    const at = Date.parse(cmr.departedAt ?? '');
    if (!one || Number.isNaN(at)) continue;
    const values = await noteTexts(writer, { ...cmr, podAt: null, podBoxCount: null });
    const [subject, body] = [fillPlaceholders(one.subject, values), fillPlaceholders(one.body, values)];
    const name = drawnNames(cmr.cmrNo).pdf;
    const bytes = pdfPage('CMR consignment note', [
      cmr.cmrNo,
      `${values.from} - ${values.to}`,
      `Truck ${values.plateNo} of ${values.carrier}`,
      `${values.pallets} pallets, ${values.boxes} boxes, ${values.weight}`,
      '',
      'Demo document, not valid for transport or customs.',
    ]);
    const file = storedRow({ id: newId(random), fileName: name, bytes, at }, contents);
    files.push(file);
    mailId += 1;
    const letter = {
      toEmails: JSON.parse(one.toEmails) as string[],
      ccEmails: JSON.parse(one.ccEmails) as string[],
      ...{ subject, text: body, fileIds: [file.id] },
      ...{ objectType: 'cmr' as const, objectNo: cmr.cmrNo },
    };
    const parts = [8, 4, 4, 4, 12].map((digits) => random.digits(digits)).join('-');
    mails.push({
      id: mailId,
      ...waitingRow(letter, iso(at), staffId(CLERK), parts),
      ...{ state: 'sent' as const, attempts: 1, nextAt: null, sentAt: iso(at + 9000), error: null },
      answer: `250 2.0.0 Ok: queued as ${random.digits(10)}`,
    });
    rows.push({ ...base(one, cmr, at), subject, body, mailId });
  }

  // The mail about a loaded truck is due in the morning.
  const cmr = loadedNote === null ? undefined : await load(loadedNote);
  const morning = cmr && setting('on_loaded', cmr);
  if (cmr && morning)
    rows.push({
      ...base(morning, cmr, Date.parse(cmr.loadedAt ?? '')),
      dueAt: iso(nextTime(morning.sendTime ?? '07:00', now, 'Europe/Amsterdam')),
    });
  // One truck was delivered without its signed copy.
  const [, missing] =
    (await writer
      .selectFrom('cmr')
      .select('id')
      .where('state', '=', 'delivered')
      .where(({ not, exists, selectFrom, ref }) =>
        not(exists(selectFrom('cmrFile').select('id').where('cmrFile.cmrId', '=', ref('cmr.id')))),
      )
      .orderBy('podAt', 'desc')
      .limit(2)
      .execute()) ?? [];
  const late = missing && (await load(missing.id));
  const pod = settings.find(({ trigger }) => trigger === 'on_pod');
  if (late && pod) rows.push({ ...base(pod, late, Date.parse(late.podAt ?? '')), fault: 'no_pod' });

  await insertRows(writer, 'storedFile', files);
  await insertRows(writer, 'mail', mails);
  await insertRows(writer, 'cmrMail', rows);
}
