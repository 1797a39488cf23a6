import type { CmrView } from '@contract/linehaul/cmr';
import { cmrConfig, cmrConfigIssues } from '@contract/linehaul/cmrConfig';
import type * as z from 'zod';
import type { GroupHandlers } from '../../core/context';
import { crudHandlers } from '../../core/crud';
import { Refusal, refuseFields } from '../../core/refusal';
import { EXAMPLES } from '../../core/uses';
import { codecOf } from '../../store/codec';
import type { Reader } from '../../store/open';

export type CmrConfig = z.output<typeof cmrConfig.row>;
const codec = codecOf(cmrConfig.row);

/** Active settings that match a note: by destination, its last-mile carrier, and the customers of its goods. */
export async function configsFor(read: Reader, cmr: CmrView): Promise<CmrConfig[]> {
  const { lastMileId } = await read
    .selectFrom('destination')
    .select('lastMileId')
    .where('id', '=', cmr.toDestinationId)
    .executeTakeFirstOrThrow();
  const customers = await read
    .selectFrom('bill')
    .innerJoin('cmrBill', 'cmrBill.billId', 'bill.id')
    .select('bill.customerId')
    .distinct()
    .where('cmrBill.cmrId', '=', cmr.id)
    .execute();
  const within = (scope: readonly number[], ids: readonly number[]) =>
    scope.length === 0 || ids.some((id) => scope.includes(id));
  const rows = await read
    .selectFrom('cmrConfig')
    .selectAll()
    .where('active', '=', 1)
    .orderBy('name')
    .execute();
  return rows
    .map((row) => codec.decode(row))
    .filter(
      ({ destinationIds, lastMileIds, customerIds }) =>
        within(destinationIds, [cmr.toDestinationId]) &&
        within(lastMileIds, [lastMileId]) &&
        within(
          customerIds,
          customers.map(({ customerId }) => customerId),
        ),
    );
}

const usual = crudHandlers(cmrConfig, {
  check: async (_context, draft) => {
    const [wrong] = cmrConfigIssues(draft);
    if (wrong) throw refuseFields({ [wrong.column]: wrong.problem });
  },
  derive: ({ trigger, sendTime }) => ({ sendTime: trigger === 'manual' ? null : sendTime }),
  uses: async ({ read }, { id }) => {
    const found = await read
      .selectFrom('cmrMail')
      .innerJoin('cmr', 'cmr.id', 'cmrMail.cmrId')
      .select('cmr.cmrNo')
      .where('configId', '=', Number(id))
      .orderBy('cmrMail.id', 'desc')
      .limit(EXAMPLES)
      .execute();
    const examples = [...new Set(found.map(({ cmrNo }) => cmrNo))];
    return found.length === 0
      ? []
      : [{ object: 'cmr', count: examples.length, capped: found.length === EXAMPLES, examples }];
  },
});

/** Recipients of consignment notes; a setting that has sent something cannot be deleted. */
export const cmrConfigHandlers: GroupHandlers<'cmrConfig'> = {
  ...usual,

  updateMany: async (context, { body }) => {
    const saved: CmrConfig[] = [];
    for (const [at, { id, ...patch }] of body.list.entries()) {
      saved.push(
        await usual.update(context, { params: { id }, body: patch }).catch((thrown: unknown) => {
          throw thrown instanceof Refusal ? thrown.within(`list.${at}`) : thrown;
        }),
      );
    }
    return saved;
  },
};
