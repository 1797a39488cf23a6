import { type AlertEvent, alertEventNames } from '@contract/monitor/alert';
import { US_CUSTOMS_ZONE } from '@contract/rules/usDays';
import { dayAt, instantOf } from '@contract/rules/zonedTime';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { findMatches } from '../../main/server/areas/monitor/evaluators';
import { checkRules, isDue } from '../../main/server/areas/monitor/watch';
import type { Store } from '../../main/server/store/open';
import { landedBill, transitOf } from '../support/apiCustoms';
import { copyRow, drafts, newCode } from '../support/apiRecords';
import { MailServer } from '../support/mailServer';
import { testApi } from '../support/server';
import { settingsDraft } from './cases/mail';
import { alertRecord, alertRule } from './cases/monitor';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const api = testApi({ mail: { every: 10 } });
let NOW: number;
let store: Store;
beforeAll(async () => {
  NOW = Math.floor(Date.now() / 1000) * 1000;
  store = await api.openStore();
});
afterAll(() => store.close());

const ago = (hours: number) => instantOf(NOW - hours * HOUR);
const day = (days: number) => instantOf(NOW + days * DAY).slice(0, 10);
/** Returns the day at US customs in some days. */
const usDay = (days: number) => dayAt(instantOf(NOW + days * DAY), US_CUSTOMS_ZONE);
const set = (table: string, id: number, columns: Record<string, string | number | null>) =>
  api.db
    .prepare(`update "${table}" set ${Object.keys(columns).map((name) => `"${name}" = ?`)} where id = ?`)
    .run(...Object.values(columns), id);

/** Makes a bill whose stage is set directly, not computed from its facts. */
const billAt = (stage: string, columns: Record<string, string | number | null>) => {
  const id = landedBill(api);
  set('bill', id, { stage, ...columns });
  return id;
};
const newFile = (status: string, finished: number) =>
  copyRow(api, 'fileJob', api.count('select id from fileJob limit 1'), {
    ...{ status, finishedAt: ago(finished), billId: null },
  });
const newPush = (status: string, finished: number) =>
  copyRow(api, 'apiPush', api.count('select id from apiPush limit 1'), { status, finishedAt: ago(finished) });
const newIoss = (validTo: string, locked = 0) =>
  copyRow(api, 'ioss', 1, { iossNo: drafts.ioss().iossNo, validTo, locked });
const newContract = (validTo: string, columns: Record<string, string | number | null> = {}) =>
  copyRow(api, 'contract', 1, {
    ...{ contractNo: newCode('CT'), state: 'approved', terminatedOn: null, autoRenew: 0, validTo },
    ...columns,
  });
const newQuote = (validTo: string, columns: Record<string, string | number | null> = {}) =>
  copyRow(api, 'standardQuote', 1, {
    ...{ quoteNo: newCode('SQ'), state: 'approved', terminatedOn: null, validTo },
    ...columns,
  });
/** Makes a bill by sea to the United States that sails in some hours, with or without an ISF on file with customs. */
const newSeaBill = (
  hours: number,
  isf: { readonly standing: string | null } | null,
  columns: Record<string, string | number | null> = {},
) => {
  const isfId = isf && newIsf('transmitted', isf);
  return copyRow(api, 'seaBill', 1, {
    ...{ mblNo: newCode('PZOL').replace('-', ''), hblNo: newCode('H'), state: 'draft', podCode: 'USLAX' },
    ...{ etd: ago(-hours), isfId, billId: null, ...columns },
  });
};
const newIsf = (state: string, columns: Record<string, string | number | null> = {}) =>
  copyRow(api, 'seaIsf', 1, { isfNo: newCode('ISF'), state, standing: null, seaBillId: null, ...columns });
const refusedIsf = (state: string, hours = 1) => {
  const isfId = newIsf(state);
  api.insert('isfAnswer', { isfId, at: ago(hours), event: 'rejected', reference: null, codes: '[]' });
  return isfId;
};
const newEntry = (state: string, summaryDueOn: string | null) =>
  copyRow(api, 'seaEntry', api.count('select min(id) from seaEntry'), {
    ...{ entryNo: newCode('QZX'), state, summaryDueOn, seaBillId: null, billId: null },
  });
const answeredEntry = () => {
  const entryId = newEntry('paid', null);
  api.insert('entryAnswer', { entryId, at: ago(1), event: 'hold', code: null, text: null, reference: null });
  return entryId;
};
/** Notes on a record that a response of customs waits for a person. */
const waiting = (table: 'seaIsf' | 'seaEntry', id: number) => {
  api.db.exec(`update ${table} set openAnswer = 'hold: H01' where id = ${id}`);
  return id;
};
const newCase = (state: string, billId = landedBill(api)) =>
  copyRow(api, 'abnormalCase', api.count('select id from abnormalCase limit 1'), {
    ...{ state, billId, boxId: null, parcelId: null, caseNo: newCode('EX'), foundAt: ago(1) },
  });
