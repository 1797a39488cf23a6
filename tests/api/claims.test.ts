import type { AbnormalCase } from '@contract/customs/abnormalCase';
import { dayAt } from '@contract/rules/zonedTime';
import { expect, test } from 'vitest';
import { addTrip, finishLeg, landedBill, scanAll } from '../support/apiCargo';
import { hoursAgo } from '../support/apiNodes';
import { actOn, noteOf } from '../support/apiTrucks';
import { pdfLines } from '../support/pdfText';
import { testApi } from '../support/server';
import { claimed, newCase } from './cases/parcel';

const api = testApi();

const mail = { toEmails: ['claims@example.com'], subject: 'Notice of claim', text: 'See the letter.' };
const get = (id: number) => api.call.abnormalCase.get({ params: { id } });
const update = ({ id, version }: AbnormalCase, body: object) =>
  api.call.abnormalCase.update({ params: { id }, body: { version, ...body } });

test('a case has no time limits until its convention, its finding and its day are stated', async () => {
  const made = await newCase(api);
  expect(made).toMatchObject({
    claimConvention: null,
    noticeDueOn: null,
    suitDueOn: null,
    noticeOpen: false,
  });
  const half = await update(made, { claimConvention: 'cmr', claimFinding: 'damage_hidden' });
  expect(half).toMatchObject({ noticeDueOn: null, noticeOpen: false });
  const whole = await update(half, { claimStartOn: '2026-11-14' });
  expect(whole).toMatchObject({ noticeDueOn: '2026-11-23', suitDueOn: '2027-11-14', noticeOpen: true });
  // A change of another field keeps the last day; another finding changes it.
  expect(await update(whole, { description: 'Wet' })).toMatchObject({ noticeDueOn: '2026-11-23' });
  const { version } = await get(made.id);
  expect(await update({ ...whole, version }, { claimFinding: 'loss' })).toMatchObject({
    noticeDueOn: null,
    noticeOpen: false,
  });
});

test('an amount needs its currency, and keeps its value when only the currency changes', async () => {
  const made = await newCase(api);
  const refused = await api.refused('abnormalCase.update', {
    params: { id: made.id },
    body: { version: made.version, claimAmount: '1250.50' },
  });
  expect(Object.keys(refused.fields)).toEqual(['currency']);
  const euros = await update(made, { claimAmount: '1250.50', settledAmount: '300.00', currency: 'EUR' });
  expect(euros).toMatchObject({ claimAmount: '1250.50', settledAmount: '300.00', currency: 'EUR' });
  // Yen have no minor unit: the stored number differs, the amount does not.
  const whole = await update(euros, { claimAmount: '1250', settledAmount: null });
  expect(await update(whole, { currency: 'JPY' })).toMatchObject({ claimAmount: '1250', currency: 'JPY' });
});

test('the list is filtered by the last day of the notice and by outstanding notices, and sorted by that day', async () => {
  const due = async (start: string) => {
    const { id, version } = await newCase(api);
    const clock = { claimConvention: 'montreal' as const, claimFinding: 'delay' as const };
    await api.call.abnormalCase.update({ params: { id }, body: { version, ...clock, claimStartOn: start } });
    return id;
  };
  const [later, sooner, given] = [await due('2031-05-20'), await due('2031-05-02'), await due('2031-05-10')];
  const { version } = await get(given);
  await api.call.abnormalCase.noteNotice({
    params: { id: given },
    body: { version, noticeSentAt: hoursAgo(1) },
  });
  const ids = async (query: object) =>
    (await api.call.abnormalCase.list({ query: { noticeDueOnFrom: '2031-01-01', ...query } })).list.map(
      ({ id }) => id,
    );
  expect(await ids({ noticeOpen: true, sort: 'noticeDueOn' })).toEqual([sooner, later]);
  expect(await ids({ noticeOpen: true, sort: '-noticeDueOn' })).toEqual([later, sooner]);
  expect(await ids({ noticeDueOnTo: '2031-06-01' })).toEqual(expect.arrayContaining([sooner, given]));
  expect(await ids({ noticeDueOnTo: '2031-05-30', noticeOpen: true })).toEqual([sooner]);
});

test('the time limit for goods missing on delivery runs from the POD of their truck, if it crossed a border', async () => {
  const { cmr, trips } = await noteOf(api);
  const boxNo = String(trips[0]?.boxes[0]?.boxNo);
  await actOn(api, cmr, 'load', { at: hoursAgo(30) });
  api.db.exec(`update pick set outboundStartAt = '${hoursAgo(31)}'`);
  await actOn(api, cmr, 'depart', { at: hoursAgo(29) });
  const version = () => api.count('select version from cmr where id = ?', cmr.id);
  const sign = () =>
    api.call.cmr.deliver({
      params: { id: cmr.id },
      body: { version: version(), podAt: hoursAgo(2), podBoxCount: 3, missing: { boxNos: [boxNo] } },
    });
  const found = () =>
    api.row(
      'select claimConvention, claimFinding, claimStartOn, noticeDueOn, suitDueOn from caseOfBill where boxNo = ?',
      boxNo,
    );
  // The day at the hub, where the goods were delivered.
  api.db.exec(`update destination set timeZone = 'Pacific/Kiritimati' where id = ${cmr.toDestinationId}`);
  const zone = 'Pacific/Kiritimati';
  const day = dayAt(hoursAgo(2), zone);
  const country = (table: string, id: number) => api.count(`select countryId from ${table} where id = ?`, id);
  const home = country('warehouse', cmr.fromWarehouseId);
  const abroad = api.count('select min(id) from country where id != ?', home);
  api.db.exec(`update destination set countryId = ${abroad} where id = ${cmr.toDestinationId}`);
  await sign();
  const year = `${Number(day.slice(0, 4)) + 1}`;
  expect(found()).toEqual({
    ...{ claimConvention: 'cmr', claimFinding: 'shortage', claimStartOn: day, noticeDueOn: day },
    suitDueOn: `${year}${day.slice(4)}`,
  });
  await api.call.cmr.reopen({ params: { id: cmr.id }, query: { version: version(), reason: 'Again' } });
  api.db.exec(`update destination set countryId = ${home} where id = ${cmr.toDestinationId}`);
  await sign();
  expect(found()).toMatchObject({ claimConvention: null, noticeDueOn: null });
});

