import { type FileJobAction, fileJobMachine, jobProblem } from '@contract/files/fileJob';
import { type FileJob, fileJobStates } from '@contract/files/fileJobRow';
import { fileTemplates } from '@contract/files/templates';
import type { ApiName } from '@contract/index';
import { expect, test } from 'vitest';
import { xlsxOf, xlsxParts } from '../main/tabular/officeFiles';
import {
  type Cells,
  converted,
  declarationCsv,
  finishedJob,
  lineCells,
  tableCsv,
  taken,
} from '../support/apiFileJob';
import { amsterdamTime, hoursAgo } from '../support/apiNodes';
import { billIn, copyRow, makeBill } from '../support/apiRecords';
import { actOn, noteOf } from '../support/apiTrucks';
import { everyPermission, testApi } from '../support/server';

const api = testApi();

type Status = FileJob['status'];
/** `start` has no call: only the worker uses it. */
const CALLS = {
  cancel: 'fileJob.cancel',
  restart: 'fileJob.restart',
  accept: 'fileJob.accept',
  delete: 'fileJob.remove',
  undo: 'fileJob.undo',
} as const satisfies Partial<Record<FileJobAction, ApiName>>;
type Action = keyof typeof CALLS;
const actions = Object.keys(CALLS) as Action[];
const statuses = Object.keys(fileJobStates) as Status[];

/** Columns of a job that only its status prevents from an action: a failed one imported nothing. */
const STANDING: Readonly<Record<Status, string>> = {
  unprocessed: 'appliedAt = null, doneRow = 0, startedAt = null, finishedAt = null',
  processing: `appliedAt = null, doneRow = 0, finishedAt = null, startedAt = '${hoursAgo(0.1)}'`,
  success: 'finishedAt = updatedAt',
  failed: 'appliedAt = null',
  exception: 'finishedAt = updatedAt',
};
/** Expected result, written independently of the machine: the next state, or the code of the refusal. */
const NO = 'STATE_NOT_ALLOWED';
const RULES: Readonly<Record<Action, Readonly<Record<Status, string>>>> = {
  cancel: { unprocessed: 'failed', processing: 'failed', success: NO, failed: NO, exception: NO },
  restart: { unprocessed: NO, processing: NO, success: 'again', failed: 'again', exception: 'again' },
  accept: { unprocessed: NO, processing: NO, success: NO, failed: NO, exception: 'success' },
  delete: {
    unprocessed: 'gone',
    processing: NO,
    success: 'FILE_APPLIED',
    failed: 'gone',
    exception: 'FILE_APPLIED',
  },
  undo: { unprocessed: NO, processing: NO, success: 'same', failed: NO, exception: 'same' },
};

const weigh = async (rows?: readonly Cells[]) => {
  const { id: billId } = await makeBill(api);
  await converted(api, 'declaration', billId, declarationCsv([lineCells()]));
  const job = await converted(
    api,
    'box_weight',
    billId,
    tableCsv(fileTemplates.box_weight, rows ?? [{ boxNo: 'BOX-1', weight: '12.5' }]),
  );
  return { billId, job };
};
const stored = (id: number) => api.row('select * from fileJob where id = ?', id);
const input = (action: Action, id: number) => ({
  params: { id },
  ...(action === 'restart' ? { body: { replace: true } } : {}),
});

test('has a call for every action of the machine', () => {
  expect(actions.toSorted()).toEqual(
    Object.keys(fileJobMachine.actions)
      .filter((action) => action !== 'start')
      .toSorted(),
  );
});

