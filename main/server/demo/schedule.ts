import type { BillStage } from '@contract/bill/bill';
import { airportOf } from './airportData';
import { chinaOffice, DAY, HOUR, MINUTE, onceOpen, weekdayIn } from './clock';
import { Waybills } from './flights';
import type { Random, WeightedValues } from './random';
import { type FlightWish, planFlight, type Shipment } from './shipments';

/** Number of bills by air, and of the open ones in each stage. */
const AIR_BILLS = 1200;
const AT_WORK: readonly (readonly [stage: BillStage, bills: number])[] = [
  ['draft', 27],
  ['arrived', 17],
  ['pickup', 15],
  ['clearing', 17],
  ['inbound', 22],
  ['clearance', 13],
  ['outbound', 11],
  ['transit', 18],
];
const REMOVED = 24;
const REMOVED_LATELY = 4;
/** Days of history. */
const HISTORY = 90;
/** Days from delivery to archiving; only this decides how many delivered bills the lists show. */
const ARCHIVE_AFTER = { low: 2.4, mode: 4.3, high: 8 };

const BATCHES: WeightedValues<number> = [
  [1, 66],
  [2, 22],
  [3, 12],
];
/** Relative number of flights by weekday, Sunday first: fewest land around the start of the week in China. */
const WEEKDAYS = [0.8, 0.82, 1, 1.06, 1.1, 1.16, 1.06];
const REMOVE_REASONS = [
  'Flight cancelled, cargo rebooked under another AWB',
  'Entered twice',
  'Customer withdrew the shipment',
  'Wrong customer, entered again',
  '航班取消，改配其他主单',
];

/** Plans all bills by air: those of the stories, open ones, and delivered ones. */
export function scheduleAir(
  root: Random,
  now: number,
  stories: readonly FlightWish[],
): { shipments: Shipment[]; storyShipments: ReadonlyMap<string, readonly Shipment[]> } {
  const waybills = new Waybills(root.fork('waybills'));
  const plan = (wish: FlightWish) => planFlight(wish, root, now, waybills);
  const storyShipments = new Map(stories.map((wish) => [wish.label, plan(wish)] as const));
  const shipments = [...storyShipments.values()].flat();

  const atWork = new Map(AT_WORK);
  const count = ({ reached }: Shipment, stage: BillStage) => {
    if (reached.pod === null) atWork.set(stage, (atWork.get(stage) ?? 0) - 1);
  };
  for (const wish of stories)
    for (const shipment of storyShipments.get(wish.label) ?? []) count(shipment, wish.stage);
  let turn = 0;
  for (const [stage] of AT_WORK) {
    for (let index = 0; (atWork.get(stage) ?? 0) > 0; index++) {
      const random = root.fork(`${stage}-wish${index}`);
      const batches = Math.min(random.weighted(BATCHES), atWork.get(stage) ?? 1);
      turn += 1;
      const wish: FlightWish = { label: `${stage}${index}`, turn, stage, batches };
      const made = plan(stage === 'draft' ? { ...wish, eta: expectedAt(index, random, now) } : wish);
      for (const shipment of made) count(shipment, stage);
      shipments.push(...made);
    }
  }
  const removed = removedBills(root.fork('removed'), now, plan);
  const delivered = AIR_BILLS - shipments.length - removed.length;
  shipments.push(...deliveredBills(delivered, shipments, root.fork('delivered'), now, plan));
  for (const shipment of shipments) archiveWhenDue(shipment, now);
  return { shipments: [...shipments, ...removed], storyShipments };
}

/** Expected landing: most flights land within two days; one in twelve has been waiting for space since last week. */
const expectedAt = (index: number, random: Random, now: number): number =>
  index % 12 === 5 ? now - random.between(1, 5) * DAY : now + random.triangular(-4, 20, 71) * HOUR;

type Plan = (wish: FlightWish) => Shipment[];

/** Plans bills delivered in the past three months, spread over the days by the volume of cargo, which grows. */
function deliveredBills(
  count: number,
  atWork: readonly Shipment[],
  random: Random,
  now: number,
  plan: Plan,
): Shipment[] {
  const zone = airportOf('AMS').timeZone;
  const landedOn = (day: number) =>
    atWork.filter(({ reached }) => reached.ata !== null && Math.floor((now - reached.ata) / DAY) === day)
      .length;
  const expected = Array.from({ length: HISTORY }, (_, day) => {
    const growth = day > 35 ? 1 : 2 - day / 35;
    return growth * (WEEKDAYS[weekdayIn(now - (day + 0.5) * DAY, zone)] ?? 1);
  });
  const usual = (count + atWork.length) / expected.reduce((sum, share) => sum + share, 0);
  const room = expected.map((share, day) => Math.max(0, share * usual - landedOn(day)));
  const total = room.reduce((sum, bills) => sum + bills, 0);

  const made: Shipment[] = [];
  let day = 0;
  let before = 0;
  for (let index = 0; made.length < count; index++) {
    const batches = Math.min(random.weighted(BATCHES), count - made.length);
    const place = ((made.length + batches / 2) / count) * total;
    while (day < HISTORY - 1 && before + (room[day] ?? 0) < place) {
      before += room[day] ?? 0;
      day += 1;
    }
    const share = (place - before) / Math.max(room[day] ?? 1, 0.001);
    const ata = now - (day + Math.min(1, share) * 0.7 + random.next() * 0.3) * DAY;
    made.push(...plan({ label: `delivered${index}`, turn: index, stage: 'delivery', batches, ata }));
  }
  return made;
}

function archiveWhenDue(shipment: Shipment, now: number): void {
  const { pod } = shipment.reached;
  if (pod === null) return;
  const { low, mode, high } = ARCHIVE_AFTER;
  const random = shipment.random.fork('archive');
  const zone = airportOf(shipment.flight.lane.landing).timeZone;
  const due = pod + random.triangular(low, mode, high) * DAY;
  const at = onceOpen(due, zone, { open: 8, close: 18 }, random.between(5, 90) * MINUTE);
  if (at > now) return;
  shipment.archived = Math.round(at / 1000) * 1000;
  // Archiving requires that open problems are resolved.
  shipment.trouble = { ...shipment.trouble, held: 0, abnormal: 0, missingBoxes: 0 };
}

/** Plans bills that were removed before any work on them; old ones are archived. */
function removedBills(random: Random, now: number, plan: Plan): Shipment[] {
  return Array.from({ length: REMOVED }, (_, index) => {
    const lately = index < REMOVED_LATELY;
    const age = lately ? random.between(2, 24) : random.between(34, 86);
    const [shipment] = plan({
      label: `removed${index}`,
      stage: 'draft',
      batches: 1,
      eta: now - age * DAY,
    });
    if (!shipment) throw new Error('no bill to remove');
    const { created, lane } = shipment.flight;
    const requestedAt = Math.max(created, shipment.uploaded ?? 0, shipment.checked ?? 0);
    const office = airportOf(lane.origin).timeZone;
    const at = onceOpen(
      requestedAt + random.triangular(1, 9, 40) * HOUR,
      office,
      chinaOffice,
      random.between(3, 80) * MINUTE,
    );
    shipment.removed = { at: Math.round(at / 1000) * 1000, reason: random.pick(REMOVE_REASONS) };
    if (!lately) {
      const put = at + random.between(30.2, 32) * DAY;
      shipment.archived = Math.round(onceOpen(put, office, chinaOffice, 0) / 1000) * 1000;
    }
    return shipment;
  });
}
