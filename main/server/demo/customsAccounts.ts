import type { Writer } from '../store/open';
import { DAY, iso } from './clock';
import { staffId } from './people';
import { madeAt } from './reference';
import { insertRows } from './rows';

/** Writes the accounts of the demo at customs offices of the EU. */
export async function seedCustomsAccounts(writer: Writer, now: number): Promise<void> {
  const made = madeAt(iso(now - 120 * DAY), staffId('k.oconnor'));
  const northgate = {
    ...made,
    filerName: 'Northgate Customs BV',
    filerEori: 'NL123456782',
    consumerNo: 'NLPR',
    simulatorMode: 'release',
    representation: 'indirect',
    ...{ address: null, folder: null, active: 1, sort: null },
  } as const;
  await insertRows(writer, 'customsAccount', [
    {
      id: 1,
      ...northgate,
      ...{ name: 'Training', transport: 'simulator', officeCode: 'NL000432', goodsLocation: 'NLSPL' },
      remark: 'Runs beside the API: nothing is declared',
    },
    {
      id: 2,
      ...northgate,
      ...{ name: 'Schiphol', transport: 'folder', folder: 'schiphol', officeCode: 'NL000432' },
      ...{ goodsLocation: 'NLSPL', remark: null },
    },
    {
      id: 3,
      ...northgate,
      ...{ name: 'Billund trial', transport: 'https', address: 'https://customs.example.com/h7' },
      ...{ officeCode: 'DK004700', goodsLocation: 'DKBLL' },
      remark: 'Waits for its client certificate',
    },
  ]);
}
