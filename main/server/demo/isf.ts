import { approvalConfig } from '@contract/config/approvalConfig';
import { isfDueAt, isLateFiling } from '@contract/rules/isfDeadline';
import { isAmerican } from '@contract/rules/seaNodes';
import type { IsfDraft } from '@contract/sea/seaIsf';
import { seaBillCodec } from '../areas/sea/seaLinks';
import type { Writer } from '../store/open';
import { DAY, HOUR, iso } from './clock';
import { ACCOUNT, IsfBook } from './isfBook';
import { accepted, type Course, filedAt, matched, received } from './isfCourse';
import type { Random } from './random';

/** Minimum number of ISF: each filed bill has one. */
const COUNT = 30;
const party = (
  name: string,
  address1: string,
  city: string,
  postcode: string,
  country: string,
  state: string | null = null,
) => ({
  ...{ name, name2: null, address1, address2: null, city, state, postcode, country },
});
/** Buyers in the United States, with their number at customs. */
const BUYERS = [
  ['Harbor Home Goods Inc', '12-3456789XX', '4100 Pier Avenue', 'Long Beach', 'CA', '90802'],
  ['Prairie Outlet LLC', '36-4455667XX', '870 Halsted Street', 'Chicago', 'IL', '60607'],
  ['Hudson Lighting Corp', '13-9988776XX', '22 Terminal Road', 'Newark', 'NJ', '07114'],
] as const;
const SELLERS = [
  party('Green Panda Trading', '18 Fuhua Road', 'Shenzhen', '518048', 'CN'),
  party('Silkroute Commerce', '201 Zhongshan East Road', 'Ningbo', '315040', 'CN'),
  party('Orient Kite Supply', '66 Hudong Road', 'Xiamen', '361005', 'CN'),
] as const;
const STUFFING = party('Yantian CFS 3', '9 Mingzhu Avenue', 'Shenzhen', '518083', 'CN');
const CONSOLIDATOR = party('Harbour Moon Freight', '33 Shennan Road', 'Shenzhen', '518001', 'CN');
const GOODS = [
  ['392410', 'Household goods of plastic', 'Foshan Homeware Works', '8 Jihua Road', 'Foshan', '528000'],
  [
    '940542',
    'LED lamps and lighting fixtures',
    'Zhongshan Bright Lighting',
    '77 Guzhen Street',
    'Zhongshan',
    '528421',
  ],
  ['610910', 'Garments of cotton, knitted', 'Ningbo Knitwear Factory', '5 Beilun Road', 'Ningbo', '315800'],
  ['940139', 'Office chairs and desks', 'Anji Seating Company', '160 Dipu Road', 'Anji', '313300'],
  ['950300', 'Toys without batteries', 'Shantou Toys Works', '12 Chenghai Road', 'Shantou', '515800'],
  ['732393', 'Kitchen utensils of steel', 'Yangjiang Steelware', '41 Jiangcheng Road', 'Yangjiang', '529500'],
] as const;
const BOXES = ['PLDU1002013', 'PLDU1002029', 'NRDU1002012', 'NRDU1002028', 'ZWDU1002015'] as const;

const UNKNOWN_BILL = { code: 'W02', text: 'BILL NOT ON FILE IN AMS' };
const BAD_CODE = { code: 'F31', text: 'LINE 1 HTS INVALID' };

