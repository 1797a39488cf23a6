import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type ApiName, allEndpoints } from '@contract/index';
import { beforeAll, expect, test } from 'vitest';
import type { Actor } from '../support/apiCall';
import { landedBill } from '../support/apiCargo';
import { dayFrom, makeCost } from '../support/apiFinance';
import { drafts } from '../support/apiRecords';
import { testApi } from '../support/server';
import { cases } from './cases';

// Triggers record every account that a call stores, in any table: stamps of records, log lines, files. One person
// creates the record and another one calls, so that a stamp that is not updated, or is always that of the first
// account, is noticed.
// Scheduled polling of customs would leave stamps during other calls.
const api = testApi({ customs: { every: 3_600_000 } });

/** A column that names the person who did something, and the account in it. */
interface Stamp {
  readonly at: string;
  readonly account: number | null;
}

/** Columns that every row has filled once its action was done; others are empty until then, or again. */
const ALWAYS = new Set([
  'createdBy',
  'updatedBy',
  'uploadedBy',
  'operatorId',
  'sentBy',
  'reservedBy',
  'bookedBy',
  'by',
]);
const isStamp = (column: string): boolean => ALWAYS.has(column) || column.endsWith('By');

/** Rows that the system itself creates or changes as a consequence: charges of a stage, mail, deadlines of an ISF. */
const OF_ITSELF = new Set([
  ...['billRevenue.createdBy', 'billRevenue.updatedBy', 'billCost.createdBy', 'billCost.updatedBy'],
  ...['mail.createdBy', 'seaIsf.updatedBy', 'operateLog.operatorId'],
]);

/** Calls that run a file on behalf of the account that uploaded it, whose permissions apply. */
const FOR_THE_SENDER: ReadonlySet<ApiName> = new Set(['fileJob.accept', 'fileJob.restart']);

beforeAll(() => {
  const db = new DatabaseSync(path.join(api.folder, 'freight.db'));
  db.exec('create table stampSeen (at text, account integer)');
  for (const { name } of api.rows("select name from sqlite_master where type = 'table'")) {
    const columns = api.rows(`select name from pragma_table_info('${name}')`).map((one) => String(one.name));
    const versioned = columns.includes('version') ? ' or new.version is not old.version' : '';
    for (const column of columns.filter(isStamp)) {
      const note = `begin insert into stampSeen values ('${name}.${column}', new."${column}"); end`;
      // A record with a new version has a new editor.
      const changed = `new."${column}" is not old."${column}"${column === 'updatedBy' ? versioned : ''}`;
      db.exec(`create trigger "seen_${name}_${column}_made" after insert on "${name}" ${note};
        create trigger "seen_${name}_${column}_changed" after update on "${name}" when ${changed} ${note}`);
    }
  }
  db.close();
});

/**
 * Returns the stamps that a call leaves: by another account than the creator of the record, where that one may call.
 */
async function stampsOf(name: ApiName): Promise<{ stamps: Stamp[]; by: Actor }> {
  const [maker, other] = [api.actor({ superAdmin: true }), api.actor({ superAdmin: true })];
  for (const by of [other, maker]) {
    const input = await cases[name].right(api, maker);
    await api.idle();
    api.db.exec('delete from stampSeen');
    const answer = await api.send(name, input, { as: by });
    if ('refused' in answer) continue;
    await api.idle();
    const rows = api.rows('select distinct at, account from stampSeen order by at');
    return { stamps: rows as unknown as Stamp[], by };
  }
  throw new Error(`${name} was refused`);
}

const signedIn = allEndpoints().filter(({ found }) => found.access !== 'public');
const stamping = new Set<string>();

test.each(signedIn)('$name records the account that calls, and no other', async ({ name }) => {
  const { stamps, by } = await stampsOf(name);
  for (const { at, account } of stamps) if (account === by.staffId) stamping.add(at);
  const isRight = ({ at, account }: Stamp) => {
    if (account === by.staffId) return true;
    if (account === null) return !ALWAYS.has(at.split('.')[1] ?? '') || OF_ITSELF.has(at);
    return FOR_THE_SENDER.has(name) && account === api.admin.staffId && !at.startsWith('fileJob.');
  };
  expect(stamps.filter((stamp) => !isRight(stamp))).toEqual([]);
});

test('fills every such column by these calls, a check, a change of a schedule and an invoice of another amount', async () => {
  const by = api.actor({ superAdmin: true });
  api.db.exec('delete from stampSeen');
  const { id: billId } = await landedBill(api);
  api.db.exec(`update bill set totalValue = 7996 where id = ${billId}`);
  const selection = { ids: [billId] };
  expect(await api.call.bill.check({ body: { selection } }, { as: by })).toMatchObject({ failed: [] });
  const { id, version } = await api.call.airTransport.create({ body: drafts.airTransport() as never });
  const params = { id };
  await api.call.airTransport.act({ params, body: { version, action: 'book' } });
  const body = {
    version: version + 1,
    action: 'reschedule',
    eta: '2031-12-24T10:00:00Z',
    reason: 'Fog',
  } as const;
  await api.call.airTransport.act({ params, body }, { as: by });
  const cost = await makeCost(api);
  const invoice = { invoiceNo: `S-${cost.id}`, invoiceDate: dayFrom(0), amount: '1080.00' };
  await api.call.billCost.invoice(
    { params: { id: cost.id }, body: { version: cost.version, ...invoice } },
    { as: by },
  );
  for (const at of ['bill.checkedBy', 'scheduleChange.by', 'billCostDiff.createdBy']) {
    expect(api.rows('select distinct account from stampSeen where at = ?', at)).toContainEqual({
      account: by.staffId,
    });
    stamping.add(at);
  }
  const columns = api
    .rows("select name from sqlite_master where type = 'table'")
    .flatMap(({ name }) =>
      api.rows(`select name from pragma_table_info('${name}')`).map((one) => `${name}.${one.name}`),
    )
    .filter((at) => isStamp(at.split('.')[1] ?? ''));
  expect(columns.filter((at) => !stamping.has(at))).toEqual([]);
});

test('logs a sign-in for the account that signs in', async () => {
  const input = await cases['session.login'].right(api, api.admin);
  const { profile } = (await api.call.session.login(input as never, { as: null })) as {
    profile: { id: number };
  };
  expect(api.row('select operatorId from operateLog order by id desc limit 1')).toEqual({
    operatorId: profile.id,
  });
});
