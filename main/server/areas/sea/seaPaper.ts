import { postalLines } from '@contract/rules/addresses';
import { portZone } from '@contract/rules/seaNodes';
import { dayAt, formatDay } from '@contract/rules/zonedTime';
import type { SeaBill, SeaPaper } from '@contract/sea/seaBill';
import type { Download } from '../../core/context';
import type { Reader } from '../../store/open';
import { type FormCell, FormPages } from '../documents/formPages';
import { A4, LETTER } from '../documents/pdf';
import { companyOf, senderOf } from '../linehaul/sheet';
import { nodesOfBill, timesOf } from './seaLinks';

/** Name and address of a party, line by line. */
type Party = readonly string[];

type Postal = Parameters<typeof postalLines>[0] & { readonly nameEn: string };

/** Name and address of a record; nothing without one. */
const partyOf = (found: Postal | undefined): Party => (found ? [found.nameEn, ...postalLines(found)] : []);

/** Where goods go: our warehouse, else the destination of the bill. */
async function placeOf(read: Reader, { warehouseId, destinationId }: SeaBill): Promise<Party> {
  const [table, id] =
    warehouseId === null ? (['destination', destinationId] as const) : (['warehouse', warehouseId] as const);
  const found = await read
    .selectFrom(table)
    .leftJoin('country', 'country.id', 'countryId')
    .select([`${table}.nameEn`, 'street', 'postcode', 'city', 'country.nameEn as country'])
    .where(`${table}.id`, '=', id ?? 0)
    .executeTakeFirst();
  return partyOf(found);
}

/** Contents of the papers of a sea bill that its own fields do not tell. */
async function factsOf(read: Reader, bill: SeaBill, carrierId: number | null) {
  // Our company in the country of the port, else our first.
  const country = await read
    .selectFrom('country')
    .select('id')
    .where('code', '=', bill.podCode.slice(0, 2))
    .executeTakeFirst();
  const own = await senderOf(read, country?.id ?? 0);
  const customer = await read
    .selectFrom('customer')
    .select(['companyId', 'nameEn'])
    .where('id', '=', bill.customerId)
    .executeTakeFirst();
  const company = partyOf(await companyOf(read, customer?.companyId ?? 0));
  const entry = await read
    .selectFrom('seaEntry')
    .select(['entryNo', 'firmsCode'])
    .where('id', '=', bill.entryId ?? 0)
    .executeTakeFirst();
  return {
    issuer: partyOf(own),
    party: company.length > 0 ? company : [customer?.nameEn ?? ''],
    trucker: partyOf(await companyOf(read, carrierId ?? 0)),
    place: await placeOf(read, bill),
    entry,
    times: timesOf(await nodesOfBill(read, bill.id)),
  };
}
type Facts = Awaited<ReturnType<typeof factsOf>>;

const TITLES: Readonly<Record<SeaPaper, string>> = {
  arrival_notice: 'ARRIVAL NOTICE',
  delivery_order: 'DELIVERY ORDER',
  pickup_order: 'PICKUP ORDER',
};
const COLUMNS = [
  ['Container', 0.2, 'left'],
  ['Type', 0.1, 'left'],
  ['Seal', 0.2, 'left'],
  ['Last free day', 0.14, 'left'],
  ['Packages', 0.12, 'right'],
  ['Weight (kg)', 0.12, 'right'],
  ['Volume (m³)', 0.12, 'right'],
] as const;

const day = (date: string | null) => (date === null ? null : formatDay(date));
const text = (party: Party) => party.join('\n');

