import type { Context } from '../../core/context';

/** Lets go of a bill that is deleted for good: its mails stay, and name none. */
export async function releaseLetters({ write }: Pick<Context, 'write'>, billId: number): Promise<void> {
  await write
    .updateTable('letter')
    .set({ billId: null, status: 'unmatched' })
    .where('billId', '=', billId)
    .where('status', '=', 'matched')
    .execute();
  await write.updateTable('letter').set({ billId: null }).where('billId', '=', billId).execute();
}
