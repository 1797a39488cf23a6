import { createHash } from 'node:crypto';
import { copyFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { unwrap } from '@contract/fields';
import { resources } from '@contract/resources';
import { Kysely, SqliteDialect } from 'kysely';
import { describe, expect, test } from 'vitest';
import type * as z from 'zod';
import { BEFORE_BASELINE, LAST_OF_BASELINE } from '../../../main/server/store/beforeBaseline';
import { addColumns } from '../../../main/server/store/columns';
import {
  type Migration,
  migrate,
  migrations,
  NewerDatabase,
  UnfinishedDatabase,
} from '../../../main/server/store/migrate';
import { openStore } from '../../../main/server/store/open';
import { forKysely, openConnection } from '../../../main/server/store/sqlite';
import { storedRows } from '../../../main/server/store/storedRows';
import { folders } from '../../support/apiFolder';

const folder = folders();

/** Opens a database, an empty one unless the file exists, also through Kysely as the store does. */
function database(file = path.join(folder(), 'freight.db')) {
  const raw = openConnection(file, false);
  // These tests cut no power, so nothing needs to be synchronised.
  raw.exec('pragma synchronous = off');
  return { file, raw, db: new Kysely<unknown>({ dialect: new SqliteDialect({ database: forKysely(raw) }) }) };
}

const steps: string[] = [];
/** Returns an otherwise empty database after `count` migrations; each step runs once and is copied from then on. */
async function databaseAt(count: number) {
  for (let step = steps.length; step <= count; step += 1) {
    const file = path.join(folder(), 'freight.db');
    if (step > 0) copyFileSync(steps[step - 1] as string, file);
    const { db } = database(file);
    await migrate(db, migrations.slice(0, step));
    // Closing moves everything from the log into the file.
    await db.destroy();
    steps.push(file);
  }
  const file = path.join(folder(), 'freight.db');
  copyFileSync(steps[count] as string, file);
  return database(file);
}
const presentDatabase = () => databaseAt(migrations.length);

const tablesOf = (raw: DatabaseSync) =>
  raw
    .prepare("select name from sqlite_master where type = 'table' and name not like 'sqlite_%' order by name")
    .all()
    .map(({ name }) => String(name));
const columnsOf = (raw: DatabaseSync, table: string) =>
  raw.prepare(`select name, type, "notnull" as required, pk from pragma_table_info(?)`).all(table) as {
    name: string;
    type: string;
    required: number;
    pk: number;
  }[];
const schemaOf = (raw: DatabaseSync) =>
  raw.prepare('select type, name, sql from sqlite_master order by type, name').all();
const rowsOf = (raw: DatabaseSync) =>
  Object.fromEntries(
    tablesOf(raw).map((table) => [table, raw.prepare(`select * from "${table}" order by 1`).all()]),
  );

/** Inserts a row into every table but `migration`, all referring to key 1; rows written by triggers stay. */
function fill(raw: DatabaseSync): void {
  const text = (name: string) =>
    name.endsWith('At') || name === 'at'
      ? '2026-11-03T00:00:00Z'
      : `x ${/(file|attachment)Id$/i.test(name) ? 'id' : name} 货`;
  raw.exec('pragma foreign_keys = off');
  for (const table of tablesOf(raw).filter((name) => name !== 'migration')) {
    const columns = columnsOf(raw, table);
    const values = columns.map(({ name, type }) => (type.toLowerCase() === 'integer' ? 1 : text(name)));
    raw
      .prepare(
        `insert or ignore into "${table}" (${columns.map(({ name }) => `"${name}"`)}) values (${columns.map(() => '?')})`,
      )
      .run(...values);
  }
  raw.exec('pragma foreign_keys = on');
}

/**
 * Columns that a later migration changed: dropped, since they repeat what others say, or corrected in rows that the
 * product delivers.
 */
const CHANGED: Readonly<Record<string, readonly string[]>> = {
  parcel: ['outboundAt'],
  box: ['missingOnCmrId'],
  taxation: ['itemDuty'],
  usRate: ['programs', 'validTo'],
};

/** Returns the tables that must not change: all but `migration`, without the columns named above. */
const kept = ({ migration: _, ...tables }: ReturnType<typeof rowsOf>) =>
  Object.entries(tables).map(
    ([table, rows]) =>
      [
        table,
        rows.map((row) =>
          Object.fromEntries(Object.entries(row).filter(([name]) => !CHANGED[table]?.includes(name))),
        ),
      ] as const,
  );
const first = (rows: unknown[] | undefined, { length }: readonly unknown[]) => rows?.slice(0, length);

test('lists every migration file in its order', () => {
  const files = readdirSync(path.resolve(import.meta.dirname, '../../../main/server/store/migrations'));
  expect(migrations.map(({ name }) => `${name}.ts`)).toEqual(files.sort());
});

describe.each(migrations.map((migration, index) => ({ ...migration, index })))(
  'the migration $name',
  ({ name, index }) => {
    test('follows the one before and keeps the rows', async () => {
      const { raw, db } = await databaseAt(index);
      fill(raw);
      const before = rowsOf(raw);
      expect(await migrate(db, migrations.slice(0, index + 1))).toBe(1);
      const after = rowsOf(raw);
      // A migration may add columns to a row, but change none.
      for (const [table, rows] of kept(before)) expect(first(after[table], rows), table).toMatchObject(rows);
      expect(raw.prepare('select name from migration order by id').all().at(-1)).toMatchObject({ name });
      expect(raw.prepare('pragma integrity_check').get()).toEqual({ integrity_check: 'ok' });
      expect(raw.prepare('pragma foreign_key_check').all()).toEqual([]);
      // The following migrations keep the rows too.
      await migrate(db);
      const last = rowsOf(raw);
      for (const [table, rows] of kept(before)) expect(first(last[table], rows), table).toMatchObject(rows);
      await db.destroy();
    });

    test('leaves the database unchanged when it is interrupted, and succeeds the next time', async () => {
      const { raw, db } = await databaseAt(index);
      fill(raw);
      const before = [schemaOf(raw), rowsOf(raw)];
      const broken: Migration = {
        name,
        migration: {
          up: async (transaction) => {
            await migrations[index]?.migration.up(transaction);
            throw new Error('the power went');
          },
        },
      };
      await expect(migrate(db, [...migrations.slice(0, index), broken])).rejects.toThrow('the power went');
      expect([schemaOf(raw), rowsOf(raw)]).toEqual(before);
      expect(await migrate(db, migrations.slice(0, index + 1))).toBe(1);
      await db.destroy();
    });
  },
);

/** Purposes of migrations, each checked on the data it makes possible; keys are `migration: purpose`. */
const PURPOSE: Readonly<Record<string, (raw: DatabaseSync) => void>> = {
  '0051-access: a permission is of a group, and a name of one account': (raw) => {
    expect(() =>
      raw.exec("insert into groupPermission (groupId, permissionId) values (99, '9010101')"),
    ).toThrow(/FOREIGN KEY/);
    expect(() => raw.exec('insert into staff select * from staff')).toThrow(/UNIQUE/);
  },
  '0052-reference: a code stands once': (raw) => {
    for (const table of ['country', 'airport', 'customer', 'destination', 'lastMile', 'channelCode']) {
      const names = columnsOf(raw, table)
        .filter(({ pk }) => !pk)
        .map(({ name }) => `"${name}"`);
      expect(
        () => raw.exec(`insert into "${table}" (${names}) select ${names} from "${table}"`),
        table,
      ).toThrow(/UNIQUE/);
    }
  },
  '0055-bills: a bill stands once unless it is removed': (raw) => {
    const names = columnsOf(raw, 'bill')
      .filter(({ pk }) => !pk)
      .map(({ name }) => `"${name}"`);
    const copy = `insert into bill (${names}) select ${names} from bill limit 1`;
    raw.exec('update bill set removedAt = null');
    expect(() => raw.exec(copy)).toThrow(/UNIQUE/);
    raw.exec("update bill set removedAt = '2026-11-03T00:00:00Z'");
    // A removed bill frees its number.
    raw.exec(copy);
    expect(raw.prepare('select billNo, batchNo from attachmentOfBill').get()).toEqual({
      billNo: 'x billNo 货',
      batchNo: 'x batchNo 货',
    });
  },
  '0058-customs: numbers are found by their last six': (raw) => {
    for (const [table, column] of [
      ['bill', 'billNo'],
      ['box', 'boxNo'],
      ['parcel', 'trackingNo'],
    ]) {
      const plan = raw
        .prepare(`explain query plan select * from "${table}" where substr("${column}", -6) = '123456'`)
        .all();
      expect(JSON.stringify(plan)).toContain(`${table}ByLastSix`);
    }
  },
  '0059-files: a file that was sent before is found': (raw) => {
    const plan = raw
      .prepare("explain query plan select * from fileJob where kind = 'bill' and fileHash = 'x'")
      .all();
    expect(JSON.stringify(plan)).toContain('fileJobBy_kind_fileHash');
  },
  '0051-access: the logs are append-only': (raw) => {
    for (const table of ['operateLog', 'billLog']) {
      expect(() => raw.exec(`update "${table}" set operatorName = 'y'`)).toThrow('append-only');
      expect(() => raw.exec(`delete from "${table}"`)).toThrow('append-only');
    }
  },
  '0051-access: no line of the logs is replaced': (raw) => {
    for (const table of ['operateLog', 'billLog']) {
      expect(() => raw.exec(`insert or replace into "${table}" select * from "${table}"`)).toThrow(
        'append-only',
      );
      const names = columnsOf(raw, table)
        .filter(({ pk }) => !pk)
        .map(({ name }) => `"${name}"`);
      raw.exec(`insert into "${table}" (${names}) select ${names} from "${table}"`);
      expect(raw.prepare(`select count(*) as n from "${table}"`).get()).toEqual({ n: 2 });
    }
  },
  '0055-bills: the bills of a customer are not sorted': (raw) => {
    const narrowed = "from bill where customerId in (7) and archived = 0 and stage in ('draft')";
    const plan = raw
      .prepare(`explain query plan select id ${narrowed} order by eta desc, id desc limit 50`)
      .all();
    expect(JSON.stringify(plan)).toContain('COVERING INDEX billBy_archived_customerId_eta_id_stage');
    // The index returns them in order: nothing is sorted.
    expect(JSON.stringify(plan)).not.toContain('TEMP B-TREE');
  },
  '0058-customs: parcels of a bill are listed by state, and ULDs follow the bill': (raw) => {
    const plan = (query: string) => JSON.stringify(raw.prepare(`explain query plan ${query}`).all());
    const ofBill = "select id from parcel where billId = 1 and state = 'held' order by trackingNo limit 50";
    expect(plan(ofBill)).toContain('parcelBy_billId_state_trackingNo');
    expect(plan(ofBill)).not.toContain('TEMP B-TREE');
    raw.exec(`update bill set uldNumbers = '["PMC12345CK", "AKE1234CX"]' where id = 1`);
    const ulds = () => raw.prepare('select uldNo from billUld where billId = 1 order by 1').all();
    expect(ulds()).toEqual([{ uldNo: 'AKE1234CX' }, { uldNo: 'PMC12345CK' }]);
    raw.exec(`update bill set uldNumbers = '["AKE1234CX"]' where id = 1`);
    expect(ulds()).toEqual([{ uldNo: 'AKE1234CX' }]);
    // Boxes without photos and pallets have values that the codecs accept.
    raw.exec(
      "insert into box (billId, boxNo, declaredParcels, weight, state) values (1, 'B', 1, 1, 'expected')",
    );
    expect(raw.prepare("select photos, palletId from box where boxNo = 'B'").get()).toEqual({
      photos: '[]',
      palletId: null,
    });
  },
  '0058-customs: a bill is deleted without reading other bills': (raw) => {
    raw.exec('pragma foreign_keys = on');
    // The plan of deleting parcels and boxes includes the search for rows that refer to them.
    for (const table of ['itemLine', 'parcel', 'box', 'batch', 'pick', 'fyco', 'abnormalCase', 'pmc']) {
      const own =
        table === 'itemLine' ? 'parcelId in (select id from parcel where billId = 1)' : 'billId = 1';
      const plan = raw.prepare(`explain query plan delete from "${table}" where ${own}`).all();
      expect(plan.map(({ detail }) => detail).join('\n'), table).not.toMatch(/SCAN/);
    }
  },
  '0063-differences: a case names its trip, and a leg both of its differences': (raw) => {
    raw.exec("update pick set pickNo = 'PK1', missingBoxes = 1, surplusBoxes = 2");
    expect(raw.prepare('select missingBoxes, surplusBoxes from inboundLegOfBill').get()).toEqual({
      missingBoxes: 1,
      surplusBoxes: 2,
    });
    raw.exec("update abnormalCase set pickId = 1, differenceReason = 'damage'");
    expect(raw.prepare('select pickNo, differenceReason from caseOfBill').get()).toEqual({
      pickNo: 'PK1',
      differenceReason: 'damage',
    });
    const plan = raw.prepare('explain query plan select id from abnormalCase where pickId = 1').all();
    expect(JSON.stringify(plan)).toContain('abnormalCaseBy_pickId');
  },
  '0057-warehouse: inbound legs': (raw) => {
    const leg = raw.prepare('select landingAirportId, legState from inboundLegOfBill').get();
    expect(leg).toEqual({ landingAirportId: 1, legState: 'finished' });
  },
  '0053-customers: the members of a group are counted': (raw) => {
    raw.exec(`insert into clientGroup (version, createdAt, updatedAt, code, nameEn, nameCn)
      values (1, '2026-11-03T00:00:00Z', '2026-11-03T00:00:00Z', 'VIP', 'VIP', '大客户')`);
    raw.exec('update customer set groupId = 2');
    expect(raw.prepare('select memberCount from clientGroup order by id').all()).toEqual([
      { memberCount: 0 },
      { memberCount: 1 },
    ]);
    expect(
      raw.prepare('select iban from clientCompany join customer on companyId = clientCompany.id').all(),
    ).toHaveLength(1);
  },
  '0052-reference: countries': (raw) => {
    const country = raw.prepare('select level, code3, numericCode, parentId, vatRate from country').get();
    expect(country).toEqual({
      level: 'x level 货',
      code3: 'x code3 货',
      numericCode: 'x numericCode 货',
      parentId: 1,
      vatRate: 1,
    });
    expect(raw.prepare('select customerIds, steps from ioss, service').get()).toBeDefined();
  },
  '0057-warehouse: free days of a ULD end': (raw) => {
    raw.exec("update pmc set collectedAt = '2026-10-30T08:15:00Z', freeDays = 5");
    expect(raw.prepare('select dueAt from pmcOfBill').get()).toEqual({ dueAt: '2026-11-04T08:15:00Z' });
  },
  '0057-warehouse: notes are listed by state': (raw) => {
    const plan = (query: string) => JSON.stringify(raw.prepare(`explain query plan ${query}`).all());
    expect(plan('select id from pallet where cmrId = 1')).toContain('palletBy_cmrId');
    const listed = plan("select id from cmr where state = 'loaded' order by createdAt desc limit 50");
    expect(listed).toContain('cmrBy_state_createdAt');
    expect(listed).not.toContain('TEMP B-TREE');
  },
  '0056-transport: a bill is booked on one flight or voyage': (raw) => {
    // A bill has at most one booking.
    raw.exec('pragma foreign_keys = off');
    expect(() => raw.exec("insert into booking (billId, bookedAt) values (1, 'x')")).toThrow(/unique/i);
  },
  '0059-files: files of no bill are counted': (raw) => {
    // Statistics of bill files stay, and files without a bill have statistics too.
    expect(raw.prepare('select jobId, billId from fileStatistic').all()).toEqual([{ jobId: 1, billId: 1 }]);
    raw.exec(`
      insert into fileJob (id, version, createdAt, updatedAt, kind, fileName, fileId, fileHash, size, status, options)
        select 2, 1, createdAt, updatedAt, 'awb_file', 'a.csv', fileId, 'h2', 5, 'success', '{"billNo":"16012345675"}'
        from fileJob where id = 1;
      insert into fileStatistic (jobId, billId, currency, totalLines) values (2, null, 'EUR', 7);
      insert into fileOutput (jobId, name, fileId, rows) select 2, 'ags', fileId, 3 from fileJob where id = 1;
      update bill set billNo = '16012345675', stage = 'draft'`);
    expect(raw.prepare('select billNo, billId, totalLines, outputs from awbFileOfJob').all()).toEqual([
      {
        ...{ billNo: '16012345675', billId: 1, totalLines: 7 },
        outputs: expect.stringContaining('"name":"ags"'),
      },
    ]);
  },
  '0057-warehouse: due mail of notes is found': (raw) => {
    const plan = (query: string) => JSON.stringify(raw.prepare(`explain query plan ${query}`).all());
    const due = plan("select id from cmrMail where mailId is null and dueAt <= '2026-11-03'");
    expect(due).toMatch(/USING (COVERING )?INDEX/);
    expect(plan('select id from cmrFile where cmrId = 1')).toMatch(/USING (COVERING )?INDEX/);
  },
  '0057-warehouse: an SSCC stands once': (raw) => {
    const put = (id: number, sscc: string | null) =>
      raw.exec(`insert into pallet (id, version, createdAt, updatedAt, palletNo, sscc, destinationCode, type, state, builtAt)
        values (${id}, 1, '', '', 'P${id}', ${sscc === null ? 'null' : `'${sscc}'`}, '', '', '', '')`);
    put(71, null);
    put(72, null);
    put(73, '387123450000000012');
    expect(() => put(74, '387123450000000012')).toThrow(/UNIQUE/);
    expect(() => raw.exec('insert into ssccSerial select * from ssccSerial')).toThrow(/UNIQUE/);
  },
  '0061-business: rates are found, and the approval log is append-only': (raw) => {
    const plan = JSON.stringify(
      raw
        .prepare("explain query plan select * from taxation where countryCode = 'NL' and state = 'approved'")
        .all(),
    );
    expect(plan).toContain('INDEX');
    for (const change of ['delete from approvalLog', "update approvalLog set remark = ''"])
      expect(() => raw.exec(change)).toThrow(/append-only/);
  },
  '0061-business: rate cards are found': (raw) => {
    const cards =
      "select id from standardQuote where serviceId = 1 and direction = 'sell' and state = 'approved'";
    expect(JSON.stringify(raw.prepare(`explain query plan ${cards}`).all())).toContain(
      'standardQuoteBy_serviceId_direction_state',
    );
  },
  '0062-sea: a master bill stands once': (raw) => {
    const customer = raw.prepare('select min(id) as id from customer').get() as { id: number };
    const put = (mbl: string, hbl: string | null) =>
      raw.exec(`insert into seaBill (version, createdAt, updatedAt, state, mblNo, hblNo, customerId, carrierScac, vesselName,
          voyageNo, polCode, podCode, loadType, etd, eta, packages, grossWeight, volume, goodsEn)
        values (1, '', '', 'draft', '${mbl}', ${hbl === null ? 'null' : `'${hbl}'`}, ${customer.id}, '', '', '', '', '', '', '', '',
          1, 1, 1, '')`);
    put('PZOL1', 'A');
    put('PZOL1', null);
    expect(() => put('PZOL1', null)).toThrow(/UNIQUE/);
    expect(() => put('PZOL1', 'A')).toThrow(/UNIQUE/);
  },
  '0062-sea: filings are found': (raw) => {
    const plan = (query: string) => JSON.stringify(raw.prepare(`explain query plan ${query}`).all());
    expect(plan("select id from filing where nextAt <= '2026-11-03' order by nextAt")).toContain(
      'filingBy_nextAt',
    );
    expect(
      plan("select id from filing where objectType = 'seaIsf' and objectId = 1 order by id desc"),
    ).toContain('filingBy_objectType_objectId_id');
    expect(plan('select id from seaIsf where customerId = 1 order by id desc')).toContain(
      'seaIsfBy_customerId_id',
    );
    const [account] = raw.prepare('select simulatorMode from netchbAccount').all();
    expect(account?.simulatorMode).toBeTypeOf('string');
  },
  '0062-sea: an entry number is given once, and fees are charged': (raw) => {
    const put = (entryNo: string) =>
      raw.exec(`insert into entryNumber (entryNo, reservedAt) values ('${entryNo}', '2026-11-03T00:00:00Z')`);
    put('ABC12345676');
    expect(() => put('ABC12345676')).toThrow(/UNIQUE/);
    // An empty installation has fees too, and accepts no entry of type 86.
    const rates = raw.prepare('select code, validTo from usRate order by code').all();
    expect(rates.map(({ code }) => code)).toEqual(expect.arrayContaining(['11', '311', '499', '501', '86']));
    expect(rates.find(({ code }) => code === '86')).toMatchObject({ validTo: '2025-08-28' });
  },
  '0061-business: order quotes are found': (raw) => {
    const offers =
      "select id from orderQuote where customerId = 1 and serviceId = 1 and state in ('approved')";
    expect(JSON.stringify(raw.prepare(`explain query plan ${offers}`).all())).toContain(
      'orderQuoteBy_customerId_serviceId_state',
    );
  },
  '0054-mail: statements are found': (raw) => {
    const plan = (query: string) => JSON.stringify(raw.prepare(`explain query plan ${query}`).all());
    expect(plan("select id from statementMail where period = '2026-11'")).toContain(
      'statementMailBy_period_customerId_currency',
    );
    expect(
      plan('select language from statementMail where customerId = 1 order by id desc limit 1'),
    ).toContain('statementMailBy_customerId_id');
  },
  '0059-files: an issue stands once in a sheet': (raw) => {
    const say = (sheet: string) =>
      raw.exec(`insert into fileIssue (jobId, sheet, row, columnKey, header, value, code, params, level)
        select id, '${sheet}', 2, 'hts', 'HTS', '', 'REQUIRED', '{}', 'error' from fileJob limit 1`);
    say('lines');
    say('containers');
    expect(() => say('lines')).toThrow(/UNIQUE/);
  },
  '0051-access: saved lists are found': (raw) => {
    const plan = (query: string) => JSON.stringify(raw.prepare(`explain query plan ${query}`).all());
    expect(plan("select id from listView where ownerId = 1 or scope = 'everyone'")).toContain(
      'listViewBy_scope',
    );
    expect(plan('delete from listViewDefault where viewId = 1')).toContain('listViewDefaultBy_viewId');
  },
  '0054-mail: a schedule has the state of its last turn': (raw) => {
    const outcome = () =>
      raw
        .prepare(
          'select state, lastState from reportRun join reportSchedule on reportSchedule.id = scheduleId where reportSchedule.id = 77',
        )
        .get();
    raw.exec(`insert into reportSchedule (id, version, createdAt, updatedAt, name, report, span, frequency, sendTime, format, language)
      values (77, 1, '2026-11-03', '2026-11-03', 'Boxes', 'reportBox', 'last7', 'daily', '07:00', 'csv', 'en')`);
    raw.exec(`insert into mail (id, createdAt, messageId, toEmails, ccEmails, subject, text, fileIds, fileCount, objectType, objectNo, state)
      values (7777, '2026-11-03', 'm', '[]', '[]', 's', 't', '[]', 0, 'reportSchedule', 'Boxes', 'pending')`);
    const run = () =>
      raw.exec(
        "insert into reportRun (scheduleId, slot, how, target, state, mailId) values (77, '2026-11-03T06:00:00Z', 'planned', 'mail', 'sending', 7777)",
      );
    run();
    expect(run).toThrow(/UNIQUE/);
    expect(outcome()).toEqual({ state: 'sending', lastState: 'sending' });
    raw.exec("update mail set state = 'failed', error = 'recipient' where id = 7777");
    expect(outcome()).toEqual({ state: 'failed', lastState: 'failed' });
    raw.exec("update mail set state = 'sent', error = null where id = 7777");
    expect(outcome()).toEqual({ state: 'done', lastState: 'done' });
  },
  '0058-customs: reports read an index alone': (raw) => {
    const read = `select country, sum(value), min(releasedAt) from parcel where billId in (1, 2) group by billId, country`;
    expect(JSON.stringify(raw.prepare(`explain query plan ${read}`).all())).toContain(
      'COVERING INDEX parcelOfReports',
    );
  },
  '0060-finance: numbers are found by their end': (raw) => {
    const end = "substr(replace(invoiceNo, '-', ''), -6) = 'x' and invoiceNo is not null";
    const plan = JSON.stringify(
      raw.prepare(`explain query plan select id from billRevenue where ${end}`).all(),
    );
    expect(plan).toContain('billRevenueByEndOf_invoiceNo');
  },
  '0055-bills: a page deep in the list reads an index alone': (raw) => {
    const listed = "select id from bill where archived = ? and stage <> 'removed'";
    for (const order of ['eta desc, id desc', 'eta, id']) {
      const plan = raw.prepare(`explain query plan ${listed} order by ${order} limit 50 offset 900`).all();
      expect(plan.map(({ detail }) => detail)).toEqual([
        'SEARCH bill USING COVERING INDEX billStanding (archived=?)',
      ]);
    }
    // No column of the skipped rows is read.
    const program = raw.prepare(`explain ${listed} order by eta limit 50 offset 900`).all();
    expect(program.filter(({ opcode }) => opcode === 'Column')).toEqual([]);
  },
  '0055-bills: a waybill is found by its last four': (raw) => {
    const ended = 'select id from bill where substr(billNo, -4) = ? and billNo like ? and removedAt is null';
    const plan = raw.prepare(`explain query plan ${ended} order by id desc limit 6`).all();
    expect(plan.map(({ detail }) => detail)).toEqual(['SEARCH bill USING INDEX billByLastFour (<expr>=?)']);
  },
  '0055-bills: bills are listed by what is due next': (raw) => {
    const due =
      "select id from bill where archived = ? and stage <> 'removed' order by dueOrder, id limit 50";
    const plan = raw.prepare(`explain query plan ${due}`).all();
    expect(plan.map(({ detail }) => detail)).toEqual([
      'SEARCH bill USING COVERING INDEX billDue (archived=?)',
    ]);
  },
  '0054-mail: a statement stays when its mail is gone': (raw) => {
    // A statement stays when its mail was cleared.
    raw.exec(`insert into statementMail (customerId, period, currency, language, toEmails, ccEmails, sentAt, mailId)
      values (1, '2026-11', 'EUR', 'en', '[]', '[]', '2026-11-03T00:00:00Z', 999999)`);
    const shown = raw.prepare('select state from statementMailSent where mailId = 999999').all();
    expect(shown).toEqual([{ state: null }]);
  },
  '0054-mail: due mail is found': (raw) => {
    const due = "select id from mail where state = 'pending' and nextAt <= '2026-11-03' order by nextAt";
    const plan = JSON.stringify(raw.prepare(`explain query plan ${due}`).all());
    expect(plan).toContain('mailBy_state_nextAt');
    expect(plan).not.toContain('TEMP B-TREE');
    expect(() => raw.exec('insert into secret select * from secret')).toThrow(/UNIQUE/);
  },
  '0054-mail: an alert that lasts stands once': (raw) => {
    const found = (occurrence: string) =>
      raw.exec(`insert into monitorRecord (configId, event, objectType, objectId, objectNo, occurrence, since, triggeredAt)
        values (1, 'file_failed', 'fileJob', 7, 'f.csv', '${occurrence}', '2026-11-03', '2026-11-03T00:00:00Z')`);
    found('one');
    found('two');
    // An open occurrence is unique; an ended one may start again.
    expect(() => found('one')).toThrow(/UNIQUE/);
    raw.exec("update monitorRecord set endedAt = '2026-11-04T00:00:00Z'");
    found('one');
    const states = () =>
      raw.prepare("select distinct status from monitorRecordOfMail where objectNo = 'f.csv'").all();
    expect(states()).toEqual([{ status: 'pending' }]);
    raw.exec("update mail set state = 'failed'; update monitorRecord set mailId = 1");
    expect(states()).toEqual([{ status: 'failed' }]);
    const page = 'select id from monitorRecordOfMail order by triggeredAt desc, id desc limit 50';
    const plan = JSON.stringify(raw.prepare(`explain query plan ${page}`).all());
    expect(plan).toContain('monitorRecordBy_triggeredAt_id');
    expect(plan).not.toContain('TEMP B-TREE');
  },
  '0060-finance: lines of the books stand once': (raw) => {
    for (const table of ['chargeItem', 'chargeFlow', 'dayRate', 'billCost', 'billRevenue', 'billPayment'])
      expect(() => raw.exec(`insert into ${table} select * from ${table}`), table).toThrow(/UNIQUE/);
  },
  '0059-files: a letter stands once': (raw) => {
    const put = (kind: string, id: string, pieces = 0) =>
      raw.exec(`insert into letter (version, createdAt, updatedAt, kind, receivedAt, mailFrom, text, messageId, hash, status, billId, pieces)
        values (1, '', '', '${kind}', '2026-11-03T00:00:00Z', 'a@example.com', '', '${id}', '${kind}${id}', 'matched', 1, ${pieces})`);
    put('noa', 'one', 3);
    put('utb', 'one');
    expect(() => put('noa', 'one')).toThrow(/UNIQUE/);
    const { boxCount } = raw.prepare('select boxCount from bill where id = 1').get() as { boxCount: number };
    expect(raw.prepare('select difference from noaMail').all()).toEqual([{ difference: 3 - boxCount }]);
    expect(raw.prepare('select count(*) as n from utbMail').get()).toEqual({ n: 1 });
    const page = "select id from noaMail where status = 'matched' order by receivedAt desc, id desc limit 50";
    const plan = JSON.stringify(raw.prepare(`explain query plan ${page}`).all());
    expect(plan).toContain('letterBy_kind_status_receivedAt');
    expect(plan).not.toContain('TEMP B-TREE');
  },
  '0061-business: approvers are found': (raw) => {
    // Existing accounts see all warehouses.
    const seen = raw.prepare(
      "select dflt_value as first from pragma_table_info('staff') where name = 'warehouseIds'",
    );
    expect(seen.get()).toEqual({ first: "'[]'" });
    raw.exec('update approvalConfig set steps = \'[{"approverStaffIds":[7]}]\'');
    const approver = "select value from approvalConfig, json_each(steps, '$[0].approverStaffIds')";
    expect(raw.prepare(approver).get()).toEqual({ value: 7 });
    const again =
      "insert into approvalConfig (version, createdAt, updatedAt, docType, nameEn, nameCn) select 1, '', '', '', nameEn, '' from approvalConfig";
    expect(() => raw.exec(again)).toThrow(/UNIQUE/);
  },
  '0062-sea: an account of the gateway stands once': (raw) => {
    const put = (name: string) =>
      raw.exec(
        `insert into netchbAccount (version, createdAt, updatedAt, name, environment, loginName, filerCode)
         values (1, '', '', '${name}', '', '', '')`,
      );
    put('new');
    expect(() => put('new')).toThrow(/UNIQUE/);
    const { hasPassword } = raw.prepare("select hasPassword from netchbAccount where name = 'new'").get() as {
      hasPassword: number;
    };
    expect(hasPassword).toBe(0);
  },
  '0051-access: deleted accounts are no members': (raw) => {
    const members = () => raw.prepare('select memberCount from groupOfStaff where id = 1').get();
    raw.exec("update staff set deletedAt = '2026-11-03T00:00:00Z'");
    expect(members()).toEqual({ memberCount: 0 });
    raw.exec('update staff set deletedAt = null');
    expect(members()).toEqual({ memberCount: 1 });
  },
  '0053-customers: one primary contact': (raw) => {
    const of = (customerId: number | null, companyId: number | null) =>
      raw.exec(`insert into clientContact (version, createdAt, updatedAt, customerId, companyId, name, isPrimary)
        values (1, '2026-11-03T00:00:00Z', '2026-11-03T00:00:00Z', ${customerId}, ${companyId}, 'x', 1)`);
    raw.exec('delete from clientAccount; delete from clientContact');
    of(1, null);
    of(null, 1);
    // An owner has at most one primary contact.
    expect(() => of(1, null)).toThrow(/UNIQUE/);
    expect(() => of(null, 1)).toThrow(/UNIQUE/);
    const ofCustomer = 'select id from operateLog where customerId = 1 order by at desc limit 50';
    const plan = JSON.stringify(raw.prepare(`explain query plan ${ofCustomer}`).all());
    expect(plan).toContain('operateLogBy_customerId_at');
    expect(plan).not.toContain('TEMP B-TREE');
  },
  '0059-files: bills of a file are found': (raw) => {
    raw.exec("update fileJob set kind = 'bill', undoneAt = null");
    raw.exec('update bill set importJobId = 1');
    expect(
      raw.prepare('select fileName from fileJob join bill on bill.importJobId = fileJob.id').all(),
    ).toHaveLength(1);
  },
  '0067-custody: a move is read with its bill and the code of the warehouse': (raw) => {
    raw.exec("update custodyMove set toPlace = 'warehouse', toId = 1; update warehouse set code = 'AMS1'");
    expect(raw.prepare('select toName, billNo from custodyMoveOfBill').get()).toMatchObject({
      toName: 'AMS1',
    });
  },
  '0068-claims: a case has a claim, whose clock an email stops': (raw) => {
    raw.exec(
      "update abnormalCase set state = 'open', noticeDueOn = '2026-11-20', noticeGivenAt = null, noticeMailId = null",
    );
    const shown = () => raw.prepare('select noticeOpen, noticeSentAt from caseOfBill').get();
    expect(shown()).toEqual({ noticeOpen: 1, noticeSentAt: null });
    raw.exec("update mail set sentAt = '2026-11-19T08:00:00Z'");
    raw.exec('update abnormalCase set noticeMailId = (select min(id) from mail)');
    expect(shown()).toEqual({ noticeOpen: 0, noticeSentAt: '2026-11-19T08:00:00Z' });
    const plan = raw
      .prepare("explain query plan select id from abnormalCase where noticeDueOn <= '2026'")
      .all();
    expect(JSON.stringify(plan)).toContain('abnormalCaseNotice');
  },
  '0073-usFees: the fees of fiscal year 2026 end with it, and spare exempt goods': (raw) => {
    const fees = raw
      .prepare(
        "select programs, exemptCountries, validTo from usRate where code = '499' and validFrom = '2025-10-01'",
      )
      .all();
    expect(fees).toMatchObject([{ validTo: '2026-09-30' }]);
    for (const { programs, exemptCountries } of fees) {
      expect(JSON.parse(String(programs))).toEqual(expect.arrayContaining(['S', 'S+', 'KR']));
      expect(JSON.parse(String(exemptCountries))).toContain('IL');
    }
  },
  '0072-missing: a case of a missing box names its note, and the box only its place': (raw) => {
    const columns = raw.prepare('select name from pragma_table_info(?)').all('box');
    expect(columns.map(({ name }) => name)).not.toContain('missingOnCmrId');
    expect(() => raw.exec('update abnormalCase set cmrId = 99')).toThrow(/FOREIGN KEY/);
  },
  '0064-missingBoxes: the column of missing boxes is dropped again, with its index': (raw) => {
    const indexes = raw.prepare("select name from sqlite_master where type = 'index'").all();
    expect(indexes.map(({ name }) => name)).not.toContain('boxMissing');
  },
  '0071-outbound: a parcel has left with its box, or when it was handed over itself': (raw) => {
    const left = (id: unknown) =>
      raw.prepare('select outboundAt from parcelOfBill where id = ?').get(Number(id))?.outboundAt;
    const [{ id, boxId } = {}] = raw.prepare('select id, boxId from parcel limit 1').all();
    raw.exec(`update parcel set place = null, placedAt = null where id = ${id};
      update box set outboundAt = '2026-11-19T08:00:00Z' where id = ${boxId}`);
    expect(left(id)).toBe('2026-11-19T08:00:00Z');
    // It was lost before.
    raw.exec(`update parcel set place = 'lost', placedAt = '2026-11-18T08:00:00Z' where id = ${id}`);
    expect(left(id)).toBeNull();
    raw.exec(`update box set outboundAt = null where id = ${boxId};
      update parcel set place = 'delivered', placedAt = '2026-11-20T08:00:00Z' where id = ${id}`);
    expect(left(id)).toBe('2026-11-20T08:00:00Z');
  },
  '0070-stockCounts: a warehouse has one open count': (raw) => {
    const start = () =>
      raw.exec(`insert into stockCount (countNo, warehouseId, state, startedAt)
        values ('SC-1', (select min(id) from warehouse), 'open', '2026-11-01T00:00:00Z')`);
    start();
    expect(start).toThrow(/UNIQUE/);
    raw.exec("update stockCount set state = 'closed'");
    start();
  },
  '0069-loose: a parcel may stand in no box, and keeps its references and indexes': (raw) => {
    const [{ boxId } = {}] = raw.prepare('select boxId from parcel where boxId is not null limit 1').all();
    expect(boxId).toBeDefined();
    raw.exec('update parcel set boxId = null where id = (select min(id) from parcel)');
    expect(() => raw.exec('update parcel set boxId = 999999')).toThrow(/FOREIGN KEY/);
    const indexes = raw
      .prepare("select name from sqlite_master where type = 'index' and tbl_name = 'parcel'")
      .all();
    expect(indexes.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['parcelBy_boxId', 'parcelLoose']),
    );
    const [{ views } = {}] = raw
      .prepare(
        "select count(*) as views from sqlite_master where type = 'view' and lower(sql) like '%parcel%'",
      )
      .all();
    expect(views).toBeGreaterThan(4);
    // A line of a loose parcel is still checked.
    expect(raw.prepare('select count(*) as n from hsLine').get()).toEqual(
      raw.prepare('select count(*) as n from itemLine').get(),
    );
  },
  '0066-storage: a warehouse has free days, or none that are known': (raw) => {
    raw.exec('update warehouse set freeDays = null');
    expect(raw.prepare('select distinct freeDays from warehouse').all()).toEqual([{ freeDays: null }]);
  },
  '0065-notices: a notice is compared with the boxes of its waybill': (raw) => {
    raw.exec("update letter set kind = 'noa', billId = 1, pieces = 5");
    raw.exec('update bill set boxCount = 3, removedAt = null; update awb set boxCount = 5');
    const shown = () => raw.prepare('select boxCount, difference from noaMail').get();
    expect(shown()).toEqual({ boxCount: 5, difference: 0 });
    // A removed bill has no waybill any more.
    raw.exec('delete from awb');
    expect(shown()).toEqual({ boxCount: 3, difference: 2 });
  },
  '0058-customs: parcels and waybills are listed by an index': (raw) => {
    const plan = (query: string) => JSON.stringify(raw.prepare(`explain query plan ${query}`).all());
    // One index finds a number by its end and as a whole.
    const six = "substr(trackingNo, -6) = '123456'";
    for (const condition of [six, `${six} and substr(trackingNo, -12, 6) = 'RR0000'`])
      expect(plan(`select id from parcel where ${condition}`)).toContain('parcelByLastSix');
    const deep = 'select id from parcelOfBill where billId = 1 order by trackingNo, id limit 50 offset 9000';
    // Skipped rows read no other table, and nothing is sorted.
    expect(plan(deep)).not.toMatch(/box|TEMP B-TREE|SCAN/);
    const pages = plan('select id from awb where archived = 0 order by eta desc, id desc limit 50');
    expect(pages).toContain('COVERING INDEX awbBy_archived_eta_id');
    expect(pages).not.toContain('TEMP B-TREE');
  },
  '0074-euRates: an empty installation has the limits of EU customs, each from one day on': (raw) => {
    const kinds = raw.prepare('select kind from euRate order by kind').all();
    expect(kinds.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['ioss_limit', 'item_duty', 'low_value', 'product_ids', 'relief']),
    );
    expect(() => raw.exec('insert into euRate select * from euRate')).toThrow(/UNIQUE/);
  },
  '0076-hubClocks: a hub has the clock of its country, a T1 draft has no MRN and is found by one': (raw) => {
    raw.exec('update t1 set mrn = null');
    raw.exec("update t1 set mrn = '26NL0004327TRAJ3J9' where id = (select min(id) from t1)");
    const indexes = raw
      .prepare("select name from sqlite_master where type = 'index' and tbl_name in ('t1', 'parcel')")
      .all()
      .map(({ name }) => name);
    expect(indexes).toEqual(expect.arrayContaining(['t1By_mrn', 't1ByEndOf_mrn', 'parcelByMrn']));
    expect(
      raw.prepare('select distinct timeZone from destination where timeZone is not null').all(),
    ).not.toEqual([]);
  },
  '0075-productIds: items without identifiers are found': (raw) => {
    const found = raw
      .prepare('explain query plan select id from unidentifiedLine where billId = 1')
      .all()
      .map(({ detail }) => detail);
    expect(found.join()).toContain('parcelUnidentified');
  },
  '0077-declarationLife: a file finds the steps that it proves': (raw) => {
    const found = raw
      .prepare("explain query plan update declarationStep set attachmentId = null where attachmentId = 'a'")
      .all()
      .map(({ detail }) => detail);
    expect(found.join()).toContain('declarationStepFile');
  },
  '0078-customsOffice: a number goes to customs once, a response comes in once': (raw) => {
    const indexes = raw
      .prepare('select name, "unique" as one from pragma_index_list(\'customsMessage\')')
      .all()
      .filter(({ one }) => one === 1);
    expect(indexes).not.toEqual([]);
    const found = raw
      .prepare(
        "explain query plan select id from customsAnswer where state = 'received' and id > 0 order by id",
      )
      .all()
      .map(({ detail }) => detail);
    expect(found.join()).toContain('customsAnswerBy_state_id');
  },
  '0086-departedNotes: a note can be kept as it departed': (raw) => {
    expect(columnsOf(raw, 'cmr').map(({ name }) => name)).toContain('departedWith');
  },
  '0088-bookMonths: a month is closed once': (raw) => {
    const closed = "insert into bookMonth (id, period, state, version) values (%, '1998-10', 'closed', 1)";
    raw.exec(closed.replace('%', '199810'));
    expect(() => raw.exec(closed.replace('%', '199811'))).toThrow(/UNIQUE/);
  },
  '0089-costVat: a cost has a VAT code and our company, and its view shows them': (raw) => {
    raw.exec('update billCost set vatCodeId = 2, ownCompanyId = 1');
    expect(raw.prepare('select vatCodeId, ownCompanyId from billCostOfBill').all()).toContainEqual({
      ...{ vatCodeId: 2, ownCompanyId: 1 },
    });
  },
  '0096-auditBasis: a category says what its suppliers bill by': (raw) => {
    raw.exec("update feeCategory set auditBasis = 'trips'");
    expect(raw.prepare('select auditBasis from feeCategory').all()).toContainEqual({ auditBasis: 'trips' });
  },
  '0095-supplierInvoices: an invoice knows its costs, and is void without them': (raw) => {
    raw.exec("update billCostDiff set state = 'accepted'");
    raw.exec('update billCost set supplierInvoiceId = null, reversesId = null');
    raw.exec('update supplierInvoice set netAmount = 500');
    const stateOf = () => raw.prepare('select state, costAmount from supplierInvoiceOfCosts').get();
    expect(stateOf()).toEqual({ state: 'void', costAmount: 0 });
    raw.exec(`update billCost set supplierInvoiceId = (select id from supplierInvoice), amount = 500
      where id = (select min(id) from billCost)`);
    expect(stateOf()).toEqual({ state: 'recorded', costAmount: 500 });
    raw.exec('update billCost set amount = 400');
    expect(stateOf()).toEqual({ state: 'changed', costAmount: 400 });
    expect(() => raw.exec('update billCost set supplierInvoiceId = 999999')).toThrow(/FOREIGN KEY/);
  },
  '0092-ledger: a part of a payment has the day from which it counts, and its view shows it': (raw) => {
    raw.exec("update paymentLine set appliedOn = '2026-11-30'");
    expect(raw.prepare('select appliedOn from paymentOfBill').all()).toContainEqual({
      appliedOn: '2026-11-30',
    });
  },
  '0097-rateFeed: a rate is one that a person entered, unless it says otherwise': (raw) => {
    raw.exec(
      `insert into dayRate (version, createdAt, updatedAt, currency, day, rate)
       values (1, '2026-11-03T00:00:00Z', '2026-11-03T00:00:00Z', 'CHF', '2026-11-02', 951200)`,
    );
    expect(raw.prepare("select source from dayRate where currency = 'CHF'").all()).toEqual([
      { source: 'entered' },
    ]);
  },
  '0098-eInvoices: an invoice shows how far it has come on its way as data, and goes it once': (raw) => {
    const stateOf = () => raw.prepare('select id, eInvoiceState from customerInvoiceOpen').get();
    raw.exec('delete from eInvoice');
    const { id } = stateOf() ?? {};
    expect(stateOf()).toEqual({ id, eInvoiceState: null });
    const add = (messageNo: string) =>
      raw.exec(`insert into eInvoice (createdAt, invoiceId, invoiceNo, customerId, receiver, state, route, messageNo, content)
        select '2026-11-03T00:00:00Z', id, invoiceNo, customerId, '9944:X', 'pending', 'folder', '${messageNo}', '<Invoice/>'
          from customerInvoice where id = ${id}`);
    add('a');
    expect(stateOf()).toEqual({ id, eInvoiceState: 'pending' });
    expect(() => add('b')).toThrow(/UNIQUE/);
  },
  '0100-logos: no company had a logo, and none of its invoices': (raw) => {
    expect(columnsOf(raw, 'clientCompany').find(({ name }) => name === 'hasLogo')).toMatchObject({
      required: 1,
    });
    raw.exec(
      "update clientCompany set hasLogo = 1, logoFileId = 'a'; update customerInvoice set logoFileId = 'a'",
    );
  },
  '0093-bankCharges: no payment had a bank charge, and ledger accounts can name theirs': (raw) => {
    expect(columnsOf(raw, 'billPayment').find(({ name }) => name === 'bankCharge')).toMatchObject({
      required: 1,
    });
    raw.exec("update ledgerSetup set bankCharges = '6855'");
  },
  '0094-writeOffs: a remainder that is given back counts for both payments': (raw) => {
    expect(columnsOf(raw, 'ledgerSetup').find(({ name }) => name === 'writeOffLimit')).toMatchObject({
      required: 1,
    });
    expect(raw.prepare('select paymentId, amount from paymentRestShare').all()).toEqual([]);
    expect(columnsOf(raw, 'paymentOfBill').map(({ name }) => name)).toContain('method');
  },
  '0090-bankStatements: an entry shows its statement and the payment that it is': (raw) => {
    raw.exec("update bankStatement set account = 'NL91ABNA0417164300', currency = 'CHF'");
    expect(
      raw.prepare('select account, currency, paymentNo from bankEntryOfStatement limit 1').get(),
    ).toMatchObject({ account: 'NL91ABNA0417164300', currency: 'CHF' });
    expect(() => raw.exec('update bankEntry set statementId = 999999')).toThrow(/FOREIGN KEY/);
  },
  '0099-bankCsv: a statement and an entry keep their balances, and can have none; a payment is a return': (
    raw,
  ) => {
    expect(raw.prepare('select openingBalance, closingBalance from bankStatement').all()).toEqual([
      { openingBalance: 1, closingBalance: 1 },
    ]);
    expect(raw.prepare('select balance from bankEntryOfStatement').all()).toEqual([{ balance: 1 }]);
    raw.exec('update bankStatement set openingBalance = null, closingBalance = null');
    raw.exec('update bankEntry set balance = null');
    expect(() => raw.exec('insert into paymentReturn (paymentId, ofPaymentId) values (1, 999999)')).toThrow(
      /FOREIGN KEY/,
    );
  },
  '0080-ports: a port is a place like an airport, under its UN/LOCODE': (raw) => {
    raw.exec("update airport set airportCode = 'CNYTN', unLocode = 'CNYTN', icaoCode = null");
    expect(
      raw.prepare('select airportCode from bill join airport on airport.id = bill.originAirportId').all(),
    ).toContainEqual({ airportCode: 'CNYTN' });
  },
  '0084-vatCodes: every code has a rate or a provision, and codes without tax state theirs': (raw) => {
    const codes = raw.prepare('select code, category, rates, reasonEn, reasonCn from vatCode').all();
    expect(new Set(codes.map(({ category }) => category))).toEqual(
      new Set(['S', 'Z', 'E', 'AE', 'O', 'K', 'G']),
    );
    for (const { code, category, rates, reasonEn, reasonCn } of codes.filter((one) => one.code !== 'x')) {
      expect(JSON.parse(String(rates)).length > 0, String(code)).toBe(category === 'S');
      expect([reasonEn, reasonCn].includes(null), String(code)).toBe(category === 'S' || category === 'Z');
    }
  },
  '0085-customerInvoices: no two documents have a number, and the open amount is that of their lines': (
    raw,
  ) => {
    expect(uniqueColumns(raw, 'customerInvoice')).toContain('invoiceNo');
    const { id } = raw.prepare('select id from customerInvoice').get() ?? {};
    raw.exec(
      `update billRevenue set customerInvoiceId = ${id}, grossAmount = 500, paidAmount = 200, state = 'part_paid'`,
    );
    expect(raw.prepare('select openAmount from customerInvoiceOpen').all()).toContainEqual({
      openAmount: 300,
    });
  },
};