const newClaim = (noticeDueOn: string | null, columns: Record<string, string | number | null> = {}) => {
  const id = newCase('open');
  const set = Object.entries({ noticeDueOn, noticeGivenAt: null, noticeMailId: null, ...columns });
  const text = set.map(([name, value]) => `${name} = ${typeof value === 'string' ? `'${value}'` : value}`);
  api.db.exec(`update abnormalCase set ${text.join(', ')} where id = ${id}`);
  return id;
};
const newMail = (sentAt: string | null) =>
  api.insert('mail', {
    ...{ createdAt: ago(2), messageId: newCode('M'), toEmails: '["a@example.com"]', ccEmails: '[]' },
    ...{
      subject: 'Notice',
      text: 'x',
      fileIds: '[]',
      fileCount: 0,
      objectType: 'abnormalCase',
      objectNo: 'x',
    },
    ...{ state: sentAt ? 'sent' : 'failed', nextAt: null, sentAt },
  });
const newPmc = (state: string, collected: number, freeDays = 5) =>
  api.insert('pmc', {
    ...{ version: 1, createdAt: ago(500), updatedAt: ago(500), billId: landedBill(api), state, freeDays },
    ...{ uldNo: `${newCode('PMC').replace('-', '').slice(0, 8)}CK`, collectedAt: ago(collected) },
  });
const newT1 = (state: string, timeLimit: string) =>
  transitOf(api, landedBill(api), { state, releasedAt: ago(90), timeLimit });
const station = (freeHours: number) => copyRow(api, 'cargoStation', 1, { code: newCode('CS'), freeHours });

/** Makes a trip of a bill that brought ten boxes in. */
const trip = (billId: number, columns: Record<string, string | number | null>) =>
  copyRow(api, 'pick', api.count('select id from pick limit 1'), {
    ...{ billId, pickNo: newCode('P'), inboundBoxes: 10, inboundFinished: 1 },
    ...{ outboundFinished: 0, outboundBoxes: 0, outboundStartAt: null, outboundFinishAt: null, ...columns },
  });
const received = (columns: Record<string, string | number | null>) => {
  const id = billAt('inbound', columns);
  trip(id, { inboundFinishAt: ago(2) });
  return id;
};
/** Makes a bill whose boxes entered their own warehouse some days ago. */
const lying = (
  days: number,
  warehouse: Record<string, string | number | null>,
  columns: Record<string, string | number | null> = {},
  bill: Record<string, string | number | null> = {},
) => {
  const warehouseId = copyRow(api, 'warehouse', 1, {
    ...{ code: newCode('W'), type: 'temporary_storage', maxStorageDays: 90, ...warehouse },
  });
  const id = billAt('inbound', { warehouseId, ata: ago(days * 24), ...bill });
  trip(id, { inboundFinishAt: ago(days * 24), ...columns });
  return id;
};

