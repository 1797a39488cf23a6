import { drafts } from '../../support/apiRecords';
import type { TestApi } from '../../support/server';
import type { ContractCase } from './contractCase';
import { countChanged } from './countChanged';
import { waitingMail } from './mail';

/** Makes a new rule. */
export const alertRule = (api: TestApi, changes: object = {}) =>
  api.call.monitorConfig.create({ body: { ...drafts.monitorConfig(), ...changes } });

/** Makes an alert of a rule, with the mail about it unless `mailId` is null. */
export async function alertRecord(api: TestApi, mailId: number | null = waitingMail(api)): Promise<number> {
  const { id, event } = await alertRule(api);
  return api.insert('monitorRecord', {
    ...{ configId: id, event, objectType: 'bill', objectId: 1, objectNo: '160-12345675 B1', billId: 1 },
    ...{ occurrence: '', since: '2026-11-03T08:00:00Z', triggeredAt: '2026-11-03T08:00:00Z', mailId },
  });
}

export const monitorCases = {
  'monitorConfig.try': {
    right: () => ({ body: { event: 'noa_missing', subject: '{billNo}', bodyEn: '{hours} h' } }),
  },
  'monitorRecord.list': { right: () => ({ query: { pageSize: 5, event: ['noa_missing'] } }) },
  'monitorRecord.export': { right: () => ({ query: { format: 'csv', columns: ['objectNo', 'status'] } }) },
  'monitorRecord.get': { right: async (api) => ({ params: { id: await alertRecord(api) } }) },
  'monitorRecord.resend': {
    right: async (api) => ({ body: { ids: [await alertRecord(api)] } }),
    errors: { COUNT_CHANGED: countChanged('monitorRecord.resend') },
  },
} satisfies Record<string, ContractCase>;