/** Migrations with a purpose. */
const purposes = new Set(Object.keys(PURPOSE).map((key) => key.slice(0, key.indexOf(':'))));

test('names a migration for every purpose', () => {
  expect([...purposes].filter((name) => migrations.every((one) => one.name !== name))).toEqual([]);
});

/** Waybills and counts, computed from the bills by other queries. */
const FROM_BILLS = {
  awb: `select min(id) as id, billNo, min(mode) as mode, max(flightNo) as flightNo, max(carrierCode) as carrierCode,
      min(originAirportId) as originAirportId, min(landingAirportId) as landingAirportId, max(etd) as etd,
      max(eta) as eta, case when count(ata) = count(*) then max(ata) end as ata, count(*) as batchCount,
      sum(boxCount) as boxCount, sum(packageCount) as packageCount, sum(weight) as weight,
      min(stage = 'delivery') as finished, min(archived) as archived
    from bill where removedAt is null group by billNo order by billNo`,
  billCount: `select customerId, archived, stage, coalesce(clearanceStatus, 'none') as clearanceStatus, count(*) as n
    from bill group by 1, 2, 3, 4 order by 1, 2, 3, 4`,
} as const;

test('updates waybills and counts on every change of bills', async () => {
  const { raw, db } = await presentDatabase();
  const required = columnsOf(raw, 'bill').filter((column) => column.required && !column.pk);
  raw.exec('pragma foreign_keys = off');
  const insert = raw.prepare(
    `insert into bill (${required.map(({ name }) => name)}, removedAt, flightNo, ata) values (${required.map(
      ({ name }) => `:${name}`,
    )}, :removedAt, :flightNo, :ata)`,
  );
  let made = 0;
  const add = (given: Readonly<Record<string, string | number | null>>) => {
    made += 1;
    const values = required.map(({ name, type }) => [name, type === 'integer' ? 1 : 'x']);
    const own = {
      batchNo: `B${made}`,
      archived: 0,
      stage: 'draft',
      removedAt: null,
      flightNo: null,
      ata: null,
    };
    insert.run({ ...Object.fromEntries(values), ...own, ...given });
  };
  const stored = (table: keyof typeof FROM_BILLS) =>
    table === 'awb'
      ? raw.prepare('select * from awb order by billNo').all()
      : raw.prepare('select * from billCount where n != 0 order by 1, 2, 3, 4').all();
  const agree = (when: string) => {
    for (const table of ['awb', 'billCount'] as const)
      expect(stored(table), `${table}, ${when}`).toEqual(raw.prepare(FROM_BILLS[table]).all());
  };
  for (const billNo of ['A', 'A', 'B', 'C'])
    add({ billNo, flightNo: `CK${billNo}`, ata: '2026-11-03T00:00:00Z' });
  add({ billNo: 'C', removedAt: '2026-11-03T00:00:00Z', stage: 'removed' });
  agree('at first');
  expect(stored('awb')).toHaveLength(3);
  for (const change of [
    "update bill set stage = 'delivery', customerId = 2 where billNo = 'A'",
    "update bill set clearanceStatus = 'success', archived = 1 where batchNo = 'B1'",
    "update bill set removedAt = '2026-11-04T00:00:00Z', stage = 'removed' where batchNo = 'B1'",
    "update bill set billNo = 'B' where batchNo = 'B2'",
    "update bill set removedAt = null, stage = 'draft' where batchNo in ('B1', 'B5')",
    "update bill set ata = null, weight = 70, flightNo = 'ZZ9', eta = '2026-11-05T00:00:00Z' where billNo = 'B'",
    "update bill set billNo = 'D' where billNo = 'B'",
    "delete from bill where batchNo in ('B3', 'B4')",
    'delete from bill',
  ]) {
    raw.exec(change);
    agree(change);
    add({ billNo: 'A', boxCount: 5 });
    agree(`a bill after: ${change}`);
  }
  await db.destroy();
});