type Maker = () => number;
/** For each event: records that match it, and records that nearly do. */
const CASES: { readonly [E in AlertEvent]: readonly [Record<string, Maker>, Record<string, Maker>] } = {
  noa_missing: [
    { 'landed 12 hours ago': () => billAt('arrived', { ata: ago(12) }) },
    {
      'landed less than 12 hours ago': () => billAt('arrived', { ata: ago(11.9) }),
      'has its notice': () => billAt('arrived', { ata: ago(20), noaAt: ago(15) }),
      'was picked up without one': () => billAt('clearing', { ata: ago(20), pickupAt: ago(10) }),
      'is archived': () => billAt('arrived', { ata: ago(20), archived: 1 }),
      'is removed': () => billAt('removed', { ata: ago(20), removedAt: ago(1) }),
      'came by sea': () => billAt('arrived', { ata: ago(20), mode: 'sea' }),
    },
  ],
  storage_risk: [
    {
      'has 6 of its 48 free hours left': () => billAt('arrived', { noaAt: ago(42), cargoStationId: null }),
      'lies where 20 hours are free': () => billAt('pickup', { noaAt: ago(14), cargoStationId: station(20) }),
    },
    {
      'has more than 6 hours left': () => billAt('arrived', { noaAt: ago(41.9), cargoStationId: null }),
      'lies where 60 hours are free': () =>
        billAt('arrived', { noaAt: ago(42), cargoStationId: station(60) }),
      'is picked up': () => billAt('inbound', { noaAt: ago(60), pickupFinished: 1 }),
    },
  ],
  pickup_overdue: [
    { 'was announced 48 hours ago': () => billAt('arrived', { noaAt: ago(48) }) },
    {
      'was announced later': () => billAt('arrived', { noaAt: ago(47.9) }),
      'is picked up': () => billAt('clearing', { noaAt: ago(60), pickupFinished: 1 }),
      'has no notice': () => billAt('arrived', { noaAt: null, ata: ago(90) }),
    },
  ],
  clearance_overdue: [
    {
      'landed 48 hours ago and is held': () =>
        billAt('inbound', { ata: ago(48), clearanceStatus: 'exception' }),
      'landed 48 hours ago and was never declared': () =>
        billAt('arrived', { ata: ago(50), clearanceStatus: null }),
    },
    {
      'landed later': () => billAt('arrived', { ata: ago(47.9) }),
      'is released': () => billAt('inbound', { ata: ago(60), clearanceStatus: 'success' }),
      'was handed over': () => billAt('outbound', { ata: ago(60), clearanceStatus: 'handover' }),
      'is delivered': () => billAt('delivery', { ata: ago(60), clearanceStatus: 'in_clearance' }),
    },
  ],
  box_missing: [
    { 'was received with fewer boxes than it has': () => received({ shortageCount: 2 }) },
    {
      'was received whole': () => received({ shortageCount: 0 }),
      'waits for another trip': () => {
        const id = received({ shortageCount: 2 });
        trip(id, { inboundFinished: 0, inboundFinishAt: null, inboundBoxes: null });
        return id;
      },
      'was delivered': () => received({ shortageCount: 2, stage: 'delivery' }),
    },
  ],
  stock_limit: [
    {
      'has lain there for 81 of 90 days': () => lying(81, {}),
      'lies where 30 days are allowed': () => lying(21, { maxStorageDays: 30 }),
      'lies in temporary storage whose limit is not said': () => lying(81, { maxStorageDays: null }),
    },
    {
      'came later': () => lying(78, {}),
      'has left': () => lying(85, {}, { outboundFinished: 1, outboundBoxes: 10, outboundFinishAt: ago(1) }),
      'was loaded to the last box': () => lying(85, {}, { outboundBoxes: 10, outboundStartAt: ago(1) }),
      'was released by customs': () => lying(85, {}, {}, { clearanceStatus: 'success' }),
      'lies where goods may lie as long as one likes': () =>
        lying(200, { type: 'customs_warehouse', maxStorageDays: null }),
    },
  ],
  pod_overdue: [
    {
      'reached the hub 24 hours ago': () => billAt('transit', { tatAt: ago(24) }),
      'left 24 hours ago': () => {
        const id = billAt('transit', { tatAt: null });
        const pick = api.count('select id from pick where outboundStartAt is not null limit 1');
        copyRow(api, 'pick', pick, { billId: id, pickNo: newCode('PK'), outboundStartAt: ago(24) });
        return id;
      },
    },
    {
      'reached the hub later': () => billAt('transit', { tatAt: ago(23.9) }),
      'has its proof': () => billAt('delivery', { tatAt: ago(30), podAt: ago(1) }),
      'has trucks that have not left': () => {
        const id = billAt('outbound', { tatAt: null });
        const pick = api.count('select id from pick where outboundStartAt is not null limit 1');
        copyRow(api, 'pick', pick, { billId: id, pickNo: newCode('PK'), outboundStartAt: ago(40) });
        return id;
      },
    },
  ],
  t1_overdue: [
    {
      'ends today': () => newT1('released', day(0)),
      'is an enquiry already': () => newT1('enquiry', day(-3)),
    },
    {
      'ends tomorrow': () => newT1('arrived', day(1)),
      'is discharged': () => newT1('discharged', day(-3)),
    },
  ],
  pmc_overdue: [
    { 'was collected more than its five days ago': () => newPmc('collected', 5 * 24 + 1) },
    {
      'is within its free days': () => newPmc('unloaded', 5 * 24 - 1),
      'is returned': () => newPmc('returned', 200),
      'is lost': () => newPmc('lost', 200),
    },
  ],
  file_failed: [
    { failed: () => newFile('failed', 1) },
    {
      'waits for a person': () => newFile('exception', 1),
      succeeded: () => newFile('success', 1),
    },
  ],
  api_push_failed: [
    { failed: () => newPush('failed', 1) },
    { arrived: () => newPush('success', 1), 'is on its way': () => newPush('pending', 1) },
  ],
  ioss_expiring: [
    { 'ends in 30 days': () => newIoss(day(30)), 'has ended': () => newIoss(day(-2)) },
    { 'ends later': () => newIoss(day(31)), 'is locked': () => newIoss(day(10), 1) },
  ],
  quote_expiring: [
    { 'ends in 30 days': () => newQuote(day(30)), 'ends today': () => newQuote(day(0)) },
    {
      'ends later': () => newQuote(day(31)),
      'waits for approval': () => newQuote(day(10), { state: 'pending' }),
      'has ended': () => newQuote(day(-1), { state: 'expired' }),
      'ends on purpose': () => newQuote(day(20), { terminatedOn: day(5) }),
    },
  ],
  contract_expiring: [
    { 'ends in 30 days': () => newContract(day(30)) },
    {
      'ends later': () => newContract(day(31)),
      'renews itself': () => newContract(day(10), { autoRenew: 1 }),
      'is a draft': () => newContract(day(10), { state: 'draft' }),
      'ends on purpose': () => newContract(day(20), { terminatedOn: day(5) }),
    },
  ],
  isf_deadline: [
    {
      'sails in 48 hours without one': () => newSeaBill(48, null),
      'has one that is not accepted': () => newSeaBill(20, { standing: null }),
    },
    {
      'sails later': () => newSeaBill(48.1, null),
      'has one that is accepted': () => newSeaBill(20, { standing: 'accepted' }),
      'is not bound for the United States': () => newSeaBill(20, null, { podCode: 'NLRTM' }),
      'has sailed': () => newSeaBill(-20, null, { state: 'sailed' }),
      'was called off': () => newSeaBill(20, null, { state: 'cancelled' }),
    },
  ],
  isf_rejected: [
    { 'was refused': () => refusedIsf('rejected') },
    {
      'was corrected since': () => refusedIsf('draft'),
      'was accepted since': () => refusedIsf('accepted'),
    },
  ],
  isf_answer_open: [
    { 'has a response to deal with': () => waiting('seaIsf', refusedIsf('draft')) },
    { 'has none': () => refusedIsf('draft') },
  ],
  entry_answer_open: [
    { 'has a response to deal with': () => waiting('seaEntry', answeredEntry()) },
    { 'has none': () => answeredEntry() },
  ],
  entry_summary_due: [
    { 'is due in five days': () => newEntry('released', usDay(5)) },
    {
      'is due later': () => newEntry('released', usDay(6)),
      'has its summary': () => newEntry('summary_filed', usDay(2)),
      'is not released': () => newEntry('accepted', null),
    },
  ],
  exception_opened: [
    { 'is open': () => newCase('open'), 'is worked on': () => newCase('processing') },
    {
      'is resolved': () => newCase('resolved'),
      'stands on an archived bill': () => newCase('open', billAt('delivery', { archived: 1 })),
    },
  ],
  claim_notice_due: [
    {
      'is due in three days': () => newClaim(day(3)),
      'is overdue': () => newClaim(day(-2)),
      'has a letter that has not gone out': () => newClaim(day(1), { noticeMailId: newMail(null) }),
    },
    {
      'is due later': () => newClaim(day(4)),
      'has no limit': () => newClaim(null),
      'has its notice': () => newClaim(day(1), { noticeGivenAt: ago(1) }),
      'has its letter sent': () => newClaim(day(1), { noticeMailId: newMail(ago(1)) }),
      'is resolved': () => newClaim(day(1), { state: 'resolved' }),
    },
  ],
};