test('the time limit for goods missing at inbound runs from the end of the pickup of an air bill, not of a sea bill', async () => {
  const short = async (mode: 'air' | 'sea') => {
    const { id, boxes } = await landedBill(api);
    const { id: pickId } = await addTrip(api, id, 4);
    await finishLeg(api, pickId, 'pickup');
    await scanAll(api, id, 'inbound', boxes.slice(0, 3));
    api.db.exec(`update bill set mode = '${mode}' where id = ${id}`);
    await finishLeg(api, pickId, 'inbound', { differenceReason: 'shortage' });
    api.db.exec(`update bill set mode = 'air' where id = ${id}`);
    const [found] = (await api.call.abnormalCase.list({ query: { billId: [id], type: ['shortage'] } })).list;
    return { found, pick: api.row('select * from pick where id = ?', pickId), billId: id };
  };
  const { found, pick, billId } = await short('air');
  const { timeZone } = api.row(
    'select timeZone from airport join bill on landingAirportId = airport.id where bill.id = ?',
    billId,
  );
  expect(found).toMatchObject({
    ...{ claimConvention: 'montreal', claimFinding: 'shortage' },
    claimStartOn: dayAt(String(pick.pickupFinishAt), String(timeZone)),
    noticeOpen: true,
  });
  expect((await short('sea')).found).toMatchObject({ claimConvention: null, noticeDueOn: null });
});

test('the letter is sent by email, is filed with the bill, and meets the time limit once it was sent', async () => {
  const made = await claimed(api);
  const sent = await api.call.abnormalCase.sendNotice({ params: { id: made.id }, body: mail });
  expect(sent).toMatchObject({ noticeMailState: 'pending', noticeSentAt: null, noticeOpen: true });
  const files = api.rows('select fileName, category, fileId from attachment where billId = ?', made.billId);
  expect(files).toMatchObject([{ fileName: `${made.caseNo}-notice.pdf`, category: 'other' }]);
  const {
    id: mailId,
    fileIds,
    ...queued
  } = api.row(
    'select id, toEmails, subject, text, fileIds, objectNo from mail where objectNo = ?',
    made.caseNo,
  );
  expect(queued).toMatchObject({
    toEmails: '["claims@example.com"]',
    subject: mail.subject,
    text: mail.text,
  });
  // The email keeps its file when the one of the bill is deleted.
  expect(JSON.parse(String(fileIds))).not.toContain(files[0]?.fileId);
  const again = () => api.refused('abnormalCase.sendNotice', { params: { id: made.id }, body: mail });
  expect(await again()).toMatchObject({ code: 'CLAIM_NOTICED' });
  api.db.exec(`update mail set state = 'sent', sentAt = '2026-11-15T09:00:00Z' where id = ${Number(mailId)}`);
  expect(await get(made.id)).toMatchObject({ noticeSentAt: '2026-11-15T09:00:00Z', noticeOpen: false });
  expect(await again()).toMatchObject({ code: 'CLAIM_NOTICED' });
});

test('a letter that could not be sent is sent again, or noted as given in another way', async () => {
  const made = await claimed(api);
  await api.call.abnormalCase.sendNotice({ params: { id: made.id }, body: mail });
  api.db.exec(`update mail set state = 'failed' where objectNo = '${made.caseNo}'`);
  await api.call.abnormalCase.sendNotice({ params: { id: made.id }, body: mail });
  expect(api.count('select count(*) from mail where objectNo = ?', made.caseNo)).toBe(2);
  api.db.exec(`update mail set state = 'failed' where objectNo = '${made.caseNo}'`);
  const note = async (noticeSentAt: string | null) =>
    api.call.abnormalCase.noteNotice({
      params: { id: made.id },
      body: { version: (await get(made.id)).version, noticeSentAt },
    });
  const at = hoursAgo(3);
  expect(await note(at)).toMatchObject({ noticeSentAt: at, noticeMailState: null, noticeOpen: false });
  expect(await note(null)).toMatchObject({ noticeSentAt: null, noticeOpen: true });
  const future = await api.refused('abnormalCase.noteNotice', {
    params: { id: made.id },
    body: { version: (await get(made.id)).version, noticeSentAt: hoursAgo(-5) },
  });
  expect(Object.keys(future.fields)).toEqual(['noticeSentAt']);
});

test('the letter fits on one page with the longest reservation', async () => {
  const made = await claimed(api);
  await update(made, { reservation: 'The pallet was torn open. '.repeat(76), liableAddress: 'Dock 1\nGent' });
  const { bytes } = await api.call.abnormalCase.letter({ params: { id: made.id } });
  const lines = pdfLines(bytes);
  expect(lines.filter((line) => line.includes('torn open')).length).toBeGreaterThan(10);
  expect(lines.at(-2)).toBe('Yours faithfully,');
});