/** Builds the contents of an ISF. */
function contents(at: number, of: Partial<IsfDraft>): IsfDraft {
  const [name, number, address, city, state, postcode] = BUYERS[at % BUYERS.length] ?? BUYERS[0];
  const [hts, description, maker, makersAddress, makersCity, makersPostcode] =
    GOODS[at % GOODS.length] ?? GOODS[0];
  const buyer = party(name, address, city, postcode, 'US', state);
  return {
    ...{ isfType: 'ISF-10', actionReason: 'CT', shipmentType: '01', modeOfTransport: '11', billType: 'BM' },
    ...{ seaBillId: null, netchbAccountId: ACCOUNT, mblNo: null, hblNo: null, amsBillNo: null, scac: 'PZOL' },
    ...{
      vesselName: 'POLARIS STAR',
      voyageNo: '041E',
      polCode: 'CNYTN',
      podCode: 'USLAX',
      loadingAt: null,
      etd: null,
      eta: null,
    },
    ...{ importerIdType: 'EI', importerNumber: number, consigneeIdType: 'EI', consigneeNumber: number },
    seller: SELLERS[at % SELLERS.length] ?? null,
    buyer,
    shipTo: buyer,
    stuffingLocation: STUFFING,
    consolidator: CONSOLIDATOR,
    bookingParty: null,
    foreignPort: null,
    placeOfDelivery: null,
    lines: [
      {
        ...{ hts, originCountry: 'CN', manufacturerName: maker, manufacturerAddress: makersAddress },
        ...{ manufacturerCity: makersCity, manufacturerState: null, manufacturerPostcode: makersPostcode },
        ...{ manufacturerCountry: 'CN', description },
      },
    ],
    containers: [{ containerNo: BOXES[at % BOXES.length] ?? BOXES[0], containerType: '40HQ' }],
    ...{ bondActivity: '01', bondType: '8', bondHolder: number, suretyCode: '036', singleBondNo: null },
    ...{ poNumber: null, remark: null },
    ...of,
  };
}

/** Writes the ISF of the demo: those of its sea bills, and those of shipments before them. */
export async function seedIsf(writer: Writer, random: Random, now: number): Promise<void> {
  const bills = (await writer.selectFrom('seaBill').selectAll().orderBy('id').execute())
    .map(seaBillCodec.decode)
    .filter((bill) => isAmerican(bill) && bill.state !== 'cancelled');
  const nodes = await writer.selectFrom('seaNode').select(['seaBillId', 'node', 'actualAt']).execute();
  const reached = (id: number, name: string) => {
    const at = nodes.find(({ seaBillId, node }) => seaBillId === id && node === name)?.actualAt;
    return at ? Date.parse(at) : null;
  };
  const [setting] = await writer
    .selectFrom('approvalConfig')
    .select('steps')
    .where('docType', '=', 'isf')
    .where('active', '=', 1)
    .execute();
  const steps = setting ? approvalConfig.row.shape.steps.parse(JSON.parse(setting.steps)) : null;
  const book = new IsfBook(steps, now);

  let unfiled = 0;
  let corrected = false;
  for (const bill of bills) {
    const [filed, answered] = [reached(bill.id, 'isfFiled'), reached(bill.id, 'isfAccepted')];
    const of: Partial<IsfDraft> = {
      seaBillId: bill.id,
      mblNo: bill.mblNo,
      hblNo: bill.hblNo,
      billType: bill.hblNo === null ? 'OB' : 'BM',
      ...{ scac: bill.carrierScac, vesselName: bill.vesselName, voyageNo: bill.voyageNo },
      ...{ polCode: bill.polCode, podCode: bill.podCode },
      ...{ loadingAt: bill.loadingAt, etd: bill.etd, eta: bill.eta },
      containers: bill.containers.map(({ containerNo, containerType }) => ({ containerNo, containerType })),
    };
    const course = (): Course => {
      if (filed === null) {
        unfiled += 1;
        return UNFILED[(unfiled - 1) % UNFILED.length] as Course;
      }
      if (answered === null)
        return { state: 'transmitted', sent: [{ at: filed, operation: 'add', responses: [received] }] };
      const dueAt = isfDueAt(bill);
      if (corrected || isLateFiling(dueAt, iso(filed))) return filedAt(filed, dueAt, now);
      corrected = true;
      // Refused at first, corrected, and amended once more before the ship arrived.
      return {
        state: 'matched',
        standing: 'matched',
        amendments: 1,
        reason: 'The buyer moved to another warehouse',
        sent: [
          {
            at: filed - 20 * HOUR,
            operation: 'add',
            responses: [received, { after: 0.4, event: 'rejected', codes: [BAD_CODE] }],
          },
          { at: filed, operation: 'add', responses: [received, accepted, matched] },
          { at: filed + 30 * HOUR, operation: 'replace', responses: [received, accepted, matched] },
        ],
      };
    };
    const found = course();
    book.add(contents(bill.id, { ...of, ...found.changes }), found, {
      customerId: bill.customerId,
      born: (filed ?? now) - random.between(20, 50) * HOUR,
    });
  }

  // Shipments of the months before, whose bills are no longer listed, and some without a sea bill.
  const spare = Math.max(SPECIAL.length, COUNT - bills.length);
  for (let at = 0; at < spare; at += 1) {
    const special = SPECIAL[at];
    const etd = now + (special ? special.etdDays : -(62 + 9 * at)) * DAY;
    const filed = etd - random.between(30, 70) * HOUR;
    const of = {
      mblNo: `PZOL63009${String(1700 + 23 * at).padStart(5, '0')}`,
      hblNo: `NGHB${203_100 + at}`,
      voyageNo: `${String(20 + at).padStart(3, '0')}E`,
      loadingAt: null,
      etd: iso(Math.round(etd / HOUR) * HOUR),
      eta: iso(Math.round(etd / HOUR) * HOUR + 16 * DAY),
    };
    const course = special ? special.course(now) : filedAt(filed, isfDueAt(of), now);
    book.add(contents(100 + at, { ...of, ...course.changes }), course, {
      customerId: 1 + (at % 6),
      born: Math.min(course.sent?.[0]?.at ?? now, filed, now) - random.between(20, 50) * HOUR,
    });
  }
  await book.write(writer);
}