const ALL = { thresholdHours: null, customerIds: [], airportIds: [], warehouseIds: [] };
const found = async (event: AlertEvent, changes: object = {}) =>
  (await findMatches(store.read, { event, ...ALL, ...changes }, NOW)).map(({ objectId }) => objectId);

describe.each(alertEventNames)('the alert event %s', (event) => {
  const [meets, misses] = CASES[event];
  test.each(Object.entries(meets))('finds a record that %s', async (_, make) => {
    const id = make();
    const matches = await findMatches(store.read, { event, ...ALL }, NOW);
    expect(matches.filter(({ objectId }) => objectId === id)).toHaveLength(1);
    expect(matches.find(({ objectId }) => objectId === id)?.since).toMatch(/^\d{4}-\d\d-\d\dT[\d:]{8}Z$/);
  });
  test.each(Object.entries(misses))('ignores a record that %s', async (_, make) => {
    expect(await found(event)).not.toContain(make());
  });
});

describe('an alert rule', () => {
  test('counts the hours in its settings', async () => {
    const id = billAt('arrived', { ata: ago(3) });
    expect(await found('noa_missing', { thresholdHours: 4 })).not.toContain(id);
    expect(await found('noa_missing', { thresholdHours: 3 })).toContain(id);
    const ends = newIoss(day(3));
    expect(await found('ioss_expiring', { thresholdHours: 48 })).not.toContain(ends);
    expect(await found('ioss_expiring', { thresholdHours: 72 })).toContain(ends);
  });

  test('applies only to its customers, airports and warehouses', async () => {
    const [a, b] = [
      billAt('arrived', { ata: ago(30), customerId: 1 }),
      billAt('arrived', { ata: ago(30), customerId: 2 }),
    ];
    set('bill', a, { landingAirportId: 26, warehouseId: 1 });
    set('bill', b, { landingAirportId: 25, warehouseId: null });
    const both = async (changes: object) => {
      const ids = await found('noa_missing', changes);
      return [ids.includes(a), ids.includes(b)];
    };
    expect(await both({})).toEqual([true, true]);
    expect(await both({ customerIds: [2] })).toEqual([false, true]);
    expect(await both({ airportIds: [26] })).toEqual([true, false]);
    expect(await both({ warehouseIds: [1] })).toEqual([true, false]);
    expect(await both({ customerIds: [1, 2], airportIds: [25] })).toEqual([false, true]);
    // A file without a bill has no customer.
    const file = newFile('failed', 1);
    expect(await found('file_failed', { customerIds: [1] })).not.toContain(file);
    // A number without a customer belongs to all.
    const [mine, all] = [newIoss(day(1)), newIoss(day(1))];
    set('ioss', mine, { customerIds: '[7]' });
    set('ioss', all, { customerIds: '[]' });
    const numbers = await found('ioss_expiring', { customerIds: [8] });
    expect([numbers.includes(mine), numbers.includes(all)]).toEqual([false, true]);
    // Rate cards for a customer, its group and all customers; a contract is with its company.
    const { groupId, companyId } = api.row('select groupId, companyId from customer where id = 1') as {
      groupId: number;
      companyId: number;
    };
    const own = newQuote(day(9), { customerId: 1, groupId: null });
    const group = newQuote(day(9), { customerId: null, groupId });
    const everybody = newQuote(day(9), { customerId: null, groupId: null });
    const bought = newQuote(day(9), { customerId: null, groupId: null, direction: 'buy', companyId });
    const quotes = async (customer: number) => {
      const ids = await found('quote_expiring', { customerIds: [customer] });
      return [own, group, everybody, bought].map((id) => ids.includes(id));
    };
    const stranger = api.count('select id from customer where groupId <> ? limit 1', groupId);
    expect(await quotes(1)).toEqual([true, true, true, false]);
    expect(await quotes(stranger)).toEqual([false, false, true, false]);
    const contract = newContract(day(9), { companyId });
    const contracts = async (customer: number) =>
      (await found('contract_expiring', { customerIds: [customer] })).includes(contract);
    const other = api.count('select id from customer where companyId is not ? limit 1', companyId);
    expect([await contracts(1), await contracts(other)]).toEqual([true, false]);
  });

  test.each([
    [
      'a placeholder that nothing stands for',
      { bodyCn: '{billNo} {bilNo}' },
      'bodyCn',
      'PLACEHOLDER_UNKNOWN',
    ],
    ['nobody to write to', { toEmails: [] }, 'toEmails', 'ALERT_NO_RECIPIENT'],
    ['no time for once a day', { frequency: 'daily' }, 'sendTime', 'REQUIRED'],
    ['a time that is none', { frequency: 'daily', sendTime: '24:00' }, 'sendTime', 'TIME_OF_DAY_FORMAT'],
    ['a place of IOSS numbers', { event: 'ioss_expiring', airportIds: [26] }, 'airportIds', 'ALERT_NO_PLACE'],
    [
      'a place of contracts',
      { event: 'contract_expiring', warehouseIds: [1] },
      'warehouseIds',
      'ALERT_NO_PLACE',
    ],
    ['an event that has no data yet', { event: 'cost_diff' }, 'event', 'FORMAT'],
    ['a permission group that is not there', { toGroupIds: [9999] }, 'toGroupIds', 'REFERENCE_UNKNOWN'],
  ])('is refused at its field with %s', async (_, changes, field, code) => {
    const refused = await api.refused('monitorConfig.create', {
      body: { ...drafts.monitorConfig(), ...changes },
    });
    expect(refused.code).toBe(code);
    expect(refused.fields).toHaveProperty(field);
    if (code === 'PLACEHOLDER_UNKNOWN') {
      expect(refused.msg).toContain('{bilNo}');
      expect(refused.msg).toContain('{billNo} {batchNo}');
    }
  });

  test('keeps a permission group that receives its mail from being deleted', async () => {
    const groupId = api.insert('adminGroup', { name: newCode('G'), nameCn: 'G', version: 1 });
    const { id } = await alertRule(api, { toGroupIds: [groupId] });
    expect(await api.refused('adminGroup.remove', { params: { id: groupId } })).toMatchObject({
      code: 'IN_USE',
    });
    await api.call.monitorConfig.remove({ params: { id } });
    await api.call.adminGroup.remove({ params: { id: groupId } });
  });
});

