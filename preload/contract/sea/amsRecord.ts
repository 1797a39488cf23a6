import type * as z from 'zod';
import { choice, code, dateTime, id, note, ref, text } from '../fields';
import { permit } from '../permissions';
import { crud, recordFields, resource } from '../resource';
import { billNo, houseNo } from '../rules/codes';
import { bySeaBill } from '../scope';
import { object } from '../shape';

export const amsStatuses = ['filed', 'accepted', 'held', 'rejected'] as const;

/**
 * A manifest at US customs: the carrier of the goods files it, 24 hours before loading by sea, before take-off by air.
 * Responses of customs are recorded here. It belongs to the sea bill, or the air bill to the United States, with its
 * number.
 */
export const amsRecord = resource({
  name: 'amsRecord',
  path: '/ams',
  module: 'sea',
  view: permit('sea.ams.view'),
  edit: permit('sea.ams.edit'),
  /** A manifest without a bill belongs to its maker. */
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
    /** Customs code of the hold or refusal. */
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
  // Found through its sea bill's number.
  finding: null,
  fresh: { status: 'filed' },
});
export type AmsRecord = z.output<typeof amsRecord.row>;

const { active: _, setActive: __, remove, ...usual } = crud(amsRecord);
/** Nothing refers to a manifest, so its removal has no errors of its own. */
export const amsRecordApi = { ...usual, remove: { ...remove, errors: [] as const } };
