import { pickOf } from '@contract/names';
import { isfDueAt } from '@contract/rules/isfDeadline';
import { isfMissing } from '@contract/rules/isfMissing';
import { type IsfDraft, isfMachine, isfSent, type SeaIsf, seaIsf } from '@contract/sea/seaIsf';
import { filedRecord } from './filedRecord';

/** States of an entry that was not sent to customs. */
const UNFILED: ReadonlySet<string> = new Set(['draft', 'pending_approval', 'approved', 'cancelled']);

/** ISFs as filed records. What was sent, and what customs accepted, is stored beside the row. */
export const isfRecord = filedRecord({
  doc: 'isf',
  table: 'seaIsf',
  row: seaIsf.row,
  machine: isfMachine,
  numberOf: ({ isfNo }: SeaIsf) => isfNo,
  link: '/sea/isf/detail',
  files: 'sea.isf.file',
  missing: (_, isf) => isfMissing(isf),
  facts: async (db, { seaBillId }) => {
    const bill =
      seaBillId === null
        ? undefined
        : await db
            .selectFrom('seaBill')
            .select(['ata', 'entryState'])
            .where('id', '=', seaBillId)
            .executeTakeFirst();
    return {
      arrived: (bill?.ata ?? null) !== null,
      entryFiled: !!bill?.entryState && !UNFILED.has(bill.entryState),
    };
  },
});

/** Derived fields. */
export const followingFrom = (draft: IsfDraft) => ({
  containerNos: [...new Set(draft.containers.map(({ containerNo }) => containerNo))],
  missingCount: isfMissing(draft).length,
  dueAt: isfDueAt(draft),
});

/** The fields of an ISF that people fill in. */
export const draftOf = (isf: SeaIsf): IsfDraft => pickOf(isf, seaIsf.draft);

/** The fields of an ISF that are sent, and compared with those sent before. */
export const sentOf = (isf: SeaIsf) => pickOf(isf, isfSent);
