import { insertRows } from '../store/insertRows';
import type { Writer } from '../store/open';
import { DAY, dayOf, iso } from './clock';
import { staffId } from './people';
import { madeAt } from './reference';

const ACCOUNTS = {
  ...{ receivables: '1300', payables: '1600', bank: '1100', cash: '1000', card: '1360', setOff: '1590' },
  ...{
    outputVat: '1520',
    inputVat: '1510',
    exchangeGain: '8300',
    exchangeLoss: '8310',
    bankCharges: '7260',
    writeOffs: '7270',
  },
};

/** Writes the ledger accounts of each of our companies; the one that issues invoices takes what names no company. */
export async function seedLedger(writer: Writer, now: number): Promise<void> {
  const own = await writer
    .selectFrom('clientCompany')
    .select(['id', 'defaultIssuer'])
    .where('kind', '=', 'own')
    .orderBy('id')
    .execute();
  const since = now - 400 * DAY;
  await insertRows(
    writer,
    'ledgerSetup',
    own.map(({ id, defaultIssuer }, at) => ({
      ...madeAt(iso(since), staffId('sun.yu')),
      companyId: id,
      validFrom: `${dayOf(since).slice(0, 4)}-01-01`,
      ...ACCOUNTS,
      writeOffLimit: 500,
      takesUnassigned: defaultIssuer,
      yearStartMonth: 1,
      accountLength: 4,
      datevConsultant: '29098',
      datevClient: String(55001 + at),
      ...{ active: 1, sort: null, remark: null },
    })),
  );
}
