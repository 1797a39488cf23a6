import type { Bill } from '@contract/bill/bill';
import type { NoaMail, UtbMail } from '@contract/mail/letter';
import { namesOf } from '@contract/names';
import type { Warning } from '@contract/resource';
import type { LetterKind } from '@contract/rules/letterReading';
import { grouped } from '@contract/rules/money';
import { formatDay } from '@contract/rules/zonedTime';
import { labelOf, listIn } from '@contract/words';
import type { Context } from '../../core/context';
import { refuse } from '../../core/refusal';
import { keepAgain } from '../../store/storedFiles';
import { readBill } from '../bill/billFacts';
import { logBill } from '../bill/billHistory';
import { hangLogged } from '../bill/hang';
import { writeNode } from '../bill/nodeWrites';
import { setNode } from '../bill/timeNodes';
import { requireBillOpen } from '../customs/parcels';

/**
 * Writes the values of an email to its bill, with its attachments, in the transaction of the call. Returns warnings.
 * Throws LETTER_OVERWRITE where a different value is there already and may not be replaced.
 */
export async function processLetter(
  context: Context,
  kind: LetterKind,
  letter: NoaMail & UtbMail,
  overwrite: boolean,
): Promise<Warning[]> {
  const bill = await readBill(context.read, letter.billId ?? 0);
  requireBillOpen(bill);
  const warnings =
    kind === 'noa'
      ? await takeNotice(context, letter, bill, overwrite)
      : await takeAssessment(context, letter, bill, overwrite);
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

/** Stores on the bill when its notice came, how many boxes the station has, and which station that is. */
async function takeNotice(
  context: Context,
  letter: NoaMail,
  bill: Bill,
  overwrite: boolean,
): Promise<Warning[]> {
  const says = {
    noaAt: letter.receivedAt,
    noaBoxCount: letter.pieces,
    cargoStationId: letter.cargoStationId ?? bill.cargoStationId,
  };
  const others = namesOf(says).filter((field) => bill[field] !== null && bill[field] !== says[field]);
  requireOverwrite(context, others, overwrite);
  const { bill: set, warnings } = await setNode(
    context,
    bill.id,
    'noa',
    { time: letter.receivedAt, noaBoxCount: letter.pieces ?? 0 },
    { follows: true },
  );
  const { cargoStationId } = says;
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
    await hangLogged(context, bill, { category: kind, ...file, fileId: await keepAgain(context, fileId) });
  }
}