/** Rows of boxes that each paper starts with: who, then which goods. */
function headOf(
  paper: SeaPaper,
  bill: SeaBill,
  facts: Facts,
  today: string,
): readonly (readonly FormCell[])[] {
  const { issuer, party, trucker, place, entry, times } = facts;
  const at = (instant: string | null | undefined, port = bill.podCode) =>
    instant ? formatDay(dayAt(instant, portZone(port))) : null;
  const parties: Readonly<Record<SeaPaper, readonly FormCell[]>> = {
    arrival_notice: [
      ['Issued by', text(issuer), 0.5],
      ['Notify party', text(party), 0.5],
    ],
    delivery_order: [
      ['Issued by', text(issuer), 0.34],
      ['Deliver to (carrier)', text(trucker), 0.33],
      ['For delivery at', text(place), 0.33],
    ],
    pickup_order: [
      ['Issued by', text(issuer), 0.34],
      ['To (carrier)', text(trucker), 0.33],
      ['Bring to', text(place), 0.33],
    ],
  };
  return [
    parties[paper],
    [
      ['Date', formatDay(today), 0.2],
      ['Master bill', bill.mblNo, 0.27],
      ['House bill', bill.hblNo, 0.27],
      ['Account', party[0] ?? null, 0.26],
    ],
    [
      ['Carrier', bill.carrierScac, 0.14],
      ['Vessel and voyage', `${bill.vesselName} ${bill.voyageNo}`, 0.36],
      ['Port of loading', bill.polCode, 0.16],
      ['Port of discharge', bill.podCode, 0.17],
      ['Place of delivery', bill.deliveryCode, 0.17],
    ],
    [
      ['Departure', at(bill.atd ?? bill.etd, bill.polCode), 0.2],
      [bill.ata ? 'Arrived' : 'Expected arrival', at(bill.ata ?? bill.eta), 0.2],
      ['Discharged', at(times.discharged), 0.2],
      ['Location of goods (FIRMS)', entry?.firmsCode ?? null, 0.2],
      ['Last free day', day(bill.lastFreeDay), 0.2],
    ],
    [
      ['Customs entry', entry?.entryNo ?? null, 0.34],
      ['Customs release', at(times.released), 0.33],
      ['Freight release', at(times.freightReleased), 0.33],
    ],
    [
      ['Goods', bill.goodsEn, 0.4],
      ['Packages', String(bill.packages), 0.2],
      ['Gross weight', `${bill.grossWeight.toFixed(1)} kg`, 0.2],
      ['Volume', `${bill.volume.toFixed(3)} m³`, 0.2],
    ],
  ];
}

const PARAGRAPHS: Readonly<Record<SeaPaper, readonly string[]>> = {
  arrival_notice: [
    'The goods described above arrive as stated. Please send us the documents for the customs entry and your delivery instructions without delay.',
    'Storage is free until the last free day. Demurrage is due from the day after it, and detention after the free time that follows the gate-out.',
  ],
  delivery_order: [
    'Please deliver the goods described above to the carrier named, who is authorised to receive them for delivery at the place stated. Delivery is subject to the release of customs and of the ocean carrier.',
    'Received in apparent good order, except as noted:  name, signature, date  ______________________________',
  ],
  pickup_order: [
    'Please collect the containers described above from the port of discharge by the last free day and bring them to the place stated. Compare numbers and seals before departure and note every difference.',
    'Return each container empty to the depot of the ocean carrier and send us the interchange receipt.',
    'Driver, plate, date and time of collection  ______________________________',
  ],
};

/** A paper of a sea bill: on Letter for goods to the United States, else on A4. */
export async function seaPaper(
  read: Reader,
  bill: SeaBill,
  { paper, carrierCompanyId, now }: { paper: SeaPaper; carrierCompanyId: number | null; now: string },
): Promise<Download> {
  const number = bill.hblNo ?? bill.mblNo;
  const facts = await factsOf(read, bill, carrierCompanyId);
  const pages = new FormPages({
    ...{ title: TITLES[paper], number, file: `${TITLES[paper]} ${number}`, columns: COLUMNS },
    paper: bill.podCode.startsWith('US') ? LETTER : A4,
  });
  const today = dayAt(now, portZone(bill.podCode));
  for (const [at, cells] of headOf(paper, bill, facts, today).entries()) pages.boxes(cells, at === 0 ? 4 : 1);
  pages.table();
  for (const one of bill.containers) {
    pages.room(1);
    pages.row([
      ...[
        one.containerNo,
        one.containerType,
        one.sealNo ?? '',
        day(one.lastFreeDay ?? bill.lastFreeDay) ?? '',
      ],
      ...[one.packages, one.weight?.toFixed(1), one.volume?.toFixed(3)].map((value) => String(value ?? '')),
    ]);
  }
  for (const paragraph of PARAGRAPHS[paper]) pages.paragraph(paragraph);
  return {
    name: `${number}-${paper.replace('_', '-')}.pdf`,
    mime: 'application/pdf',
    stream: pages.pdf.end(),
  };
}