const uniqueColumns = (raw: DatabaseSync, table: string): string[] =>
  raw
    .prepare('select name from pragma_index_list(?) where "unique" = 1')
    .all(table)
    .map(({ name }) => raw.prepare('select name from pragma_index_info(?) order by seqno').all(String(name)))
    .map((columns) => columns.map(({ name }) => String(name)).join());

/**
 * Checks a migration without a purpose: it only adds tables of plain resources with their unique columns, or columns
 * for fields of rows. The test below checks that each field has its column.
 */
async function holdsRows(at: number): Promise<void> {
  const [before, after] = [await databaseAt(at), await databaseAt(at + 1)];
  const known = new Set(tablesOf(before.raw));
  const changes = tablesOf(after.raw).flatMap((table) => {
    const columns = new Set(columnsOf(before.raw, table).map(({ name }) => name));
    const added = columnsOf(after.raw, table).flatMap(({ name }) => (columns.has(name) ? [] : [name]));
    return added.length > 0 ? [{ table, added }] : [];
  });
  expect(changes, 'a purpose for each').not.toEqual([]);
  for (const { table, added } of changes) {
    const held = (storedRows as Record<string, { readonly row: z.ZodObject }>)[table];
    expect(Object.keys(held?.row.shape ?? {}), table).toEqual(expect.arrayContaining(added));
    if (known.has(table)) continue;
    const { unique } = (resources as Record<string, { readonly unique: readonly string[] }>)[table] ?? {};
    expect(uniqueColumns(after.raw, table), table).toContain(
      unique?.join() ?? 'what is unique of a resource',
    );
  }
  await Promise.all([before.db.destroy(), after.db.destroy()]);
}

