import { ssccOf } from '@contract/rules/codes';
import { type LabelSettings, labelSettings } from '@contract/warehouse/label';
import type { Context, GroupHandlers } from '../../core/context';
import { requireVersion } from '../../core/record';
import { codecOf } from '../../store/codec';
import type { Reader } from '../../store/open';

const codec = codecOf(labelSettings);
/** The extension digit that most of the trade uses, as do the examples of GS1. */
const NONE: LabelSettings = { version: 0, companyPrefix: null, extensionDigit: 3 };

/** Settings for the numbering of pallets. */
export async function labelSettingsOf(read: Reader): Promise<LabelSettings> {
  const row = await read.selectFrom('labelSettings').selectAll().executeTakeFirst();
  return row ? codec.decode(row) : NONE;
}

/**
 * Returns the SSCC of a pallet, assigned now if it has none. Null when there is no company prefix, or no number of it
 * is left; no number is ever used twice.
 */
export async function giveSscc(
  context: Context,
  pallet: { readonly id: number; readonly palletNo: string },
): Promise<string | null> {
  const { write } = context;
  const { sscc: had } = await write
    .selectFrom('pallet')
    .select('sscc')
    .where('id', '=', pallet.id)
    .executeTakeFirstOrThrow();
  const { companyPrefix, extensionDigit } = await labelSettingsOf(write);
  if (had !== null || companyPrefix === null) return had;
  const head = `${extensionDigit}${companyPrefix}`;
  const kept = await write
    .selectFrom('ssccSerial')
    .select('last')
    .where('head', '=', head)
    .executeTakeFirst();
  const last = (kept?.last ?? 0) + 1;
  const sscc = ssccOf(head, last);
  if (sscc === null) return null;
  await write
    .insertInto('ssccSerial')
    .values({ head, last })
    .onConflict((row) => row.column('head').doUpdateSet({ last }))
    .execute();
  await write.updateTable('pallet').set({ sscc }).where('id', '=', pallet.id).execute();
  await context.log({
    module: 'bill',
    action: 'update',
    objectType: 'pallet',
    objectId: pallet.id,
    objectNo: pallet.palletNo,
    before: { sscc: null },
    after: { sscc },
  });
  return sscc;
}

/** Handlers that read and change the numbering of pallets. */
export const labelSettingsHandlers: Pick<GroupHandlers<'label'>, 'settings' | 'saveSettings'> = {
  settings: ({ read }) => labelSettingsOf(read),

  saveSettings: async (context, { body }) => {
    const { write, now, caller } = context;
    const before = await labelSettingsOf(write);
    requireVersion(before, body.version);
    const saved = { ...body, version: body.version + 1 };
    const row = { ...codec.encode(saved), updatedAt: now, updatedBy: caller.id };
    await write
      .insertInto('labelSettings')
      .values({ ...row, id: 1 })
      .onConflict((kept) => kept.column('id').doUpdateSet(row))
      .execute();
    await context.log({
      module: 'config',
      action: 'update',
      objectType: 'labelSettings',
      objectId: 1,
      objectNo: saved.companyPrefix ?? '–',
      before,
      after: saved,
    });
    return saved;
  },
};
