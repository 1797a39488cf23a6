import { vatCode } from '@contract/finance/vatCode';
import { vatCodeProblem } from '@contract/rules/vat';
import { crudHandlers } from '../../core/crud';
import { refuseFields } from '../../core/refusal';

/** VAT codes; rates and reasons must fit the category. */
export const vatCodeHandlers = crudHandlers(vatCode, {
  check: async (_, draft) => {
    const found = vatCodeProblem(draft);
    if (found) throw refuseFields({ [found.field]: found.problem });
  },
});