/** ISF for ships that are still to be loaded. */
const UNFILED: readonly Course[] = [
  { state: 'draft', changes: { seller: null, lines: [] } },
  { state: 'pending_approval' },
  { state: 'approved' },
];

const SPECIAL: readonly { readonly etdDays: number; readonly course: (now: number) => Course }[] = [
  {
    // Customs refused it: to be corrected.
    etdDays: 4,
    course: (now) => ({
      state: 'rejected',
      sent: [
        {
          at: now - 5 * HOUR,
          operation: 'add',
          responses: [received, { after: 0.3, event: 'rejected', codes: [BAD_CODE] }],
        },
      ],
    }),
  },
  {
    // An amendment under way.
    etdDays: 3,
    course: (now) => ({
      state: 'draft',
      standing: 'accepted',
      amendments: 1,
      reason: 'Another ship-to party',
      before: { poNumber: null, placeOfDelivery: null },
      changes: { poNumber: 'PO-55120' },
      sent: [{ at: now - 2 * DAY, operation: 'add', responses: [received, accepted] }],
    }),
  },
  {
    etdDays: 6,
    course: (now) => ({
      state: 'cancelled',
      reason: 'The shipment was cancelled by the customer',
      sent: [
        { at: now - 3 * DAY, operation: 'add', responses: [received, accepted] },
        { at: now - 2 * DAY, operation: 'delete', responses: [received, accepted] },
      ],
    }),
  },
  {
    // Five elements: it stays on board to Mexico.
    etdDays: 9,
    course: (now) => ({
      state: 'accepted',
      standing: 'accepted',
      changes: {
        isfType: 'ISF-5',
        ...{ importerIdType: null, importerNumber: null, consigneeIdType: null, consigneeNumber: null },
        ...{ seller: null, buyer: null, stuffingLocation: null, consolidator: null },
        bookingParty: CONSOLIDATOR,
        ...{ foreignPort: 'MXZLO', placeOfDelivery: 'MXZLO', bondActivity: '03' },
      },
      sent: [{ at: now - 1 * DAY, operation: 'add', responses: [received, accepted] }],
    }),
  },
  {
    // The stuffing location is not known yet.
    etdDays: 12,
    course: () => ({
      state: 'draft',
      changes: {
        actionReason: 'FT',
        stuffingLocation: null,
        consolidator: null,
        seller: null,
        voyageNo: null,
      },
    }),
  },
  {
    etdDays: -20,
    course: (now) => ({
      state: 'accepted_warning',
      standing: 'accepted_warning',
      sent: [
        {
          at: now - 23 * DAY,
          operation: 'add',
          responses: [received, { after: 0.5, event: 'accepted_warning', codes: [UNKNOWN_BILL] }],
        },
      ],
    }),
  },
  { etdDays: 8, course: () => ({ state: 'approved' }) },
  {
    // The login was refused: nothing has reached customs.
    etdDays: 5,
    course: (now) => ({
      state: 'transmitted',
      sent: [{ at: now - 3 * HOUR, operation: 'add', responses: [], failed: true }],
    }),
  },
];
