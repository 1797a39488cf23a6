import { problem } from '@contract/errors';
import { ledgerSetup } from '@contract/finance/ledgerSetup';
import { crudHandlers } from '../../core/crud';
import { refuseFields } from '../../core/refusal';

/** Accounts of our companies; lines that name no company belong to one of them at most. */
export const ledgerSetupHandlers = crudHandlers(ledgerSetup, {
  check: async ({ read }, { companyId, takesUnassigned }) => {
    if (!takesUnassigned) return;
    const other = await read
      .selectFrom('ledgerSetup')
      .innerJoin('clientCompany', 'clientCompany.id', 'ledgerSetup.companyId')
      .select('clientCompany.code')
      .where('ledgerSetup.takesUnassigned', '=', 1)
      .where('ledgerSetup.active', '=', 1)
      .where('ledgerSetup.companyId', '!=', Number(companyId))
      .executeTakeFirst();
    if (other) throw refuseFields({ takesUnassigned: problem('LEDGER_UNASSIGNED', { company: other.code }) });
  },
});
