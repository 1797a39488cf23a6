import {
  dueOf,
  isAmerican,
  nextDue,
  nodesOf,
  portZone,
  type SeaNodeBill,
  type SeaNodeName,
  seaNodeNames,
  seaStateOf,
} from '@contract/rules/seaNodes';
import type { Insertable } from 'kysely';
import type { Writer } from '../store/open';
import type { Database } from '../store/tables';
import { DAY, dayIn, HOUR, iso, toMinute } from './clock';
import { containerNumber } from './customsNumbers';
import { staffId } from './people';
import { roles } from './peopleData';
import type { Random } from './random';
import { madeAt } from './reference';
import { insertRows } from './rows';

type SeaBillRow = Insertable<Database['seaBill']> & { id: number };
type Bill = Awaited<ReturnType<typeof billsAtSea>>[number];
type Voyage = Awaited<ReturnType<typeof voyagesOf>>[number];
type Container = Omit<Insertable<Database['seaContainer']>, 'id'>;
type NodeRow = Omit<Insertable<Database['seaNode']>, 'id'>;
type Times = Partial<Record<SeaNodeName, number | null>>;

const GOODS = [
  ['Household goods of plastic', '塑料家居用品'],
  ['LED lamps and lighting fixtures', 'LED灯具'],
  ['Garments of cotton, knitted', '针织棉制服装'],
  ['Office chairs and desks', '办公桌椅'],
  ['Toys without batteries', '玩具（不含电池）'],
  ['Kitchen utensils of steel', '不锈钢厨具'],
] as const;
/** Inland destinations by port of discharge. */
const INLAND: Readonly<Record<string, string>> = { USLAX: 'USCHI', USNYC: 'USPHL', NLRTM: 'DEDUI' };

const voyagesOf = (writer: Writer) => writer.selectFrom('seaTransport').selectAll().orderBy('id').execute();
const billsAtSea = (writer: Writer) =>
  writer
    .selectFrom('booking')
    .innerJoin('bill', 'bill.id', 'booking.billId')
    .selectAll('bill')
    .select('booking.seaTransportId')
    .where('booking.seaTransportId', 'is not', null)
    .orderBy('bill.id')
    .execute();

/** Writes the bills of lading of the demo with their nodes, and their manifests with US customs. */
export async function seedSeaFreight(writer: Writer, random: Random, now: number): Promise<void> {
  const voyages = await voyagesOf(writer);
  const bills = await billsAtSea(writer);
  const containers = await writer.selectFrom('seaContainer').selectAll().orderBy('id').execute();
  const freight = new SeaFreight(bills, containers, now);
  for (const bill of bills) {
    const voyage = voyages.find(({ id }) => id === bill.seaTransportId);
    if (voyage) freight.add(voyage, bill, timesOf(voyage, bill, random.fork(bill.billNo)));
  }
  const ahead = voyages.filter(({ id }) => !bills.some(({ seaTransportId }) => seaTransportId === id));
  // Bills of coming sailings are started; some filings are already due.
  for (const voyage of ahead) {
    freight.add(voyage, undefined, {});
    freight.add(voyage, undefined, { isfFiled: now - 5 * HOUR });
  }
  const [last] = ahead.slice(-1);
  if (last)
    freight.add(
      last,
      undefined,
      {},
      { state: 'cancelled', cancelReason: 'The customer postponed the shipment' },
    );
  const held = bills
    .filter(({ ata, seaTransportId }) => ata && american(voyages, seaTransportId))
    .sort((a, b) => String(b.ata).localeCompare(String(a.ata)))[0];
  const ship = voyages.find(({ id }) => id === held?.seaTransportId);
  // A container under customs examination shortly before its last free day.
  if (held && ship)
    freight.add(
      ship,
      undefined,
      {
        ...filed(Date.parse(ship.etd), random.fork('held')),
        ...{ atd: Date.parse(ship.etd), ata: now - 5 * DAY, discharged: now - 4.4 * DAY },
        ...{ arrivalNotice: now - 10 * DAY, entryFiled: now - 6 * DAY, exam: now - 3 * DAY },
        lastFreeDay: now + DAY + 12 * HOUR,
      },
      { remark: 'Held for an exam: ask the line for two more free days', eta: iso(now - 5 * DAY) },
    );
  await insertRows(writer, 'seaBill', freight.bills);
  await insertRows(writer, 'seaNode', freight.nodes);
  await insertRows(writer, 'amsRecord', manifests(freight.bills, freight.nodes));
}