test.each(Object.entries(PURPOSE))('%s', async (_, purpose) => {
  const { raw, db } = await presentDatabase();
  fill(raw);
  purpose(raw);
  await db.destroy();
});

test.each(migrations.filter(({ name }) => !purposes.has(name)))(
  '$name adds columns of stored rows',
  ({ name }) => holdsRows(migrations.findIndex((one) => one.name === name)),
);

test('0080-ports gives bills by sea the ports of their sea bill, else that of the airport they named', async () => {
  const { raw, db } = await databaseAt(migrations.findIndex(({ name }) => name === '0080-ports'));
  fill(raw);
  raw.exec(`pragma foreign_keys = off;
    update country set code = 'CN'; update airport set airportCode = 'SZX';
    insert into country (id, version, createdAt, updatedAt, code, nameEn, nameCn, level)
      values (2, 1, '', '', 'US', '', '', 'country'), (3, 1, '', '', 'NL', '', '', 'country');
    update bill set mode = 'sea', originAirportId = 1, landingAirportId = 1;
    update seaBill set billId = 1, polCode = 'CNNGB', podCode = 'USLAX'`);
  const [row = {}] = raw.prepare('select * from bill').all();
  for (const own of [
    { id: 2, billNo: 'B', mode: 'sea' },
    { id: 3, billNo: 'C', mode: 'air' },
  ]) {
    const all = { ...row, ...own };
    const names = Object.keys(all);
    raw
      .prepare(`insert into bill (${names}) values (${names.map(() => '?')})`)
      .run(...(Object.values(all) as (string | number)[]));
  }
  await migrate(db);
  expect(
    raw
      .prepare(
        `select bill.id, origin.airportCode as origin, landing.airportCode as landing from bill
          join airport as origin on origin.id = originAirportId
          join airport as landing on landing.id = landingAirportId order by bill.id`,
      )
      .all(),
  ).toEqual([
    { id: 1, origin: 'CNNGB', landing: 'USLAX' },
    { id: 2, origin: 'CNYTN', landing: 'CNYTN' },
    { id: 3, origin: 'SZX', landing: 'SZX' },
  ]);
  const [rotterdam] = raw
    .prepare("select nameEn, twoLetterCode, countryId from airport where airportCode = 'NLRTM'")
    .all();
  expect(rotterdam).toEqual({ nameEn: 'Rotterdam', twoLetterCode: 'NL', countryId: 3 });
  await db.destroy();
});