describe('the preview of a rule', () => {
  const customerOf = () =>
    copyRow(api, 'customer', 1, { code: newCode('C'), nameEn: 'Kite', nameCn: '风筝' });
  const draft = {
    event: 'noa_missing' as const,
    subject: '{event}: {billNo}',
    bodyEn: '{customer} {hours} h {rule}',
    bodyCn: '{customer}：{event}',
    name: 'Notices',
    toEmails: ['a@example.com', 'A@example.com'],
    ccEmails: ['a@example.com', 'boss@example.com'],
  };

  test('shows matches, recipients and the mail text, and sends nothing', async () => {
    const customerId = customerOf();
    const id = billAt('arrived', { ata: ago(20), customerId });
    const before = [api.count('select count(*) from mail'), api.count('select count(*) from monitorRecord')];
    const answer = await api.call.monitorConfig.try({ body: { ...draft, customerIds: [customerId] } });
    const { billNo } = api.row('select billNo from bill where id = ?', id);
    expect(answer).toMatchObject({
      ...{ found: 1, told: 0, toEmails: ['a@example.com'], ccEmails: ['boss@example.com'] },
      sample: {
        ...{ found: true, objectType: 'bill', subject: `NOA missing: ${billNo}` },
        ...{ bodyEn: 'Kite 20 h Notices', bodyCn: '风筝：缺少到货通知' },
      },
    });
    expect([api.count('select count(*) from mail'), api.count('select count(*) from monitorRecord')]).toEqual(
      before,
    );
  });

  test('uses the newest record when there is no match', async () => {
    const answer = await api.call.monitorConfig.try({ body: { ...draft, customerIds: [customerOf()] } });
    expect(answer).toMatchObject({ found: 0, sample: { found: false } });
    expect(answer.sample?.subject).toMatch(/^NOA missing: \S+/);
  });

  test.each(alertEventNames)('has a record to fill from for %s', async (event) => {
    const { sample } = await api.call.monitorConfig.try({ body: { event, subject: '{no} {time} {ata}' } });
    expect(sample?.subject).toContain(sample?.objectNo);
    expect(sample?.subject).not.toMatch(/[{}]|Invalid|NaN/);
  });
});

