import { approvalConfig } from '@contract/config/approvalConfig';
import type { ApprovalStep } from '@contract/rules/approval';
import { isfDueAt, isLateFiling } from '@contract/rules/isfDeadline';
import { isfMissing } from '@contract/rules/isfMissing';
import { isAmerican } from '@contract/rules/seaNodes';
import { type FilingEventName, type FilingOperation, filingActions } from '@contract/sea/filing';
import type { IsfDraft, IsfState, SeaIsf } from '@contract/sea/seaIsf';
import type { Insertable } from 'kysely';
import { filingElement, questionElement, requestText, responseText } from '../areas/netchb/message';
import { elementOf, serialise } from '../areas/netchb/xml';
import { isfContent } from '../areas/sea/isfFile';
import { draftOf, isfRecord } from '../areas/sea/isfRow';
import { seaBillCodec } from '../areas/sea/seaLinks';
import type { Writer } from '../store/open';
import type { Database } from '../store/tables';
import { DAY, HOUR, iso, MINUTE } from './clock';
import { staffId } from './people';
import type { Random } from './random';
import { madeAt } from './reference';
import { insertRows } from './rows';

/** Minimum number of ISF: each filed bill has one. */
const COUNT = 30;
/** NetCHB account that uses the simulator, where pending filings continue. */
const ACCOUNT = 1;
const FILER = 'QZX';

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

/** A customs response, with its hours after the message. */
interface TimedResponse {
  readonly after: number;
  readonly event: FilingEventName;
  readonly codes?: readonly { readonly code: string; readonly text: string }[];
}
/** A message to customs, with its responses. */
interface FiledMessage {
  readonly at: number;
  readonly operation: FilingOperation;
  readonly responses: readonly TimedResponse[];
  readonly failed?: boolean;
}
/** The history of an ISF. */
interface Course {
  readonly state: IsfState;
  readonly standing?: SeaIsf['standing'];
  readonly sent?: readonly FiledMessage[];
  readonly amendments?: number;
  readonly reason?: string;
  readonly changes?: Partial<IsfDraft>;
  /** Fields as filed with customs that differ from the present ones. */
  readonly before?: Partial<IsfDraft>;
}

const accepted: TimedResponse = { after: 0.4, event: 'accepted' };
const received: TimedResponse = { after: 0, event: 'received' };
const matched: TimedResponse = { after: 5, event: 'matched' };
const LATE = { code: 'W01', text: 'FILED LESS THAN 24 HOURS BEFORE LOADING' };
const UNKNOWN_BILL = { code: 'W02', text: 'BILL NOT ON FILE IN AMS' };
const BAD_CODE = { code: 'F31', text: 'LINE 1 HTS INVALID' };

/** The usual history of an ISF filed at a time. */
function filedAt(at: number, etd: number, now: number): Course {
  const late = isLateFiling(isfDueAt(iso(etd)), iso(at));
  const answer: TimedResponse = late ? { after: 0.5, event: 'accepted_warning', codes: [LATE] } : accepted;
  const known = !late && at + matched.after * HOUR < now;
  const state = late ? 'accepted_warning' : known ? 'matched' : 'accepted';
  return {
    state,
    standing: state,
    sent: [{ at, operation: 'add', responses: [received, answer, ...(known ? [matched] : [])] }],
  };
}

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
    const etd = Date.parse(bill.etd);
    const [filed, answered] = [reached(bill.id, 'isfFiled'), reached(bill.id, 'isfAccepted')];
    const of: Partial<IsfDraft> = {
      seaBillId: bill.id,
      mblNo: bill.mblNo,
      hblNo: bill.hblNo,
      billType: bill.hblNo === null ? 'OB' : 'BM',
      ...{ scac: bill.carrierScac, vesselName: bill.vesselName, voyageNo: bill.voyageNo },
      ...{ polCode: bill.polCode, podCode: bill.podCode, etd: bill.etd, eta: bill.eta },
      containers: bill.containers.map(({ containerNo, containerType }) => ({ containerNo, containerType })),
    };
    const course = (): Course => {
      if (filed === null) {
        unfiled += 1;
        return UNFILED[(unfiled - 1) % UNFILED.length] as Course;
      }
      if (answered === null)
        return { state: 'transmitted', sent: [{ at: filed, operation: 'add', responses: [received] }] };
      if (corrected || isLateFiling(isfDueAt(bill.etd), iso(filed))) return filedAt(filed, etd, now);
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
      etd: iso(Math.round(etd / HOUR) * HOUR),
      eta: iso(Math.round(etd / HOUR) * HOUR + 16 * DAY),
    };
    const course = special ? special.course(now) : filedAt(filed, etd, now);
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

