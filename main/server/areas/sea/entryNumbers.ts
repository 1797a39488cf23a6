import { problem } from '@contract/errors';
import { entryNoOf, entryNo as entryNoRule } from '@contract/rules/customs';
import { refuseFields } from '../../core/refusal';
import type { SeaContext } from './seaLinks';

type Numbering = Pick<SeaContext, 'write' | 'now' | 'caller'>;

const isUsed = async ({ write }: Numbering, entryNo: string): Promise<boolean> =>
  (await write.selectFrom('entryNumber').select('id').where('entryNo', '=', entryNo).executeTakeFirst()) !==
  undefined;

const keep = ({ write, now, caller }: Numbering, entryNo: string) =>
  write.insertInto('entryNumber').values({ entryNo, reservedAt: now, reservedBy: caller.id }).execute();

/** Reserves the next number of a filer; none is used twice, not even that of a deleted entry. */
export async function reserveNumber(context: Numbering, filer: string): Promise<string> {
  const { write } = context;
  const found = await write
    .selectFrom('entrySerial')
    .select('last')
    .where('filerCode', '=', filer)
    .executeTakeFirst();
  for (let serial = (found?.last ?? 0) + 1; ; serial++) {
    const entryNo = entryNoOf(filer, serial);
    if (entryNo === null) throw refuseFields({ entryNo: problem('ENTRY_NO_SERIALS', { filer }) });
    if (await isUsed(context, entryNo)) continue;
    await write
      .insertInto('entrySerial')
      .values({ filerCode: filer, last: serial })
      .onConflict((twin) => twin.column('filerCode').doUpdateSet({ last: serial }))
      .execute();
    await keep(context, entryNo);
    return entryNo;
  }
}

/** Reserves a number entered by a person. Refuses one of another filer, and one that was used before. */
export async function takeNumber(context: Numbering, entryNo: string, filer: string): Promise<void> {
  const no = entryNoRule.format?.(entryNo) ?? entryNo;
  if (!entryNo.startsWith(filer)) throw refuseFields({ entryNo: problem('ENTRY_NO_FILER', { no, filer }) });
  if (await isUsed(context, entryNo)) throw refuseFields({ entryNo: problem('ENTRY_NO_USED', { no }) });
  await keep(context, entryNo);
}