describe('the check of the rules', () => {
  let customerId: number;
  const reports: string[] = [];
  const look = (hoursLater = 0) =>
    checkRules(store, { now: NOW + hoursLater * HOUR, zone: 'Europe/Amsterdam' }, (message, error) =>
      reports.push(`${message} ${error}`),
    );
  const rule = (changes: object = {}) => alertRule(api, { customerIds: [customerId], ...changes });
  const recordsOf = (configId: number) =>
    api.rows('select * from monitorRecord where configId = ? order by id', configId);
  const mailsOf = (configId: number) =>
    api.rows(
      'select * from mail where id in (select mailId from monitorRecord where configId = ?) order by id',
      configId,
    );
  const late = (columns: Record<string, string | number | null> = {}) =>
    billAt('arrived', { ata: ago(20), customerId, ...columns });

  beforeEach(() => {
    api.db.exec('update monitorConfig set active = 0');
    customerId = copyRow(api, 'customer', 1, { code: newCode('C') });
  });
  afterEach(() => expect(reports.splice(0)).toEqual([]));

  test('reports each match once, however often it runs', async () => {
    const id = late();
    const { id: ruleId } = await rule({ ccEmails: ['boss@example.com'] });
    await look();
    await look(0.1);
    await look(5);
    const { billNo, batchNo } = api.row('select billNo, batchNo from bill where id = ?', id);
    expect(recordsOf(ruleId)).toMatchObject([
      {
        objectType: 'bill',
        objectId: id,
        objectNo: `${billNo} ${batchNo}`,
        triggeredAt: instantOf(NOW),
        endedAt: null,
      },
    ]);
    expect(mailsOf(ruleId)).toMatchObject([
      {
        ...{ subject: `No notice of ${billNo}`, toEmails: '["ops@example.com"]', state: 'pending' },
        ...{ ccEmails: '["boss@example.com"]', objectType: 'bill', objectNo: `${billNo} ${batchNo}` },
        text: `${billNo} landed 20 h ago.\n\n— — —\n\n${billNo} 已到港 20 小时。`,
      },
    ]);
  });

  test('reports to each warehouse the exceptions of its own bills only', async () => {
    const [here = 0, there = 0] = api
      .rows('select id from warehouse order by id limit 2')
      .map(({ id }) => Number(id));
    const emails = (id: number, ...list: string[]) =>
      set('warehouse', id, { notifyEmails: JSON.stringify(list) });
    emails(here, 'here@example.com', 'ops@example.com');
    emails(there, 'there@example.com');
    const bills = [here, here, there].map((warehouseId) => late({ warehouseId }));
    for (const billId of bills) newCase('open', billId);
    const { id: ruleId } = await rule({
      event: 'exception_opened',
      frequency: 'hourly',
      subject: 'Open: {no}',
    });
    const before = api.count('select max(id) from mail');
    await look();
    await look(1);
    expect(recordsOf(ruleId)).toHaveLength(3);
    const sent = api.rows('select toEmails, ccEmails, text from mail where id > ? order by id', before);
    expect(sent.map(({ toEmails }) => toEmails)).toEqual([
      '["ops@example.com"]',
      '["here@example.com"]',
      '["there@example.com"]',
    ]);
    const noOf = (id = 0) => String(api.row('select billNo from bill where id = ?', id).billNo);
    const mentions = sent.map(({ text }) => bills.map((id) => String(text).includes(noOf(id))));
    expect(mentions).toEqual([
      [true, true, true],
      [true, true, false],
      [false, false, true],
    ]);
    // A rule about anything else belongs to the office alone.
    const { id: other } = await rule();
    await look(2);
    expect(mailsOf(other).map(({ toEmails }) => toEmails)).toEqual(bills.map(() => '["ops@example.com"]'));
    expect(api.count('select count(*) from mail where id > ?', before)).toBe(sent.length + bills.length);
  });

  test('reports again only when a match has ended and started again', async () => {
    const id = late();
    const { id: ruleId } = await rule();
    await look();
    set('bill', id, { noaAt: ago(1) });
    await look(1);
    expect(recordsOf(ruleId)).toMatchObject([{ endedAt: instantOf(NOW + HOUR) }]);
    set('bill', id, { noaAt: null });
    await look(2);
    expect(recordsOf(ruleId)).toHaveLength(2);
    expect(mailsOf(ruleId)).toHaveLength(2);
  });

  test('separates two failures of a file, even when it did not run between them', async () => {
    const { id: ruleId } = await rule({ event: 'file_failed', customerIds: [] });
    const id = newFile('failed', 3);
    await look();
    const own = () => recordsOf(ruleId).filter(({ objectId }) => objectId === id);
    expect(own()).toHaveLength(1);
    set('fileJob', id, { finishedAt: ago(-1) });
    await look(1);
    expect(own()).toMatchObject([{ endedAt: instantOf(NOW + HOUR) }, { endedAt: null }]);
  });

  test('skips inactive rules', async () => {
    late();
    const { id } = await rule();
    await api.call.monitorConfig.active({ body: { ids: [id], active: false } });
    await look();
    expect(recordsOf(id)).toEqual([]);
  });

  test('starts again when the condition of a rule changes', async () => {
    late({ noaAt: null, ata: ago(60) });
    const { id, version } = await rule();
    await look();
    await api.call.monitorConfig.update({ params: { id }, body: { version, event: 'clearance_overdue' } });
    await look(1);
    expect(recordsOf(id)).toMatchObject([
      { event: 'noa_missing', endedAt: instantOf(NOW + HOUR) },
      { event: 'clearance_overdue', endedAt: null },
    ]);
  });

  test('collects the matches of one hour, and drops those that ended before', async () => {
    const [first, over] = [late(), late()];
    const { id: ruleId, name } = await rule({ frequency: 'hourly' });
    const start = Math.ceil(NOW / HOUR) * HOUR + 60_000;
    const at = (minutes: number) => look((start - NOW) / HOUR + minutes / 60);
    await at(0);
    expect(mailsOf(ruleId)).toEqual([]);
    set('bill', over, { noaAt: ago(0) });
    const second = late();
    await at(30);
    expect(mailsOf(ruleId)).toEqual([]);
    await at(60);
    expect(recordsOf(ruleId).map(({ objectId }) => objectId)).toEqual([first, second]);
    const [mail, ...others] = mailsOf(ruleId);
    expect(others).toEqual([]);
    expect(mail).toMatchObject({ subject: `${name}: 2 alerts`, objectType: 'monitorConfig', objectNo: name });
    for (const id of [first, second])
      expect(mail?.text).toContain(`${api.row('select billNo from bill where id = ?', id).billNo} landed`);
  });

  test('puts more than ten matches at once into one mail', async () => {
    for (let n = 0; n < 11; n += 1) late();
    const { id: ruleId } = await rule();
    await look();
    expect(recordsOf(ruleId)).toHaveLength(11);
    expect(mailsOf(ruleId)).toHaveLength(1);
  });

  test('mails active members of its groups, and waits while there are none', async () => {
    const groupId = api.insert('adminGroup', { name: newCode('G'), nameCn: 'G', version: 1 });
    late();
    const { id: ruleId } = await rule({ toEmails: [], toGroupIds: [groupId] });
    await look();
    expect(recordsOf(ruleId)).toMatchObject([{ mailId: null }]);
    const member = (columns: object) =>
      copyRow(api, 'staff', api.admin.staffId, {
        ...{ username: newCode('u'), email: `${newCode('m')}@example.com`, groupId, superAdmin: 0 },
        ...columns,
      });
    const own = member({});
    member({ loginAllowed: 0 });
    member({ deletedAt: ago(1) });
    await look(0.1);
    const { email } = api.row('select email from staff where id = ?', own);
    expect(mailsOf(ruleId)).toMatchObject([{ toEmails: JSON.stringify([email]) }]);
  });

  test('sends through the mail server, with the result in a record that can be resent', async () => {
    const server = await new MailServer().start();
    api.db.exec("delete from mail where state = 'pending'");
    try {
      const to = { host: '127.0.0.1', port: server.port, security: 'none' as const, username: null };
      await api.call.mail.saveSettings({
        body: await settingsDraft(api, { ...to, fromAddress: 'desk@example.com' }),
      });
      late();
      const { id: ruleId } = await rule();
      await look();
      const [row] = recordsOf(ruleId);
      const record = () => api.call.monitorRecord.get({ params: { id: Number(row?.id) } });
      await vi.waitFor(
        async () => expect(await record()).toMatchObject({ status: 'sent', attempts: 1 }),
        15_000,
      );
      expect(server.received).toHaveLength(1);
      expect(server.received[0]).toContain('To: ops@example.com');
      const sent = await record();
      expect(sent.answer).toContain('taken');
      server.behaves = 'refuses';
      const again = await api.call.monitorRecord.resend({ body: { ids: [sent.id] } });
      expect(again).toEqual({ ok: 1, failed: [] });
      await vi.waitFor(
        async () =>
          expect(await record()).toMatchObject({ status: 'pending', attempts: 1, error: 'refused' }),
        15_000,
      );
    } finally {
      await api.call.mail.saveSettings({ body: await settingsDraft(api, { host: null, fromAddress: null }) });
      await server.stop();
    }
  });
});