/** Columns of the voyage that a bill of lading is booked on. */
const voyageColumns = (voyage: Voyage) => ({
  seaTransportId: voyage.id,
  carrierScac: voyage.carrierScac,
  vesselName: voyage.vesselName,
  imoNo: voyage.imoNo,
  voyageNo: voyage.voyageNo,
  polCode: voyage.polCode,
  podCode: voyage.podCode,
  // The carrier has not told the loading of every third voyage.
  loadingAt: voyage.id % 3 === 0 ? null : iso(Date.parse(voyage.etd) - 9 * HOUR),
  etd: voyage.etd,
  eta: voyage.eta,
});

/** Columns of the goods, in the containers that the voyage lists for the bill. */
function goodsColumns(id: number, bill: Bill | undefined, listed: readonly Container[]) {
  const [goodsEn, goodsCn] = GOODS[id % GOODS.length] ?? GOODS[0];
  const loadType = !bill || (listed.length > 0 && id % 6 !== 5) ? ('FCL' as const) : ('LCL' as const);
  const packages = bill?.boxCount ?? 480;
  const [grossWeight, volume] = [bill?.weight ?? 9_600_000, bill?.volume ?? 58_000];
  // A full container needs a number, even if the voyage does not list it.
  const unlisted = {
    containerNo: containerNumber(id),
    containerType: '40HQ',
    sealNo: `PZ${440_000 + 7 * id}`,
  };
  const containers =
    listed.length > 0 || loadType === 'LCL'
      ? listed
      : [{ ...unlisted, packages, weight: grossWeight, volume }];
  return {
    loadType,
    containers: JSON.stringify(
      containers.map(({ containerNo, containerType, sealNo, packages, weight, volume: litres }) => ({
        ...{ containerNo, containerType, sealNo, packages },
        ...{ lastFreeDay: null, gateOut: null, emptyReturned: null },
        ...{ weight: (weight ?? 0) / 1000, volume: (litres ?? 0) / 1000 },
      })),
    ),
    containerNos: JSON.stringify(containers.map(({ containerNo }) => containerNo)),
    ...{ packages, grossWeight, volume, goodsEn, goodsCn },
  };
}

/** Collects bills of lading with their nodes, in the state of these. */
class SeaFreight {
  readonly #bookings: readonly Bill[];
  readonly #containers: readonly Container[];
  readonly #now: number;
  readonly bills: SeaBillRow[] = [];
  readonly nodes: NodeRow[] = [];

  constructor(bookings: readonly Bill[], containers: readonly Container[], now: number) {
    this.#bookings = bookings;
    this.#containers = containers;
    this.#now = now;
  }

  /** Adds a bill of lading of a voyage, with the goods of a booked bill if there is one. */
  add(voyage: Voyage, bill: Bill | undefined, times: Times, more: Partial<SeaBillRow> = {}): void {
    const id = this.bills.length + 1;
    const author = staffId(roles.documents[id % 2] ?? 'admin');
    const at = (node: SeaNodeName) => {
      const time = node === 'lastFreeDay' ? null : times[node];
      return time === null || time === undefined || time > this.#now ? null : iso(toMinute(time));
    };
    const listed = this.#containers.filter(
      ({ seaTransportId }) => seaTransportId === voyage.id && (bill || times.atd),
    );
    const goods = goodsColumns(id, bill, listed);
    const row: SeaBillRow = {
      id,
      ...madeAt(bill?.createdAt ?? voyage.createdAt, author),
      state: 'draft',
      mblNo: bill?.billNo ?? `PZOL63010${String(2400 + 17 * id).padStart(5, '0')}`,
      hblNo: goods.loadType === 'LCL' || id % 3 > 0 ? (bill?.houseNo ?? `NGHB${String(205_000 + id)}`) : null,
      customerId: bill?.customerId ?? this.#bookings[id % this.#bookings.length]?.customerId ?? 1,
      ...voyageColumns(voyage),
      deliveryCode: id % 2 ? (INLAND[voyage.podCode] ?? null) : null,
      incoterm: ['DDP', 'FOB', 'CIF'][id % 3] ?? null,
      ...goods,
      destinationId: bill?.destinationId ?? null,
      warehouseId: bill?.warehouseId ?? null,
      lastFreeDay: times.lastFreeDay ? dayIn(times.lastFreeDay, portZone(voyage.podCode)) : null,
      billId: bill?.id ?? null,
      ...{ isfId: null, isfState: null, entryId: null, entryState: null, cancelReason: null, remark: null },
      ...more,
      ...{ atd: at('atd'), ata: at('ata') },
    };
    const dated = { ...row, releasedAt: at('released') } as SeaNodeBill;
    const nodes = nodesOf(row).map((node) => ({
      ...{ version: 1, seaBillId: id, node, place: seaNodeNames.indexOf(node), plannedAt: null },
      ...{ dueAt: dueOf(node, dated), actualAt: at(node) },
      remark: node === 'exam' && at('exam') ? 'VACIS scan, then intensive exam at the CFS' : null,
      ...{ updatedAt: at(node) ?? row.createdAt, updatedBy: author },
    }));
    const reached = Object.fromEntries(nodes.map(({ node, actualAt }) => [node, actualAt]));
    const state = seaStateOf(row.state === 'cancelled', reached);
    const next = nextDue(nodes, state);
    this.bills.push({ ...row, state, dueNode: next?.node ?? null, dueAt: next?.dueAt ?? null });
    this.nodes.push(...nodes);
  }
}

