import type { FileKind } from '@contract/files/fileKindNames';
import { fileTemplates } from '@contract/files/templates';
import { say } from '@contract/words';
import { describe, expect, test } from 'vitest';
import { type Cells, converted, tableCsv } from '../support/apiFileJob';
import { amsterdamTime, finished, hoursAgo, nodeBill, trip } from '../support/apiNodes';
import { newBillNo } from '../support/apiRecords';
import { testApi } from '../support/server';

const api = testApi();
const send = (kind: FileKind, rows: readonly Cells[]) =>
  converted(api, kind, null, tableCsv(fileTemplates[kind], rows));
const wall = (hours: number) => amsterdamTime(hoursAgo(hours));
const undo = (id: number) => api.call.fileJob.undo({ params: { id } });
const issuesOf = async (id: number) =>
  (await api.call.fileJob.issues({ params: { id }, query: { level: 'error' } })).list.map(
    ({ row, column, code, message }) => ({ row, column, code, message }),
  );

/** Makes a waybill of two landed batches of three and two boxes. */
function threeAndTwo(columns: Parameters<typeof nodeBill>[1] = {}) {
  const billNo = newBillNo();
  const landingAirportId = api.count("select id from airport where airportCode = 'AMS'");
  const landed = { ata: hoursAgo(48), clearanceStatus: 'not_released', stage: 'arrived', landingAirportId };
  const ids = [3, 2].map((boxCount, at) =>
    nodeBill(api, { ...landed, billNo, batchNo: `B${at + 1}`, boxCount, ...columns }),
  );
  const numbers = (field: 'noaBoxCount' | 'podBoxCount') =>
    ids.map((id) => api.row(`select ${field} from bill where id = ?`, id)[field]);
  return { billNo, ids, numbers };
}

describe('a row of a file without a batch number', () => {
  test.each([
    ['a column per node', (n: string) => ({ noaAt: wall(40), noaBoxCount: n }), 'noaBoxCount'],
    ['one node per row', (n: string) => ({ node: 'NOA', time: wall(40), count: n }), 'count'],
  ] as const)(
    'shares its boxes, names the batches where it cannot, and is undone: %s',
    async (_, cells, column) => {
      const [known, short] = [threeAndTwo(), threeAndTwo()];
      const job = await send('time_node', [
        { billNo: known.billNo, ...cells('5') },
        { billNo: short.billNo, ...cells('4') },
      ]);
      expect(job).toMatchObject({ status: 'exception', okRows: 1, errorRows: 1 });
      expect(known.numbers('noaBoxCount')).toEqual([3, 2]);
      expect(short.numbers('noaBoxCount')).toEqual([null, null]);
      const params = { no: short.billNo, n: 4, batches: { list: ['B1: 3', 'B2: 2'] } };
      expect(await issuesOf(job.id)).toEqual([
        { row: 3, column, code: 'FILE_SHARE', message: say('en', 'FILE_SHARE', params) },
      ]);

      const remedy = await send('time_node', [
        { billNo: short.billNo, batchNo: 'B1', ...cells('3') },
        { billNo: short.billNo, batchNo: 'B2', ...cells('1') },
      ]);
      expect(remedy).toMatchObject({ status: 'success', okRows: 2 });
      expect(short.numbers('noaBoxCount')).toEqual([3, 1]);
      expect(await undo(job.id)).toMatchObject({ undone: 2, kept: [] });
      expect(known.numbers('noaBoxCount')).toEqual([null, null]);
    },
  );

  test('restores the number that each batch had before', async () => {
    const { billNo, ids, numbers } = threeAndTwo({ noaAt: hoursAgo(45) });
    const [one, two] = ids;
    api.db.exec(
      `update bill set noaBoxCount = 1 where id = ${one}; update bill set noaBoxCount = 2 where id = ${two}`,
    );
    const job = await send('time_node', [{ billNo, noaAt: wall(40), noaBoxCount: '5' }]);
    expect(numbers('noaBoxCount')).toEqual([3, 2]);
    expect(await undo(job.id)).toMatchObject({ undone: 2, kept: [] });
    expect(numbers('noaBoxCount')).toEqual([1, 2]);
  });

  test('shares the boxes signed for by those that left, and is undone', async () => {
    const { billNo, ids, numbers } = threeAndTwo({ pickupAt: hoursAgo(40) });
    for (const [at, id] of ids.entries()) {
      trip(api, id, {
        ...{ ...finished('inbound', 36, 35), ...finished('outbound', 30, 29) },
        outboundBoxes: 3 - at,
      });
      api.db.exec(`update bill set outboundBoxes = ${3 - at} where id = ${id}`);
    }
    const short = await send('pod', [{ billNo, podAt: wall(20), podBoxCount: '4' }]);
    expect(short).toMatchObject({ status: 'failed', okRows: 0 });
    expect(await issuesOf(short.id)).toMatchObject([{ code: 'FILE_SHARE' }]);
    expect(numbers('podBoxCount')).toEqual([null, null]);
    const job = await send('pod', [{ billNo, podAt: wall(20), podBoxCount: '5' }]);
    expect(job).toMatchObject({ status: 'success', okRows: 1 });
    expect(numbers('podBoxCount')).toEqual([3, 2]);
    expect(await undo(job.id)).toMatchObject({ undone: 2, kept: [] });
    expect(numbers('podBoxCount')).toEqual([null, null]);
  });

  test('clears the node of all batches, and gives a waybill of one batch any number', async () => {
    const { billNo, ids, numbers } = threeAndTwo({ noaAt: hoursAgo(45), noaBoxCount: 2 });
    expect(await send('time_node', [{ billNo, noaAt: 'CLEAR' }])).toMatchObject({ status: 'success' });
    expect(numbers('noaBoxCount')).toEqual([null, null]);
    api.db.exec(`update bill set stage = 'removed', removedAt = '${hoursAgo(1)}' where id = ${ids[1]}`);
    expect(await send('time_node', [{ billNo, noaAt: wall(40), noaBoxCount: '7' }])).toMatchObject({
      status: 'success',
    });
    expect(numbers('noaBoxCount')).toEqual([7, null]);
  });
});