test.each(statuses.flatMap((status) => actions.map((action) => ({ status, action }))))(
  'a job in status $status allows or refuses $action',
  async ({ status, action }) => {
    const { billId, job } = await weigh();
    const { id } = job;
    // The worker, looking for its next job, would find this one.
    await api.idle();
    api.db.exec(`update fileJob set status = '${status}', ${STANDING[status]} where id = ${id}`);
    const weight = () => api.row('select measuredWeight from box where billId = ?', billId).measuredWeight;
    const before = stored(id);
    const lines = () =>
      api.count("select count(*) from operateLog where objectType = 'fileJob' and result = 'ok'");
    const logged = lines();
    const expected = RULES[action][status];
    const answer = await api.send(CALLS[action], input(action, id));
    if (expected.toUpperCase() === expected) {
      expect('refused' in answer && answer.refused.code).toBe(expected);
      expect('refused' in answer && answer.refused.msg).toMatch(/^[A-Z][^{}]{8,}$/);
      expect(stored(id)).toEqual(before);
      expect(weight()).toBe(12_500);
      return;
    }
    expect(answer).not.toHaveProperty('refused');
    expect(lines()).toBeGreaterThan(logged);
    if (expected === 'gone') {
      await expect(api.call.fileJob.get({ params: { id } })).rejects.toThrow('NOT_FOUND');
      // The imported data stays.
      expect(weight()).toBe(12_500);
    } else if (expected === 'again') {
      expect(await finishedJob(api, id)).toMatchObject({ status: 'success', okRows: 1, restartCount: 1 });
    } else if (expected === 'same') {
      expect(stored(id)).toMatchObject({ status, undoneAt: expect.any(String) });
      expect(weight()).toBeNull();
    } else expect(stored(id)).toMatchObject({ status: expected });
  },
);

test('names the obstacle when an action is refused for another reason than the status', async () => {
  const { job } = await weigh();
  const refused = async (action: Action, body?: object) =>
    (await api.refused(CALLS[action], { params: { id: job.id }, ...(body ? { body } : {}) })).code;
  expect(await refused('restart', { replace: false })).toBe('FILE_REPLACE');
  await api.call.fileJob.undo({ params: { id: job.id } });
  expect(await refused('undo')).toBe('IMPORT_UNDONE');
  await api.call.fileJob.remove({ params: { id: job.id } });
  expect(await refused('undo')).toBe('NOT_FOUND');
});

test('restarts a job that shows no end for half an hour', async () => {
  const { job } = await weigh();
  const stuck = (since: number) =>
    api.db.exec(
      `update fileJob set status = 'processing', appliedAt = null, startedAt = '${hoursAgo(since)}' where id = ${job.id}`,
    );
  stuck(0.45);
  expect((await api.refused('fileJob.restart', { params: { id: job.id }, body: {} })).code).toBe(NO);
  stuck(0.55);
  await api.call.fileJob.restart({ params: { id: job.id }, body: {} });
  expect(await finishedJob(api, job.id)).toMatchObject({ status: 'success', restartCount: 1 });
});

test('reports rows imported before a job was cancelled, and can undo them', async () => {
  const { billId, job } = await weigh();
  const { id } = job;
  api.db.exec(
    `update fileJob set status = 'processing', appliedAt = null, finishedAt = null where id = ${id}`,
  );
  const cancelled = await api.call.fileJob.cancel({ params: { id } });
  expect(cancelled).toMatchObject({ status: 'exception', okRows: 1, appliedAt: expect.any(String) });
  expect(jobProblem(cancelled)?.code).toBe('CANCELLED');
  expect(await api.call.fileJob.undo({ params: { id } })).toMatchObject({ undone: 1, kept: [] });
  expect(api.row('select measuredWeight from box where billId = ?', billId)).toEqual({
    measuredWeight: null,
  });
});