test('refuses to resend an alert whose mail waits, and sends a mail of several alerts once', async () => {
  const alone = await alertRecord(api, null);
  const one = await alertRecord(api);
  const { mailId } = api.row('select mailId from monitorRecord where id = ?', one);
  const two = await alertRecord(api, Number(mailId));
  const lines = () =>
    api.count("select count(*) from operateLog where action = 'send' and objectType = 'mail'");
  const before = lines();
  const answer = await api.call.monitorRecord.resend({ body: { ids: [alone, one, two, 999_999] } });
  expect(answer).toMatchObject({
    ok: 2,
    failed: [
      { key: alone, code: 'ALERT_WAITS' },
      { key: 999_999, code: 'NOT_FOUND' },
    ],
  });
  expect(lines()).toBe(before + 1);
});

describe('the daily report of a rule', () => {
  const zone = 'Europe/Amsterdam';
  const daily = { frequency: 'daily' as const, sendTime: '08:00' };
  const due = (triggeredAt: string, now: string, sendTime = '08:00') =>
    isDue({ ...daily, sendTime }, [{ triggeredAt }], { now: Date.parse(now), zone });

  test('is sent at its time on the clock of the office', () => {
    expect(due('2026-11-03T06:30:00Z', '2026-11-03T06:59:00Z')).toBe(false);
    expect(due('2026-11-03T06:30:00Z', '2026-11-03T07:00:00Z')).toBe(true);
    expect(due('2026-11-03T07:01:00Z', '2026-11-04T06:59:00Z')).toBe(false);
    expect(due('2026-11-03T07:01:00Z', '2026-11-04T07:00:00Z')).toBe(true);
    // In summer the same local time is an hour earlier.
    expect(due('2026-07-03T05:30:00Z', '2026-07-03T06:00:00Z')).toBe(true);
  });

  test('is also sent on the day on which the clocks skip that hour', () => {
    expect(due('2026-03-29T00:30:00Z', '2026-03-29T01:31:00Z', '02:30')).toBe(true);
    expect(due('2026-03-29T00:30:00Z', '2026-03-29T00:59:00Z', '02:30')).toBe(false);
  });
});