test('0067-custody places goods by their times and trucks, with an opening move for each bill and place', async () => {
  const { raw, db } = await databaseAt(migrations.findIndex(({ name }) => name === '0067-custody'));
  fill(raw);
  raw.exec(`pragma foreign_keys = off;
    update bill set warehouseId = 1, tatAt = null, podAt = null;
    update cmr set state = 'arrived', arrivedAt = '2026-11-02T10:00:00Z', podAt = null;
    update pallet set cmrId = 1; delete from parcel; delete from box`);
  const box = (id: number, columns: Readonly<Record<string, string | number>>) => {
    const all = {
      id,
      billId: 1,
      boxNo: `B${id}`,
      declaredParcels: 1,
      weight: 1,
      state: 'expected',
      ...columns,
    };
    const names = Object.keys(all);
    raw
      .prepare(`insert into box (${names}) values (${names.map(() => '?')})`)
      .run(...(Object.values(all) as (string | number)[]));
  };
  const came = { inboundAt: '2026-11-01T08:00:00Z' };
  const left = { ...came, outboundAt: '2026-11-01T18:00:00Z' };
  for (const id of [11, 12, 14]) box(id, came);
  box(13, {});
  box(21, left);
  box(22, { ...left, palletId: 1 });
  box(23, { ...left, palletId: 1, missingOnCmrId: 1 });
  await migrate(db);
  expect(raw.prepare('select id, place, placeId from box order by id').all()).toEqual([
    { id: 11, place: 'warehouse', placeId: 1 },
    { id: 12, place: 'warehouse', placeId: 1 },
    { id: 13, place: 'announced', placeId: null },
    { id: 14, place: 'warehouse', placeId: 1 },
    { id: 21, place: 'truck', placeId: null },
    { id: 22, place: 'hub', placeId: 1 },
    { id: 23, place: 'lost', placeId: 1 },
  ]);
  expect(
    raw
      .prepare("select toPlace, quantity, members, proof from custodyMove where unit = 'box' order by id")
      .all(),
  ).toEqual([
    { toPlace: 'warehouse', quantity: 3, members: '[[11,12],[14,14]]', proof: 'opening' },
    { toPlace: 'truck', quantity: 1, members: '[[21,21]]', proof: 'opening' },
    { toPlace: 'hub', quantity: 1, members: '[[22,22]]', proof: 'opening' },
    { toPlace: 'lost', quantity: 1, members: '[[23,23]]', proof: 'opening' },
  ]);
  await db.destroy();
});

