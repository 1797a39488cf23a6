import { problem } from '@contract/errors';
import { chargeFlow } from '@contract/finance/chargeFlow';
import type { ChargeStep } from '@contract/rules/charge';
import { crudHandlers } from '../../core/crud';
import { refuseFields } from '../../core/refusal';
import type { Reader } from '../../store/open';

/** Refuses new steps with items or suppliers that are missing or inactive. */
async function checkSteps(db: Reader, steps: readonly ChargeStep[], before: readonly ChargeStep[]) {
  for (const [index, step] of steps.entries()) {
    for (const [table, id, kept] of [
      ['chargeItem', step.chargeItemId, before.map(({ chargeItemId }) => chargeItemId)],
      ['clientCompany', step.supplierId, before.map(({ supplierId }) => supplierId)],
    ] as const) {
      if (id === null || kept.includes(id)) continue;
      const found = await db.selectFrom(table).select('active').where('id', '=', id).executeTakeFirst();
      const value = `${index + 1}`;
      if (!found) throw refuseFields({ steps: problem('REFERENCE_UNKNOWN', { value }) });
      if (!found.active) throw refuseFields({ steps: problem('REFERENCE_INACTIVE', { value }) });
    }
  }
}

/** Flows that create charges automatically. */
export const chargeFlowHandlers = crudHandlers(chargeFlow, {
  check: async ({ read }, { validFrom, validTo, steps }, before) => {
    if (validTo !== null && String(validTo) < String(validFrom))
      throw refuseFields({ validTo: problem('CHARGE_FLOW_DATES') });
    await checkSteps(read, steps, before?.steps ?? []);
  },
});
