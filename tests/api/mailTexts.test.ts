import { placeholders } from '@contract/monitor/alert';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { numberOf, readDocument } from '../../main/server/areas/business/document';
import { notify } from '../../main/server/areas/business/documentRun';
import { everyKind } from '../../main/server/areas/business/kinds';
import { checkRules } from '../../main/server/areas/monitor/watch';
import { takeTurns } from '../../main/server/areas/report/scheduler';
import type { Store } from '../../main/server/store/open';
import { landedBill } from '../support/apiCustoms';
import { draftDocument } from '../support/apiDocuments';
import { copyRow } from '../support/apiRecords';
import { testApi } from '../support/server';
import { alertRule } from './cases/monitor';
import { scheduleDraft } from './cases/schedules';

// Each field has a unique value, so that a text filled from another field is noticed.
const api = testApi({ mail: { every: 3_600_000 } });
const ZONE = 'Europe/Amsterdam';
const NOW = Date.parse('2026-11-03T06:00:00Z');
const noFault = (message: string, error?: unknown) => {
  throw new Error(message, { cause: error });
};
let store: Store;
beforeAll(async () => {
  store = await api.openStore();
  api.db.exec(`update staff set realName = 'owner.realName' where id = ${api.admin.staffId}`);
});
afterAll(() => store.close());

/** Returns the mails put into the outbox by a task, as a person reads them. */
async function mailsOf(task: () => Promise<unknown>): Promise<string> {
  api.db.exec('delete from monitorRecord where mailId is not null; delete from reportRun; delete from mail');
  await task();
  return api
    .rows('select toEmails, ccEmails, subject, text from mail order by id')
    .map(({ toEmails, ccEmails, subject, text }) =>
      [`To: ${toEmails}`, `Cc: ${ccEmails}`, `Subject: ${subject}`, '', text, ''].join('\n'),
    )
    .join('\n========\n\n');
}

/** Makes a bill that landed 20 hours ago, whose fields contain their own names. */
function namedBill(customerId: number, no: string): void {
  const id = landedBill(api);
  const airportId = copyRow(api, 'airport', 1, { airportCode: no, timeZone: 'Asia/Tokyo' });
  const warehouseId = copyRow(api, 'warehouse', 1, { code: `warehouse.code${no}` });
  api.db.exec(`update bill set stage = 'arrived', billNo = 'billNo${no}', batchNo = 'batchNo${no}',
    flightNo = 'flightNo${no}', eta = '2026-11-02T09:0${no.length}:00Z', ata = '2026-11-02T10:00:00Z',
    customerId = ${customerId}, landingAirportId = ${airportId}, warehouseId = ${warehouseId} where id = ${id}`);
}

test('fills each placeholder of an alert from its own field, on the clock of the airport, in one mail or many', async () => {
  const customerId = copyRow(api, 'customer', 1, {
    code: 'MAILTEXTS',
    nameEn: 'customer.nameEn',
    nameCn: 'customer.nameCn',
  });
  const all = placeholders.map((name) => `${name}={${name}}`).join('\n');
  const look = () => checkRules(store, { now: NOW, zone: ZONE }, noFault);
  const rule = {
    customerIds: [customerId],
    toEmails: ['rule.to@example.com'],
    ccEmails: ['rule.cc@example.com'],
    ...{ name: 'rule.name', subject: '{event}: {billNo}', bodyEn: all, bodyCn: all },
  };
  api.db.exec('update monitorConfig set active = 0');
  await alertRule(api, rule);
  namedBill(customerId, 'A');
  const one = await mailsOf(look);
  await alertRule(api, { ...rule, name: 'rule.two' });
  for (let n = 0; n < 10; n += 1) namedBill(customerId, `B${n}`);
  const many = await mailsOf(look);
  await expect(`${one}\n########\n\n${many}`).toMatchFileSnapshot('printed/alertMail.txt');
});

test.each(['en', 'cn'] as const)(
  'names report, period, rows and owner in the mail of a schedule in %s',
  async (language) => {
    const send = async (changes: object) => {
      api.db.exec('update reportSchedule set active = 0');
      const { id } = await api.call.reportSchedule.create({
        body: { ...scheduleDraft(), language, toEmails: ['schedule.to@example.com'], ...changes },
      });
      api.db.exec(`update reportSchedule set nextAt = '2026-11-03T06:00:00Z' where id = ${id}`);
      await takeTurns({ store, now: () => NOW, zone: ZONE, report: noFault });
    };
    const texts = await mailsOf(async () => {
      await send({ name: `schedule.name ${language}`, report: 'reportBox', span: 'all' });
      await send({
        ...{ name: `schedule.empty ${language}`, report: 'reportBox', span: 'lastMonth' },
        content: { asked: { keyword: 'no such thing' } },
      });
    });
    await expect(texts.replace(/\b\d[\d,]* (?=rows?\b)|\d+(?= ?行)/gu, 'N ')).toMatchFileSnapshot(
      `printed/reportMail${language === 'cn' ? 'Cn' : ''}.txt`,
    );
  },
);

const RUN = {
  DOCUMENT_TO_DECIDE: { step: 'step.name' },
  DOCUMENT_STUCK: { step: 'step.name' },
  DOCUMENT_APPROVED: {},
  DOCUMENT_REJECTED: { name: 'approver.realName', reason: 'the reason' },
  DOCUMENT_ENDS: { day: '05/12/2026' },
  DOCUMENT_RENEWS: { day: '05/12/2026' },
} as const satisfies Partial<Record<Parameters<typeof notify>[4], Record<string, string>>>;

test.each(['contract', 'standardQuote', 'orderQuote', 'taxation'] as const)(
  'says in the mail about an approval which document of the group %s it is, and what to do',
  async (group) => {
    const { id } = await draftDocument(api, group);
    const kind = everyKind.find(({ table }) => table === group);
    if (!kind) throw new Error(`no kind of document in ${group}`);
    const { staffId } = api.actor();
    api.db.exec(`update staff set email = 'approver@example.com' where id = ${staffId}`);
    const row = await readDocument(store.read, kind, id);
    const texts = await mailsOf(() =>
      store.write(async (write) => {
        for (const [code, more] of Object.entries(RUN))
          await notify(
            { write, now: '2026-11-03T06:00:00Z' },
            kind,
            row,
            [staffId],
            code as keyof typeof RUN,
            more,
          );
      }),
    );
    await expect(texts.replaceAll(numberOf(kind, row), 'documentNo')).toMatchFileSnapshot(
      `printed/approvalMail.${group}.txt`,
    );
  },
);
