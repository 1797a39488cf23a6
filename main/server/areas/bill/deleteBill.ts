import type { Bill } from '@contract/bill/bill';
import type { Context } from '../../core/context';
import { forgetFiles } from '../../store/storedFiles';
import { forgetJobsOf } from '../fileJobs/jobRow';
import { releaseLetters } from '../mail/releaseLetters';
import { releaseBill } from '../partners/pushes';
import { forgetPlans } from '../scheduling/forgetPlans';
import { logBill } from './billHistory';

/** Deletes a bill with all that belongs to it; its log stays. */
export async function deleteBill(context: Context, bill: Bill, action: 'delete' | 'undo'): Promise<void> {
  const { write } = context;
  await logBill(context, action, bill, { before: bill });
  const parcels = write.selectFrom('parcel').select('id').where('billId', '=', bill.id);
  await write.deleteFrom('itemLine').where('parcelId', 'in', parcels).execute();
  const messages = write.selectFrom('customsMessage').select('id').where('billId', '=', bill.id);
  await write.deleteFrom('customsExchange').where('messageId', 'in', messages).execute();
  for (const table of [
    'chargedStage',
    'billCostDiff',
    'billCost',
    'billRevenue',
    'custodyMove',
    'parcelEvent',
    'fyco',
    'abnormalCase',
    'pmc',
    't1',
    'cmrBill',
    'parcel',
    'box',
    'collection',
    'declarationStep',
    'customsAnswer',
    'customsMessage',
    'batch',
    'pick',
    'timelineEvent',
  ] as const) {
    await write.deleteFrom(table).where('billId', '=', bill.id).execute();
  }
  // Invoices are kept as long as the books.
  await write
    .updateTable('supplierInvoiceBill')
    .set({ billId: null })
    .where('billId', '=', bill.id)
    .execute();
  await forgetPlans(context, bill);
  await forgetJobsOf(write, bill.id);
  await releaseBill(context, bill.id);
  await releaseLetters(context, bill.id);
  const files = await write
    .deleteFrom('attachment')
    .where('billId', '=', bill.id)
    .returning('fileId')
    .execute();
  await forgetFiles(
    write,
    files.map(({ fileId }) => fileId),
  );
  await write.deleteFrom('bill').where('id', '=', bill.id).execute();
}
