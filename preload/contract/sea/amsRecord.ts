import type * as z from 'zod';
import { choice, code, dateTime, id, note, ref, text } from '../fields';
import { permit } from '../permissions';
import { crud, recordFields, resource } from '../resource';
import { billNo, houseNo } from '../rules/codes';
import { bySeaBill } from '../scope';
import { object } from '../shape';

export const amsStatuses = ['filed', 'accepted', 'held', 'rejected'] as const;

/**
 * A manifest at US customs: who carries the goods files it, 24 hours before loading by sea, before take-off by air. What
 * customs answered is noted here. It belongs to the sea bill, or the bill by air to the United States, of its number.
 */
export const amsRecord = resource({
  name: 'amsRecord',
  path: '/ams',
  module: 'sea',
  view: permit('sea.ams.view'),
  edit: permit('sea.ams.edit'),
  /** One whose number no bill bears is its maker's. */
  scope: bySeaBill({ orBill: true, unowned: 'author' }),
  row: object(() => ({
    ...recordFields,
    status: choice('amsStatus', amsStatuses),
    /** Master air waybill or master bill of lading. */
    masterNo: code(billNo),
    houseNo: code(houseNo).nullable(),
    seaBillId: ref('seaBill').nullable(),
    billId: id().nullable(),
    filedAt: dateTime(),
    answeredAt: dateTime().nullable(),
    /** The code under which customs holds it or turned it down. */
    holdCode: text(10).nullable(),
    response: note(500).nullable(),
    remark: note(500).nullable(),
  })),
  draft: ['masterNo', 'houseNo', 'filedAt', 'status', 'answeredAt', 'holdCode', 'response', 'remark'],
  lookup: ['masterNo', 'houseNo', 'status'],
  namesFor: 'readers',
  filters: ['masterNo', 'houseNo', 'status', 'seaBillId', 'billId', 'holdCode', 'filedAt', 'answeredAt'],
  sorts: ['masterNo', 'houseNo', 'status', 'filedAt', 'answeredAt', 'response', 'createdAt'],
  order: '-filedAt',
  keyword: ['masterNo', 'houseNo', 'holdCode', 'response'],
  unique: ['masterNo', 'houseNo', 'filedAt'],
  // It stands under the number of its sea bill, which is found.
  finding: null,
  fresh: { status: 'filed' },
});
export type AmsRecord = z.output<typeof amsRecord.row>;

const { active: _, setActive: __, remove, ...usual } = crud(amsRecord);
/** Nothing refers to a manifest. */
export const amsRecordApi = { ...usual, remove: { ...remove, errors: [] as const } };