test('0072-missing links the cases of boxes that a note was signed without', async () => {
  const { raw, db } = await databaseAt(migrations.findIndex(({ name }) => name === '0072-missing'));
  fill(raw);
  raw.exec(`update cmr set cmrNo = 'CMR1';
    update abnormalCase set type = 'shortage', boxId = (select min(id) from box), pickId = null, description = 'CMR1'`);
  await migrate(db);
  expect(raw.prepare('select cmrId from abnormalCase').get()).toEqual({ cmrId: 1 });
  await db.destroy();
});

test('0063-differences links the cases of counted trips, and splits their differences', async () => {
  const { raw, db } = await databaseAt(migrations.findIndex(({ name }) => name === '0063-differences'));
  fill(raw);
  raw.exec(`update pick set pickNo = 'PK1', pickupBoxes = 4, inboundBoxes = 3, differenceReason = 'damage';
    update abnormalCase set type = 'shortage', boxId = null, parcelId = null, description = 'PK1'`);
  await migrate(db);
  expect(raw.prepare('select missingBoxes, surplusBoxes from pick').get()).toEqual({
    missingBoxes: 1,
    surplusBoxes: 0,
  });
  expect(raw.prepare('select pickId, differenceReason from abnormalCase').get()).toEqual({
    pickId: 1,
    differenceReason: 'damage',
  });
  await db.destroy();
});

