import type { Problem } from '@contract/errors';
import { type MessageCode, say } from '@contract/words';
import { describe, expect, test } from 'vitest';
import { batchOf, declaredBill, landedBill, newLrn, newMrn } from '../support/apiCustoms';
import { hoursAgo } from '../support/apiNodes';
import { testApi } from '../support/server';

const api = testApi();

describe('notices of parcels in trouble', () => {
  const broker = () => api.actor({ permissions: ['bill.customs.declare'] });
  const worker = () => api.actor({ permissions: ['bill.cases.edit'] });
  const messagesOf = ({ staffId }: { staffId: number }) =>
    api.rows(
      'select type, textEn, textCn, billId, link from message where receiverId = ? order by id',
      staffId,
    );
  const line = (type: string, billId: number, code: MessageCode, params: Problem['params']) => ({
    ...{ type, billId, link: `/bill/bill_manage/detail/${billId}` },
    textEn: say('en', code, params),
    textCn: say('cn', code, params),
  });
  const turned = (billId: number, status: 'exception' | 'failure') =>
    line(status === 'failure' ? 'alert' : 'exception', billId, 'CLEARANCE_TURNED', {
      status: { choice: ['clearanceStatus', status] },
    });
  /** Makes a bill under declaration and returns it with the numbers of its two parcels. */
  const declared = () => {
    const { billId, batchId, box } = declaredBill(api, 'accepted', {}, { clearanceStatus: 'in_clearance' });
    const trackingNos = box.parcels.map((id) =>
      String(api.row('select trackingNo from parcel where id = ?', id).trackingNo),
    );
    return { billId, batchId, trackingNos };
  };

  test('notify brokers once of a bill that customs holds, and of one that it refuses', async () => {
    const [hears, other] = [broker(), worker()];
    const { billId, trackingNos } = declared();
    const [first = '', second = ''] = trackingNos;
    const hold = (no: string) =>
      api.call.parcel.hold({ body: { billId, trackingNos: [no], reason: 'fyco' } });
    await hold(first);
    await hold(second);
    expect(messagesOf(hears)).toEqual([turned(billId, 'exception')]);
    await api.call.parcel.fail({ body: { billId, trackingNos, reason: 'seized' } });
    expect(messagesOf(hears)).toEqual([turned(billId, 'exception'), turned(billId, 'failure')]);
    expect(messagesOf(other)).toEqual([]);
  });

  test('come from the declaration when a bill has no parcels', async () => {
    const hears = broker();
    const billId = landedBill(api, { clearanceStatus: 'in_clearance' });
    const batchId = batchOf(api, billId, {
      ...{ status: 'accepted', lrn: newLrn(), mrn: newMrn(), declaredAt: hoursAgo(8), parcels: 0 },
    });
    await api.call.batch.control({ params: { batchId }, body: { version: 1, reason: 'document_check' } });
    expect(messagesOf(hears)).toEqual([turned(billId, 'exception')]);
  });

  test('go to those who work on cases, and to brokers when the parcels stop the clearance', async () => {
    const [hears, both] = [broker(), worker()];
    const { billId, trackingNos } = declared();
    const [first = '', second = ''] = trackingNos;
    const abnormal = (no: string, type: 'damaged' | 'no_data') =>
      api.call.parcel.abnormal({ body: { billId, trackingNos: [no], type } });
    await abnormal(first, 'damaged');
    await abnormal(second, 'no_data');
    const messageOf = (type: 'damaged' | 'no_data') =>
      line('exception', billId, 'PARCELS_ABNORMAL', { n: 1, type: { choice: ['abnormalType', type] } });
    expect(messagesOf(both)).toEqual([messageOf('damaged'), messageOf('no_data')]);
    expect(messagesOf(hears)).toEqual([messageOf('damaged')]);
  });
});
