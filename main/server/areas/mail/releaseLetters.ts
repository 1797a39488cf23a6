import type { Context } from '../../core/context';

/** Detaches emails from a bill that is permanently deleted: they stay, without a bill. */
export async function releaseLetters({ write }: Pick<Context, 'write'>, billId: number): Promise<void> {
  await write
    .updateTable('letter')
    .set({ billId: null, status: 'unmatched' })
    .where('billId', '=', billId)
    .where('status', '=', 'matched')
    .execute();
  await write.updateTable('letter').set({ billId: null }).where('billId', '=', billId).execute();
}