const namesIn = (raw: DatabaseSync) =>
  raw
    .prepare('select name from migration order by id')
    .all()
    .map(({ name }) => String(name));

/** Returns a database of the version before the baseline: the same schema, with the first `steps` migrations listed. */
async function databaseBefore(steps: number) {
  const made = await databaseAt(migrations.findIndex(({ name }) => name === LAST_OF_BASELINE) + 1);
  made.raw.exec('delete from migration');
  const insert = made.raw.prepare("insert into migration (name, at) values (?, '2026-11-03T00:00:00Z')");
  for (const name of BEFORE_BASELINE.slice(0, steps)) insert.run(name);
  fill(made.raw);
  return made;
}

/** Hash of the names and the schema of the migrations before the baseline, computed when they last ran. */
const BEFORE = 'f76b62b55bf453950fb4ca6f903d2ef1598dd37e6b5e02601f3a39778e330cc7';

test('builds by the baseline the schema of the migrations before it, on which data and backups rely', async () => {
  const { raw, db } = await databaseAt(migrations.findIndex(({ name }) => name === LAST_OF_BASELINE) + 1);
  // Backups must match the exact text of views and triggers; quotes and spaces in tables and indexes are ignored.
  const made = schemaOf(raw).flatMap(({ type, name, sql }) => {
    if (sql === null || name === 'sqlite_sequence') return [];
    const exact = type === 'view' || type === 'trigger';
    const text = exact ? sql : String(sql).replaceAll('"', '').replace(/\s+/g, ' ').replaceAll('( ', '(');
    return [`${type} ${name} ${text}`];
  });
  expect(made).toHaveLength(431);
  const digest = createHash('sha256').update([...BEFORE_BASELINE, ...made.sort()].join('\n'));
  expect(digest.digest('hex')).toBe(BEFORE);
  await db.destroy();
});