const APPROVED: ReadonlySet<IsfState> = new Set(['draft', 'pending_approval']);

/** Collects the rows of ISF with their messages and responses. */
class IsfBook {
  readonly #steps: ApprovalStep[] | null;
  readonly #now: number;
  readonly #isf: Insertable<Database['seaIsf']>[] = [];
  readonly #filings: (Insertable<Database['filing']> & { id: number })[] = [];
  readonly #exchanges: Omit<Insertable<Database['filingExchange']>, 'id'>[] = [];
  readonly #answers: Omit<Insertable<Database['isfAnswer']>, 'id'>[] = [];
  readonly #submits: Omit<Insertable<Database['approvalLog']>, 'id'>[] = [];
  readonly #perDay = new Map<string, number>();

  constructor(steps: ApprovalStep[] | null, now: number) {
    this.#steps = steps;
    this.#now = now;
  }

  add(draft: IsfDraft, course: Course, by: { readonly customerId: number; readonly born: number }): void {
    const id = this.#isf.length + 1;
    const { state, sent = [], standing = null, amendments = 0, reason = null, before = {} } = course;
    const [first] = sent;
    const author = staffId(id % 2 ? 'chen.jing' : 'zhao.min');
    const day = iso(by.born).slice(0, 10).replaceAll('-', '');
    const no = (this.#perDay.get(day) ?? 0) + 1;
    this.#perDay.set(day, no);
    const submitted = state !== 'draft' || sent.length > 0 ? by.born + 3 * HOUR : null;
    const open = state === 'pending_approval';
    const approved = APPROVED.has(state) && sent.length === 0 ? null : (submitted ?? by.born) + HOUR;
    const dueAt = isfDueAt(draft.etd);
    const filed = first ? iso(first.at) : null;
    const responses = sent.flatMap(({ responses }) => responses);
    const answers = responses.filter(({ codes }) => codes);
    const last = sent.at(-1);
    const amending = state === 'draft' && amendments > 0;
    const acceptedIn = sent.findLast(({ responses: events }) =>
      events.some(({ event }) => event.startsWith('accepted')),
    );
    const row: SeaIsf = {
      ...draft,
      id,
      ...madeAt(iso(by.born), author),
      isfNo: `ISF${day}-${String(no).padStart(4, '0')}`,
      state,
      customerId: by.customerId,
      action: amending ? filingActions.replace : last ? filingActions[last.operation] : filingActions.add,
      containerNos: draft.containers.map(({ containerNo }) => containerNo),
      missingCount: isfMissing(draft).length,
      dueAt,
      lateFiling: filed !== null && isLateFiling(dueAt, filed),
      amendmentNo: amendments,
      standing,
      cbpTransactionNo: acceptedIn ? transactionNo(id) : null,
      filingState: last ? (last.failed ? 'failed' : last.responses.length > 1 ? 'answered' : 'sent') : null,
      submittedAt: submitted === null || amending ? null : iso(submitted),
      submittedBy: submitted === null || amending ? null : author,
      waiting: open ? this.#steps : null,
      stepNo: open && this.#steps ? 1 : null,
      approvedAt: approved === null ? null : iso(approved),
      approvedBy: approved === null ? null : staffId('k.oconnor'),
      filedAt: filed,
      acceptedAt: acceptedIn ? iso(acceptedIn.at + 0.4 * HOUR) : null,
      lastAnswer:
        answers
          .at(-1)
          ?.codes?.map(({ code, text }) => `${code} ${text}`)
          .join('; ') ?? null,
      reason,
    };
    const filedContent = standing === null ? null : JSON.stringify({ ...draftOf(row), ...before });
    this.#isf.push({
      ...isfRecord.codec.encode(row),
      id,
      sentContent: last ? JSON.stringify(draftOf(row)) : null,
      filedContent,
      filedContentAt: filedContent && row.acceptedAt,
    } as Insertable<Database['seaIsf']>);
    if (open)
      this.#submits.push({
        ...{ at: iso(submitted ?? by.born), docType: 'isf', docId: id, docNo: row.isfNo },
        ...{ stepNo: null, stepName: null, action: 'submit', staffId: author, remark: null, standIn: 0 },
      });
    for (const message of sent) this.#send(row, message);
  }

  #send(isf: SeaIsf, { at, operation, responses, failed }: FiledMessage): void {
    const id = this.#filings.length + 1;
    const messageId = `FC-demo-${String(id).padStart(5, '0')}`;
    const content = elementOf(
      'isf',
      isfContent({ ...isf, cbpTransactionNo: operation === 'add' ? null : isf.cbpTransactionNo }),
    );
    const head = { messageId, kind: 'isf', action: filingActions[operation] };
    const answer = responses.find(({ event }) => event.startsWith('accepted') || event === 'rejected');
    const reference = answer && answer.event !== 'rejected' ? transactionNo(isf.id) : null;
    this.#filings.push({
      id,
      ...{
        accountId: ACCOUNT,
        kind: 'isf',
        operation,
        objectType: 'seaIsf',
        objectId: isf.id,
        objectNo: isf.isfNo,
      },
      ...{
        messageId,
        content: serialise(content),
        reference,
        attempts: failed ? 1 : 0,
        lastEvent: responses.length,
      },
      state: failed ? 'failed' : answer ? 'answered' : 'sent',
      result: failed ? 'sign_in' : 'ok',
      // Nothing in the demo is polled automatically; a user has to query customs.
      nextAt: null,
      dueAt: failed || answer ? null : iso(at + 2 * HOUR),
      createdAt: iso(at),
      createdBy: staffId('k.oconnor'),
      sentAt: failed ? null : iso(at),
      answeredAt: answer ? iso(at + answer.after * HOUR) : null,
    });
    const events = responses.map(({ after, event, codes = [] }, index) => ({
      ...{ number: index + 1, event, at: iso(Math.min(at + after * HOUR, this.#now)), codes },
    }));
    const call = (time: number, asks: boolean, known: typeof events) => ({
      filingId: id,
      ...{
        at: iso(time),
        lastAt: iso(time),
        times: 1,
        operation: asks ? ('status' as const) : ('file' as const),
      },
      durationMs: 180 + ((id * 37) % 400),
      httpStatus: failed ? 401 : 200,
      result: failed ? ('sign_in' as const) : ('ok' as const),
      request: requestText(asks ? 'status' : 'file', FILER, [
        asks ? questionElement(head) : filingElement(head, content),
      ]),
      answer: failed
        ? responseText({ status: 'error', filerCode: '', message: 'Login failed' })
        : responseText({
            ...{ status: 'ok', filerCode: FILER, message: null },
            filing: { messageId, known: true, reference: known.length > 1 ? reference : null, events: known },
          }),
    });
    this.#exchanges.push(call(at, false, events.slice(0, 1)));
    for (const [index, { at: time }] of events.entries())
      if (index > 0) this.#exchanges.push(call(Date.parse(time) + MINUTE, true, events.slice(0, index + 1)));
    this.#answers.push(
      ...events.map(({ event, at: time, codes }) => ({
        ...{ isfId: isf.id, at: time, event, reference: event === 'received' ? null : reference },
        codes: JSON.stringify(codes),
      })),
    );
  }

  async write(writer: Writer): Promise<void> {
    await insertRows(writer, 'seaIsf', this.#isf);
    await insertRows(writer, 'filing', this.#filings);
    await insertRows(writer, 'filingExchange', this.#exchanges);
    await insertRows(writer, 'isfAnswer', this.#answers);
    await insertRows(writer, 'approvalLog', this.#submits);
    for (const isf of this.#isf)
      if (isf.seaBillId)
        await writer
          .updateTable('seaBill')
          .set({ isfId: Number(isf.id), isfState: isf.state })
          .where('id', '=', isf.seaBillId)
          .execute();
  }
}

/** Transaction number of customs for an ISF. */
const transactionNo = (id: number): string => `${FILER}${String(26_110_000_000 + 7919 * id)}`;
