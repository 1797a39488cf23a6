import { type ContainerTariffRow, containerTariff } from '@contract/finance/containerTariff';
import { tariffStepsProblem } from '@contract/rules/containerCharges';
import { crudHandlers } from '../../core/crud';
import { checkDays, refuseOverlap } from '../../core/periods';
import { refuseFields } from '../../core/refusal';
import { codecOf } from '../../store/codec';
import type { Reader } from '../../store/open';

const codec = codecOf(containerTariff.row);

/** All active tariffs, whatever their dates. */
export async function readTariffs(db: Reader): Promise<ContainerTariffRow[]> {
  const rows = await db.selectFrom('containerTariff').selectAll().where('active', '=', 1).execute();
  return rows.map(codec.decode);
}

/** Tariffs of demurrage and detention. */
export const containerTariffHandlers = crudHandlers(containerTariff, {
  check: async ({ read }, draft, before) => {
    checkDays(draft);
    const wrong = tariffStepsProblem(draft.steps);
    if (wrong) throw refuseFields({ steps: wrong });
    const others = await read
      .selectFrom('containerTariff')
      .select(['id', 'validFrom', 'validTo'])
      .where('code', '=', draft.code)
      .where('active', '=', 1)
      .execute();
    refuseOverlap(draft, others, before, draft.code);
  },
});