describe('a database from before the baseline', () => {
  test('is migrated with all its rows, after a backup', async () => {
    const { raw, db } = await databaseBefore(BEFORE_BASELINE.length);
    const [schema, { migration, ...rows }] = [schemaOf(raw), rowsOf(raw)];
    const seen: string[][] = [];
    const ofBaseline = migrations.filter(({ name }) => name <= LAST_OF_BASELINE);
    expect(await migrate(db, ofBaseline, async () => void seen.push(namesIn(raw)))).toBe(0);
    expect(seen).toEqual([migration?.map((row) => (row as { name: string }).name)]);
    expect(namesIn(raw)).toEqual(ofBaseline.map(({ name }) => name));
    const { migration: _, ...after } = rowsOf(raw);
    expect([schemaOf(raw), after]).toEqual([schema, rows]);
    expect(await migrate(db)).toBe(migrations.length - ofBaseline.length);
    expect(await migrate(db)).toBe(0);
    await db.destroy();
  });

  test('stays unchanged when the migration is interrupted, and is migrated the next time', async () => {
    const { raw, db } = await databaseBefore(BEFORE_BASELINE.length);
    const before = rowsOf(raw);
    raw.exec(`create trigger cut before insert on migration when new.name = '${LAST_OF_BASELINE}'
      begin select raise(abort, 'the power went'); end`);
    await expect(migrate(db)).rejects.toThrow('the power went');
    expect(rowsOf(raw)).toEqual(before);
    raw.exec('drop trigger cut');
    await migrate(db);
    expect(namesIn(raw)).toEqual(migrations.map(({ name }) => name));
    await db.destroy();
  });

  test('receives the following migrations', async () => {
    const { raw, db } = await databaseBefore(BEFORE_BASELINE.length);
    const next: Migration = {
      name: '9999-next',
      migration: { up: (write) => addColumns(write, 'billPayment', { gateNo: 'text', gates: 'count' }) },
    };
    expect(await migrate(db, [...migrations, next])).toBeGreaterThan(0);
    expect(namesIn(raw).at(-1)).toBe('9999-next');
    expect(raw.prepare('select gateNo, gates from billPayment').get()).toEqual({ gateNo: null, gates: 0 });
    await db.destroy();
  });

  test.each([1, 2, BEFORE_BASELINE.length - 1])(
    'is refused unchanged with only %i of its migrations',
    async (steps) => {
      const { raw, db } = await databaseBefore(steps);
      const before = [schemaOf(raw), rowsOf(raw)];
      await expect(migrate(db, migrations, () => Promise.reject(new Error('backed up')))).rejects.toThrow(
        UnfinishedDatabase,
      );
      expect([schemaOf(raw), rowsOf(raw)]).toEqual(before);
      await db.destroy();
    },
  );
});

test('migrates nothing in present data', async () => {
  const { raw, db } = await presentDatabase();
  fill(raw);
  const before = [schemaOf(raw), rowsOf(raw)];
  expect(await migrate(db)).toBe(0);
  expect([schemaOf(raw), rowsOf(raw)]).toEqual(before);
  await db.destroy();
});

test.each([
  [
    'one migration more',
    (raw: DatabaseSync) => raw.exec("insert into migration (name, at) values ('0099-later', 'x')"),
  ],
  [
    'another history',
    (raw: DatabaseSync) => raw.exec("update migration set name = '0002-other' where id = 2"),
  ],
  [
    'one migration more than before the baseline',
    (raw: DatabaseSync) => {
      raw.exec('delete from migration');
      for (const name of [...BEFORE_BASELINE, '0099-later'])
        raw.exec(`insert into migration (name, at) values ('${name}', 'x')`);
    },
  ],
])('refuses data with %s, leaves it unchanged, and names the unknown migration', async (_, change) => {
  const data = folder();
  await (await openStore(data)).close();
  const { raw, db } = database(path.join(data, 'freight.db'));
  change(raw);
  const before = [schemaOf(raw), rowsOf(raw)];
  const refused = openStore(data);
  await expect(refused).rejects.toThrow(NewerDatabase);
  await expect(refused).rejects.toThrow(/^(0099-later|0002-other)$/);
  expect([schemaOf(raw), rowsOf(raw)]).toEqual(before);
  await db.destroy();
});

const stored = Object.entries(storedRows).map(
  ([table, { row, elsewhere }]) => [table, row as z.ZodObject, new Set<string>(elsewhere)] as const,
);

test.each(stored)(
  'stores %s in a column for each field of the contract, nullable only where it may be',
  async (table, row, elsewhere) => {
    const { raw, db } = await presentDatabase();
    const columns = new Map(columnsOf(raw, table).map((column) => [column.name, column]));
    for (const [field, schema] of Object.entries(row.shape)) {
      if (elsewhere.has(field)) continue;
      const column = columns.get(field);
      expect(column, field).toBeDefined();
      const { nullable } = unwrap(schema as z.ZodType);
      if (nullable) expect(column?.required, field).toBe(0);
    }
    await db.destroy();
  },
);