test('returns rejected rows as a workbook, or as a csv when there are too many', async () => {
  const { id } = await makeBill(api);
  const weights = (rows: readonly Cells[]) =>
    converted(api, 'box_parcel', id, tableCsv(fileTemplates.box_parcel, rows));
  const wrong = (at: number): Cells => ({
    boxNo: 'BOX-1',
    trackingNo: `TUL${8_800_000_000 + at}NL`,
    weight: 'x',
  });
  expect(await weights([wrong(0)])).toMatchObject({
    hasErrorFile: true,
    errorFileName: 'box_parcel-errors.xlsx',
  });
  const many = await weights(Array.from({ length: 50_001 }, (_, at) => wrong(at)));
  expect(many).toMatchObject({ errorRows: 50_001, errorFileName: 'box_parcel-errors.csv' });
  const file = await api.call.fileJob.errorFile({ params: { id: many.id } });
  expect(file.name).toBe('box_parcel-errors.csv');
  const text = new TextDecoder().decode(file.bytes);
  expect(text).toMatch(/^\ufeff?"?Box/);
  expect(text.trimEnd().split('\n')).toHaveLength(50_002);
});

test('refuses a declaration as a workbook with the reason, and returns rejected rows as csv', async () => {
  const { id } = await makeBill(api);
  const params = { id };
  const query = { kind: 'declaration' as const };
  const file = { name: 'declaration.xlsx', bytes: xlsxOf(xlsxParts('')) };
  for (const [language, message] of [
    ['en', 'Only csv files are accepted here'],
    ['cn', '此处仅支持csv文件'],
  ] as const)
    expect(await api.refused('fileJob.upload', { params, query, file }, { language })).toMatchObject({
      status: 400,
      code: 'FILE_CSV',
      msg: expect.stringContaining(message),
    });
  expect((await api.call.fileJob.template({ query })).name).toBe('declaration-template.csv');
  expect(await api.refused('fileJob.template', { query: { ...query, format: 'xlsx' } })).toMatchObject({
    status: 400,
    code: 'FILE_CSV',
  });
  const bad = await converted(api, 'declaration', id, declarationCsv([lineCells({ quantity: 'x' })]));
  expect(bad).toMatchObject({ hasErrorFile: true, errorFileName: 'declaration-errors.csv' });
  expect((await converted(api, 'declaration', id, declarationCsv([lineCells()]))).errorFileName).toBeNull();
});

test('delivers a bill with its last truck by a POD list that names trucks, and undoes it', async () => {
  const bills = [1, 2, 3].map(() => billIn(api, 'transit', { podAt: null }));
  const [bill = 0, other = 0, third = 0] = bills;
  let serial = 0;
  const truck = (...of: number[]) => {
    serial += 1;
    const cmrNo = `CMR20991231-${9_000 + serial}`;
    const from = api.count('select min(id) from cmr');
    const podless = { state: 'in_transit', podAt: null, podBoxCount: null };
    const id = copyRow(api, 'cmr', from, { cmrNo, departedAt: hoursAgo(30), ...podless });
    for (const billId of of) api.db.exec(`insert into cmrBill (cmrId, billId) values (${id}, ${billId})`);
    return { id, cmrNo };
  };
  const [one, two, shared, empty] = [truck(bill), truck(bill), truck(third, other), truck()];
  // A cancelled truck is not waited for.
  api.db.exec(`update cmr set state = 'cancelled' where id = ${truck(bill).id}`);
  const wall = (hours: number) => amsterdamTime(hoursAgo(hours));
  api.db.exec(
    `update bill set landingAirportId = (select id from airport where airportCode = 'AMS') where id in (${bills})`,
  );
  const send = (rows: readonly Cells[]) => converted(api, 'pod', null, tableCsv(fileTemplates.pod, rows));
  const pod = (id: number) => api.row('select podBoxCount, podAt from bill where id = ?', id);
  const cmr = (id: number) => api.row('select state, podBoxCount from cmr where id = ?', id);

  const first = await send([
    { billNo: one.cmrNo, podAt: wall(3), podBoxCount: '20' },
    { billNo: empty.cmrNo, podAt: wall(3), podBoxCount: '1' },
    // These boxes were not scanned onto the truck: their distribution is not known.
    { billNo: shared.cmrNo, podAt: wall(3), podBoxCount: '5' },
  ]);
  const { list } = await api.call.fileJob.issues({ params: { id: first.id } });
  expect(list.map(({ row, column, code }) => [row, column, code])).toEqual([
    [3, 'billNo', 'FILE_CMR_UNKNOWN'],
    [4, 'podBoxCount', 'NUMBER_MAX'],
  ]);
  // The other truck of the bill is still on the road.
  expect(pod(bill)).toMatchObject({ podAt: null });
  expect(cmr(one.id)).toEqual({ state: 'delivered', podBoxCount: 20 });

  const second = await send([{ billNo: two.cmrNo.toLowerCase(), podAt: wall(2), podBoxCount: '4' }]);
  expect(second).toMatchObject({ status: 'success', okRows: 1 });
  expect(pod(bill)).toMatchObject({ podBoxCount: 24 });
  const signed = api.row('select max(podAt) as podAt from cmr where id in (?, ?)', one.id, two.id);
  expect(pod(bill).podAt).toBe(signed.podAt);
  expect(pod(other).podAt).toBeNull();

  expect(await api.call.fileJob.undo({ params: { id: second.id } })).toMatchObject({ undone: 1, kept: [] });
  expect(pod(bill)).toMatchObject({ podAt: null });
  expect(cmr(two.id)).toEqual({ state: 'in_transit', podBoxCount: null });
  expect(await api.call.fileJob.undo({ params: { id: first.id } })).toMatchObject({ undone: 1, kept: [] });
  expect(cmr(one.id)).toEqual({ state: 'in_transit', podBoxCount: null });
});

test('signs a truck without the boxes that a POD list names as missing, and undoes it', async () => {
  const { cmr, trips } = await noteOf(api, 2);
  await actOn(api, cmr, 'load', { at: hoursAgo(30) });
  await actOn(api, cmr, 'depart', { at: hoursAgo(29) });
  const [one, two] = trips;
  const [lost] = one?.boxes ?? [];
  const wall = amsterdamTime(hoursAgo(3));
  const send = async (cells: Cells) => {
    const row = { billNo: cmr.cmrNo, podAt: wall, ...cells };
    const job = await converted(api, 'pod', null, tableCsv(fileTemplates.pod, [row]));
    const { list } = await api.call.fileJob.issues({ params: { id: job.id } });
    return { job, issues: list.map(({ column, code }) => [column, code]) };
  };
  const boxState = () => api.row('select state from box where id = ?', lost?.boxId ?? 0).state;
  const pods = () =>
    [one, two].map((of) => api.row('select podBoxCount from bill where id = ?', of?.id ?? 0));
  expect((await send({ podBoxCount: '7' })).issues).toEqual([['podBoxCount', 'POD_WHICH']]);
  expect((await send({ podBoxCount: '7', missingBoxNos: 'NO-SUCH-BOX' })).issues).toEqual([
    ['missingBoxNos', 'CMR_BOX_UNKNOWN'],
  ]);
  const ofBill = { billNo: '112-90424456', podBoxCount: '7', missingBoxNos: `${lost?.boxNo}` };
  expect((await send(ofBill)).issues).toEqual([['missingBoxNos', 'POD_MISSING_BILL']]);
  const { job, issues } = await send({ podBoxCount: '7', missingBoxNos: `${lost?.boxNo}` });
  expect(issues).toEqual([]);
  expect(pods()).toEqual([{ podBoxCount: 3 }, { podBoxCount: 4 }]);
  expect(boxState()).toBe('missing');
  expect(await api.call.fileJob.undo({ params: { id: job.id } })).toMatchObject({ undone: 1, kept: [] });
  expect(pods()).toEqual([{ podBoxCount: null }, { podBoxCount: null }]);
  expect(boxState()).toBe('loaded');
  expect(api.rows('select id from abnormalCase where boxId = ?', lost?.boxId ?? 0)).toEqual([]);
});

const heading = (code: string, region: string, dutyRate = '') => ({
  ...{ code, region, dutyRate },
  ...{ nameEn: 'Horses', nameCn: '马' },
});

test('ends an import written as a whole when it is cancelled, and leaves nothing', async () => {
  const codes = Array.from({ length: 3000 }, (_, at) => String(9_899_990_000 + at));
  const rows = [
    heading('989999', 'WCO'),
    heading('989999', 'EU'),
    ...codes.map((code) => heading(code, 'EU', '5')),
  ];
  const written = () => api.count("select count(*) from hsCode where code like '989999%'");
  const { job } = await taken(api, 'hsCode', tableCsv(fileTemplates.hsCode, rows));
  const params = { id: job.id };
  // Past 40 percent it writes, in one transaction.
  await expect
    .poll(async () => (await api.call.fileJob.get({ params })).progress, { interval: 10, timeout: 60_000 })
    .toBeGreaterThan(40);
  const cancelled = await api.call.fileJob.cancel({ params });
  expect(cancelled).toMatchObject({ status: 'failed', appliedAt: null });
  expect(jobProblem(cancelled)?.code).toBe('CANCELLED');
  expect(written()).toBe(0);
  expect((await api.refused('fileJob.cancel', { params })).code).toBe(NO);
});

test('converts the file of an account of one warehouse without waiting for another', async () => {
  const as = api.actor({ permissions: everyPermission, warehouseIds: [1] });
  const file = tableCsv(fileTemplates.hsCode, [heading('989998', 'WCO')]);
  const { job } = await taken(api, 'hsCode', file, {}, { as });
  await expect.poll(() => stored(job.id).status, { timeout: 10_000 }).toBe('success');
});
