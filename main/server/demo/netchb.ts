import type { Writer } from '../store/open';
import { DAY, HOUR, iso } from './clock';
import { staffId } from './people';
import { madeAt } from './reference';
import { insertRows } from './rows';

/** Writes the NetCHB accounts of the demo, without passwords: real credentials do not belong in a demo. */
export async function seedNetchb(writer: Writer, now: number): Promise<void> {
  const made = madeAt(iso(now - 150 * DAY), staffId('k.oconnor'));
  const northgate = {
    filerCode: 'QZX',
    portCode: '2704',
    importerOfRecord: 'Northgate Clearance Inc.',
    importerTaxId: '98-7654321',
    bondType: '8' as const,
    suretyCode: '036',
    hasPassword: 0,
    simulatorMode: 'accept' as const,
    testDueAt: null,
    ...{ lastTestAt: null, lastTestResult: null, lastTestAnswer: null },
    ...{ active: 1, sort: null, remark: null },
  };
  await insertRows(writer, 'netchbAccount', [
    {
      id: 1,
      ...made,
      ...northgate,
      name: 'Training',
      environment: 'simulator',
      address: null,
      loginName: 'northgate.training',
      remark: 'Runs beside the API: nothing is filed',
    },
    {
      id: 2,
      ...made,
      ...northgate,
      name: 'Northgate Los Angeles',
      environment: 'production',
      address: 'https://netchb.example.com/services',
      loginName: 'northgate.lax',
      lastTestAt: iso(now - 3 * DAY + 9 * HOUR),
      lastTestResult: 'no_password',
    },
    {
      id: 3,
      ...made,
      ...northgate,
      name: 'Northgate Chicago',
      environment: 'production',
      address: 'https://netchb.example.com/services',
      loginName: 'northgate.ord',
      portCode: '3901',
      bondType: '9',
      suretyCode: '054',
    },
    {
      id: 4,
      ...made,
      ...northgate,
      name: 'Northgate trial',
      environment: 'sandbox',
      address: 'https://netchb-trial.example.com/services',
      loginName: 'northgate.trial',
      active: 0,
      remark: 'Of the trial before the contract',
    },
  ]);
}