const american = (voyages: readonly Voyage[], id: number | null): boolean => {
  const voyage = voyages.find((one) => one.id === id);
  return voyage !== undefined && isAmerican(voyage);
};

/** Times of the filings before loading; one in nine ISF is late. */
function filed(etd: number, random: Random): Times {
  const isf = etd - (random.chance(0.11) ? random.between(12, 22) : random.between(30, 70)) * HOUR;
  return {
    isfFiled: isf,
    isfAccepted: isf + random.between(0.2, 3) * HOUR,
    amsFiled: etd - random.between(27, 60) * HOUR,
  };
}

/** Times of the nodes of a bill that sailed; those of trucking and customs come from the bill. */
function timesOf(voyage: Voyage, bill: Bill, random: Random): Times {
  const time = (text: string | null) => (text === null ? null : Date.parse(text));
  const etd = Date.parse(voyage.etd);
  const ata = time(bill.ata);
  const released = time(bill.clearanceReleasedAt);
  const delivered = time(bill.atWarehouseAt);
  const after = (from: number | null, low: number, high: number) =>
    from === null ? null : from + random.between(low, high) * DAY;
  const summary = after(released, 2, 8);
  return {
    ...filed(etd, random),
    atd: etd,
    arrivalNotice: Date.parse(voyage.eta) - random.between(4, 7) * DAY,
    entryFiled: time(bill.declaredAt),
    ata,
    discharged: time(bill.noaAt),
    released,
    freightReleased: ata === null ? null : ata - random.between(-0.4, 2) * DAY,
    lastFreeDay: ata === null ? null : ata + random.int(4, 6) * DAY,
    gateOut: time(bill.pickupAt),
    delivered,
    emptyReturned: after(delivered, 1, 4),
    summaryFiled: summary,
    dutyPaid: after(summary, 0.1, 1),
  };
}

/** Builds the manifests of bills to the United States: nearly all accepted, one held. */
function manifests(
  bills: readonly SeaBillRow[],
  nodes: readonly NodeRow[],
): Omit<Insertable<Database['amsRecord']>, 'id'>[] {
  const rows: Omit<Insertable<Database['amsRecord']>, 'id'>[] = [];
  for (const { id, mblNo, hblNo, state } of bills) {
    const filedAt = nodes.find(({ seaBillId, node }) => seaBillId === id && node === 'amsFiled')?.actualAt;
    if (!filedAt) continue;
    const held = state === 'on_hold';
    const answeredAt = iso(Date.parse(filedAt) + 40 * 60_000);
    rows.push({
      ...madeAt(filedAt, staffId(roles.documents[id % 2] ?? 'admin')),
      status: held ? 'held' : 'accepted',
      ...{ masterNo: mblNo, houseNo: hblNo ?? null, seaBillId: id, billId: null, filedAt, answeredAt },
      holdCode: held ? '7H' : null,
      response: held ? 'Do not load hold lifted; CBP hold at the port of discharge' : 'Bill on file',
      remark: null,
    });
  }
  return rows;
}
