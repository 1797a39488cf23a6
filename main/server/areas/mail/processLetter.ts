import type { Bill } from '@contract/bill/bill';
import type { BoxShare } from '@contract/bill/timeNode';
import type { NoaMail, UtbMail } from '@contract/mail/letter';
import { namesOf } from '@contract/names';
import type { Warning } from '@contract/resource';
import type { LetterKind } from '@contract/rules/letterReading';
import { grouped } from '@contract/rules/money';
import { formatDay } from '@contract/rules/zonedTime';
import { labelOf, listIn } from '@contract/words';
import type { Context } from '../../core/context';
import { isInScope } from '../../core/inScope';
import { Refusal, refuse } from '../../core/refusal';
import { keepAgain } from '../../store/storedFiles';
import { attachLogged } from '../bill/attachFile';
import { batchesOf, sharesToSet } from '../bill/awbShares';
import { readBill } from '../bill/billFacts';
import { logBill } from '../bill/billHistory';
import { ofBill, writeNode } from '../bill/nodeWrites';
import { setNode } from '../bill/timeNodes';
import { requireBillOpen } from '../customs/parcels';

/** How an email is processed. */
export interface Processing {
  /** True if different values of the bill are replaced. */
  readonly overwrite: boolean;
  /** The boxes of each bill of the waybill, where the email's number cannot be shared by the boxes known. */
  readonly shares?: readonly BoxShare[] | undefined;
}

/**
 * Writes the values of an email to its bill, with its attachments, in the transaction of the call. Returns warnings.
 * Throws LETTER_OVERWRITE where a different value is there already and may not be replaced.
 */
export async function processLetter(
  context: Context,
  kind: LetterKind,
  letter: NoaMail & UtbMail,
  processing: Processing,
): Promise<Warning[]> {
  const bill = await readBill(context.read, letter.billId ?? 0);
  requireBillOpen(bill);
  if (kind === 'noa') return takeNotice(context, letter, bill, processing);
  const warnings = await takeAssessment(context, letter, bill, processing.overwrite);
  await attachFiles(context, kind, letter, bill);
  return warnings;
}

function requireOverwrite(context: Context, fields: readonly string[], overwrite: boolean): void {
  if (overwrite || fields.length === 0) return;
  const named = listIn(
    context.language,
    fields.map((field) => labelOf(context.language, field)),
  );
  throw refuse('LETTER_OVERWRITE', { fields: named });
}

/**
 * Stores on the bills of the notice's waybill when it came, how many boxes of each the station has, and which station
 * that is. Handlers notify per waybill. Throws what {@link sharesToSet} throws, and AWB_BATCH where another bill than
 * the matched one refuses the notice.
 */
async function takeNotice(
  context: Context,
  letter: NoaMail,
  matched: Bill,
  { overwrite, shares: given }: Processing,
): Promise<Warning[]> {
  const bills = await batchesOf(context.read, matched.billNo);
  const seen = bills.filter((bill) => isInScope(context.caller.warehouseIds, bill));
  const shares = sharesToSet(seen, 'noaBoxCount', {
    total: letter.pieces ?? 0,
    given,
    others: seen.length < bills.length,
  });
  const notices = seen.flatMap((bill) => {
    const boxes = shares.get(bill.id);
    return boxes === undefined ? [] : [noticeOf(letter, bill, boxes)];
  });
  const differing = notices.flatMap(({ bill, says }) =>
    namesOf(says).filter((field) => bill[field] !== null && bill[field] !== says[field]),
  );
  requireOverwrite(context, [...new Set(differing)], overwrite);
  const warnings: Warning[] = [];
  for (const { bill, says } of notices) {
    const found = await setNotice(context, bill, says).catch((thrown: unknown) => {
      if (bill.id === matched.id || !(thrown instanceof Refusal)) throw thrown;
      throw refuse('AWB_BATCH', { batch: bill.batchNo, reason: context.explain(thrown.problem) });
    });
    warnings.push(...(notices.length > 1 ? found.map((one) => ofBill(bill, one)) : found));
    await attachFiles(context, 'noa', letter, bill);
  }
  return warnings;
}

/** Values of a notice for one bill. */
const noticeOf = (letter: NoaMail, bill: Bill, boxes: number) => ({
  bill,
  says: {
    noaAt: letter.receivedAt,
    noaBoxCount: boxes,
    cargoStationId: letter.cargoStationId ?? bill.cargoStationId,
  },
});

async function setNotice(
  context: Context,
  bill: Bill,
  { noaAt, noaBoxCount, cargoStationId }: ReturnType<typeof noticeOf>['says'],
): Promise<Warning[]> {
  const { bill: set, warnings } = await setNode(
    context,
    bill.id,
    'noa',
    { time: noaAt, noaBoxCount },
    { follows: true },
  );
  if (cargoStationId !== set.cargoStationId) await writeNode(context, set, { cargoStationId }, 'setNode');
  return warnings;
}

/** Writes the assessment to the bill's own log; its amounts are in the email. */
async function takeAssessment(
  context: Context,
  letter: UtbMail,
  bill: Bill,
  overwrite: boolean,
): Promise<Warning[]> {
  const same = await context.write
    .selectFrom('letter')
    .select('id')
    .where('kind', '=', 'utb')
    .where('billId', '=', bill.id)
    .where('status', '=', 'processed')
    .where((where) =>
      where.or([
        ...(letter.utbNo === null ? [] : [where('utbNo', '=', letter.utbNo)]),
        ...(letter.mrn === null ? [] : [where('mrn', '=', letter.mrn)]),
      ]),
    )
    .executeTakeFirst();
  if (same) requireOverwrite(context, [letter.utbNo === null ? 'mrn' : 'utbNo'], overwrite);
  const { utbNo, mrn, totalAmount, currency, dueDate } = letter;
  const amount = totalAmount !== null && currency !== null && grouped(totalAmount, currency);
  const paid = [amount, dueDate && formatDay(dueDate)].filter(Boolean).join(', ');
  await logBill(context, 'process', bill, { after: { utbNo, mrn }, remark: paid });
  return [];
}

/** Attaches the files of an email to its bill; files attached already are not added twice. */
async function attachFiles(
  context: Context,
  kind: LetterKind,
  { id }: { readonly id: number },
  bill: Bill,
): Promise<void> {
  const { write } = context;
  const files = await write
    .selectFrom('letterFile')
    .innerJoin('storedFile', 'storedFile.id', 'letterFile.fileId')
    .select([
      'letterFile.fileId',
      'letterFile.fileName',
      'letterFile.size',
      'letterFile.mime',
      'storedFile.hash',
    ])
    .where('letterId', '=', id)
    .execute();
  const there = await write
    .selectFrom('attachment')
    .innerJoin('storedFile', 'storedFile.id', 'attachment.fileId')
    .select('storedFile.hash')
    .where('attachment.billId', '=', bill.id)
    .execute();
  for (const { fileId, hash, ...file } of files) {
    if (there.some((one) => one.hash === hash)) continue;
    await attachLogged(context, bill, { category: kind, ...file, fileId: await keepAgain(context, fileId) });
  }
}
