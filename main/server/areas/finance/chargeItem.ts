import { problem } from '@contract/errors';
import { chargeItem } from '@contract/finance/chargeItem';
import { toMinor } from '@contract/rules/money';
import { crudHandlers } from '../../core/crud';
import { refuseFields } from '../../core/refusal';

/** Price lists; the minimum charge may not exceed the maximum. */
export const chargeItemHandlers = crudHandlers(chargeItem, {
  check: async (_, { minCharge, maxCharge, currency }) => {
    const [min, max] = [minCharge, maxCharge].map((amount) =>
      amount === null ? null : toMinor(String(amount), String(currency)),
    );
    if ((min ?? 0) < 0) throw refuseFields({ minCharge: problem('CHARGE_LIMITS') });
    if (max !== null && max !== undefined && max < (min ?? 0))
      throw refuseFields({ maxCharge: problem('CHARGE_LIMITS') });
  },
});
