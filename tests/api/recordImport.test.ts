import { explain } from '@contract/errors';
import { metaOf } from '@contract/fields';
import { jobProblem, jobRecords } from '@contract/files/fileJob';
import type { FileJob } from '@contract/files/fileJobRow';
import { fileTemplates } from '@contract/files/templates';
import { type PermissionName, permissionNodes } from '@contract/permissions';
import type { RefTarget } from '@contract/refTargets';
import { type ResourceName, resourceNames } from '@contract/resourceNames';
import { resources } from '@contract/resources';
import { describe, expect, test } from 'vitest';
import type * as z from 'zod';
import type { CallOptions } from '../support/apiCall';
import { cellsOf } from '../support/apiExport';
import { type Cells, converted, finishedJob, looked, tableCsv, taken } from '../support/apiFileJob';
import { drafts, makeBill, newBillNo, newCode } from '../support/apiRecords';
import { everyPermission, testApi } from '../support/server';

const api = testApi();

const fileOf = (kind: ResourceName, rows: readonly Cells[], language: 'en' | 'cn' = 'en') =>
  tableCsv(fileTemplates[kind], rows, { language });
const send = (kind: ResourceName, rows: readonly Cells[], query = {}, options: CallOptions = {}) =>
  converted(api, kind, null, fileOf(kind, rows), query, options);
const look = (kind: ResourceName, rows: readonly Cells[], options: CallOptions = {}) =>
  looked(api, kind, fileOf(kind, rows, options.language), {}, options);
const undo = (job: Pick<FileJob, 'id'>) => api.call.fileJob.undo({ params: { id: job.id } });
const issuesOf = async (job: Pick<FileJob, 'id'>, options: CallOptions = {}) =>
  (await api.call.fileJob.issues({ params: { id: job.id } }, options)).list;

/** Returns a valid row of a customer. */
const customer = (changes: Cells = {}): Cells => ({
  code: newCode('IM'),
  nameCn: '绿熊猫',
  nameEn: 'Green Panda',
  contactName: 'Li Wei',
  email: 'li.wei@example.com',
  phone: '+86 21 5555 0101',
  groupId: groupCode(),
  ...changes,
});
const groupCode = () =>
  String(api.row('select code from clientGroup where active = 1 order by id limit 1').code);
const customerOf = ({ code = '' }: Cells) => api.rows('select * from customer where code = ?', code)[0];
const logOf = (table: string, id: unknown) =>
  api.rows(
    'select action, before, after from operateLog where objectType = ? and objectId = ? order by id',
    table,
    String(id),
  );

describe('a customer file', () => {
  test('is checked first: new, changed and unchanged records with their changes, and nothing is written', async () => {
    const [same, changed, fresh] = [customer(), customer({ city: 'Shanghai' }), customer()];
    await send('customer', [same, changed]);
    const before = api.rows('select * from customer');
    const logged = api.count('select count(*) from operateLog');
    const { records, issues } = await look('customer', [
      same,
      { ...changed, city: '', phone: '+86 21 5555 0199', photoRequired: 'Y' },
      fresh,
    ]);
    expect(issues).toEqual([]);
    expect(records).toEqual({
      ...{ added: 1, changed: 1, same: 1 },
      changes: [
        {
          row: 3,
          number: changed.code,
          fields: [
            { field: 'phone', before: '+86 21 5555 0101', after: '+86 21 5555 0199' },
            { field: 'city', before: 'Shanghai', after: '' },
            { field: 'photoRequired', before: 'N', after: 'Y' },
          ],
        },
      ],
    });
    expect(api.rows('select * from customer')).toEqual(before);
    expect(api.count('select count(*) from operateLog')).toBe(logged);
  });

  test('names people by user name, or by a unique name', async () => {
    const [one, other, removed] = [api.actor(), api.actor(), api.actor()];
    const called = newCode('Called');
    api.db
      .prepare('update staff set realName = ? where id in (?, ?)')
      .run(called, one.staffId, other.staffId);
    await api.call.staff.forbid({ params: { id: removed.staffId } });
    const found = customer({
      salesStaffId: one.username.toUpperCase(),
      serviceStaffId: `Test ${api.admin.username}`,
    });
    await send('customer', [found]);
    expect(customerOf(found)).toMatchObject({
      salesStaffId: one.staffId,
      serviceStaffId: api.admin.staffId,
    });
    const rows = [
      customer({ salesStaffId: called }),
      customer({ salesStaffId: 'nobody.here' }),
      customer({ salesStaffId: removed.username }),
      // A shared name refers to the person who is already set.
      { ...found, salesStaffId: called, city: 'Ningbo' },
    ];
    const job = await send('customer', rows, { mode: 'good' });
    expect((await issuesOf(job)).map(({ row, column, code }) => ({ row, column, code }))).toEqual([
      { row: 2, column: 'salesStaffId', code: 'PERSON_AMBIGUOUS' },
      { row: 3, column: 'salesStaffId', code: 'REFERENCE_UNKNOWN' },
      { row: 4, column: 'salesStaffId', code: 'REFERENCE_INACTIVE' },
    ]);
    expect(customerOf(found)).toMatchObject({ salesStaffId: one.staffId, city: 'Ningbo' });
  });

  test('creates and changes records as their own calls do, each with a log line', async () => {
    const one = customer({
      countryId: 'NL',
      postcode: '1118 CP',
      settlement: 'Monthly',
      paymentTermDays: '14',
    });
    const job = await send('customer', [one]);
    expect(job).toMatchObject({ status: 'success', okRows: 1, errorRows: 0 });
    expect(jobRecords(job)).toEqual({ added: 1, changed: 0, same: 0 });
    const made = customerOf(one);
    expect(made).toMatchObject({
      ...{ postcode: '1118 CP', settlement: 'monthly', paymentTermDays: 14 },
      currency: 'EUR',
      active: 1,
    });
    await send('customer', [{ ...one, phone: '0031206530000' }]);
    expect(customerOf(one)).toMatchObject({ id: made?.id, phone: '0031206530000', version: 2 });
    const [created, updated] = logOf('customer', made?.id);
    expect(created).toMatchObject({ action: 'create' });
    expect(updated).toMatchObject({
      action: 'update',
      before: JSON.stringify({ phone: one.phone }),
      after: JSON.stringify({ phone: '0031206530000' }),
    });
    expect(
      api.row(
        'select module from operateLog where objectType = ? and objectId = ?',
        'fileJob',
        String(job.id),
      ).module,
    ).toBe('customer');
  });

  test('keeps fields without a column, and clears empty cells', async () => {
    const one = customer({ wechat: 'wx_Ab-12', city: 'Utrecht' });
    await send('customer', [one]);
    const { wechat: _, ...rest } = one;
    await send('customer', [{ ...rest, city: '' }]);
    expect(customerOf(one)).toMatchObject({ wechat: 'wx_Ab-12', city: null });
  });

  test.each([
    ['a group that is not there', { groupId: 'NONE' }, 'groupId', 'REFERENCE_UNKNOWN', { value: 'NONE' }],
    [
      'a postcode of another country',
      { countryId: 'NL', postcode: '99' },
      'postcode',
      'POSTCODE_FORMAT',
      null,
    ],
    [
      'an address without TLS',
      { callbackUrl: 'http://example.com' },
      'callbackUrl',
      'ADDRESS_INSECURE',
      null,
    ],
    ['a wrong email', { email: 'nobody' }, 'email', 'FORMAT', null],
    ['no name', { nameEn: '' }, 'nameEn', 'REQUIRED', null],
  ] as const)(
    'names the place of %s and its remedy, in the language of the reader',
    async (_, wrong, column, code, params) => {
      const rows = [customer(), customer(wrong)];
      for (const language of ['en', 'cn'] as const) {
        const { issues, records } = await look('customer', rows, { language });
        expect(issues).toMatchObject([{ row: 3, column, code, level: 'error' }]);
        const header = fileTemplates.customer.columns.find(({ key }) => key === column)?.[language] ?? '';
        expect(issues[0]?.header).toBe(header);
        expect(issues[0]?.message).not.toBe('');
        if (params) expect(issues[0]?.message).toBe(explain(language, { code, params }, header));
        expect(records).toMatchObject({ added: 1 });
      }
      const job = await send('customer', rows);
      expect(job).toMatchObject({ status: 'failed', okRows: 0 });
      expect(await issuesOf(job)).toMatchObject([{ row: 3, column, code }]);
      expect(customerOf(rows[0] ?? {})).toBeUndefined();
    },
  );

  test('returns the bad rows when only the good ones are wanted', async () => {
    const [good, bad] = [customer(), customer({ groupId: 'NONE' })];
    const job = await send('customer', [good, bad], { mode: 'good' });
    expect(job).toMatchObject({ status: 'exception', okRows: 1, errorRows: 1 });
    const file = await api.call.fileJob.errorFile({ params: { id: job.id } });
    const [, ...rows] = cellsOf(file as never);
    expect(rows).toHaveLength(1);
    expect(rows[0]?.join()).toContain(bad.code);
    expect([customerOf(good), customerOf(bad)]).toMatchObject([{ code: good.code }, undefined]);
  });

  test('is refused at the second row of the same customer', async () => {
    const one = customer();
    const job = await send('customer', [one, { ...one, nameEn: 'Other' }]);
    expect(await issuesOf(job)).toMatchObject([{ row: 3, column: 'code', code: 'ROW_DUPLICATE' }]);
  });

  test('deactivates a record, and does not refer to an inactive one', async () => {
    const one = customer({ active: 'N' });
    await send('customer', [one]);
    expect(customerOf(one)).toMatchObject({ active: 0 });
    const seller = {
      iossNo: `IM528${String(Date.now()).slice(-7)}`,
      sellerName: 'Panda',
      customerIds: one.code ?? '',
    };
    const job = await send('ioss', [seller]);
    expect(await issuesOf(job)).toMatchObject([{ column: 'customerIds', code: 'REFERENCE_INACTIVE' }]);
  });
});

describe('undoing a record file', () => {
  test('removes created records and restores changed ones, one file after the other', async () => {
    const [one, other] = [customer(), customer()];
    const first = await send('customer', [one, other]);
    const second = await send('customer', [{ ...one, nameEn: 'Red Panda', active: 'N' }]);
    expect(customerOf(one)).toMatchObject({ nameEn: 'Red Panda', active: 0 });
    expect(await undo(second)).toMatchObject({ undone: 1, kept: [] });
    expect(customerOf(one)).toMatchObject({ nameEn: 'Green Panda', active: 1 });
    expect(await undo(first)).toMatchObject({ undone: 2, kept: [] });
    expect([customerOf(one), customerOf(other)]).toEqual([undefined, undefined]);
  });

  test('keeps and names records that were changed or used since', async () => {
    const rows = [customer(), customer(), customer()];
    const job = await send('customer', rows);
    const [changed, used] = rows.map((row) => Number(customerOf(row)?.id));
    await api.call.customer.update({ params: { id: changed ?? 0 }, body: { version: 1, city: 'Utrecht' } });
    await makeBill(api, { customerId: used ?? 0, billNo: newBillNo() });
    const { undone, kept } = await undo(job);
    expect(undone).toBe(1);
    expect(kept.map(({ number }) => number).sort()).toEqual([rows[0]?.code, rows[1]?.code].sort());
    expect((await api.refused('fileJob.undo', { params: { id: job.id } })).code).toBe('IMPORT_UNDONE');
  });

  test('keeps a record that only the database protects, and continues with the others', async () => {
    const rows = [customer(), customer(), customer()];
    const job = await send('customer', rows);
    // A table outside the contract: only the database knows that it refers to the customer.
    api.db.exec('create table keepsCustomer (customerId integer references customer (id))');
    try {
      api.db
        .prepare('insert into keepsCustomer select id from customer where code = ?')
        .run(rows[1]?.code ?? '');
      expect(await undo(job)).toMatchObject({ undone: 2, kept: [{ number: rows[1]?.code }] });
      expect(rows.map((row) => customerOf(row)?.code)).toEqual([undefined, rows[1]?.code, undefined]);
    } finally {
      api.db.exec('drop table keepsCustomer');
    }
  });

  test('is done completely or not at all when it is interrupted', async () => {
    const rows = [customer(), customer(), customer()];
    const job = await send('customer', rows);
    const counted = () => rows.map((row) => customerOf(row)?.version);
    const lines = () => api.count('select count(*) from operateLog');
    const [before, logged] = [counted(), lines()];
    const { id } = customerOf(rows[1] ?? {}) ?? {};
    // The last row is undone first: the second fails after it.
    const spoil = (text: string) =>
      api.db
        .prepare('update fileEffect set before = ? where jobId = ? and recordId = ?')
        .run(text, job.id, Number(id));
    spoil('{');
    expect(await api.refused('fileJob.undo', { params: { id: job.id } })).toMatchObject({ code: 'INTERNAL' });
    expect(api.takeReports()).toHaveLength(1);
    expect([counted(), lines()]).toEqual([before, logged]);
    spoil('null');
    expect(await undo(job)).toMatchObject({ undone: 3, kept: [] });
  });

  test('removes records that refer to each other in any order', async () => {
    const name = newCode('fee').toLowerCase().replace('-', '_');
    const fee = (code: string, parentId: string): Cells => ({ code, nameEn: code, nameCn: code, parentId });
    const job = await send('feeCategory', [
      fee(`${name}a`, name),
      fee(name, ''),
      fee(`${name}b`, `${name}a`),
    ]);
    expect(jobRecords(job)).toMatchObject({ added: 3 });
    expect(await undo(job)).toMatchObject({ undone: 3, kept: [] });
    expect(api.count('select count(*) from feeCategory where code like ?', `${name}%`)).toBe(0);
  });

  test('is required before converting the file again', async () => {
    const job = await send('customer', [customer()]);
    const restart = { params: { id: job.id }, body: { replace: true } };
    expect((await api.refused('fileJob.restart', restart)).code).toBe('FILE_IN_PLACE');
    await undo(job);
    await api.call.fileJob.restart(restart);
    expect(jobRecords(await finishedJob(api, job.id))).toEqual({ added: 1, changed: 0, same: 0 });
  });
});

describe('a default of an imported record', () => {
  test('is the country of an airport, from the two letters of its code', async () => {
    const row = {
      airportCode: 'QQT',
      twoLetterCode: 'BE',
      nameEn: 'Field',
      nameCn: '机场',
      timeZone: 'Europe/Brussels',
    };
    expect(await send('airport', [row])).toMatchObject({ status: 'success' });
    expect(
      api.row(
        "select country.code, type from airport join country on country.id = countryId where airportCode = 'QQT'",
      ),
    ).toEqual({ code: 'BE', type: 'both' });
  });

  test('is the country of a region, from its code in any column order', async () => {
    const rows = [
      { code: 'AX-01', nameEn: 'Mariehamn', nameCn: '玛丽港' },
      { code: 'AX', nameEn: 'Åland', nameCn: '奥兰' },
    ];
    api.db.exec("delete from country where code like 'AX%'");
    expect(await send('country', rows)).toMatchObject({ status: 'success', okRows: 2 });
    expect(
      api.row(
        "select country.level, above.code from country join country above on above.id = country.parentId where country.code = 'AX-01'",
      ),
    ).toEqual({ level: 'region', code: 'AX' });
  });

  test('is the other name of a warehouse with one name, until a Chinese one is given', async () => {
    const row = {
      ...{ code: newCode('W'), nameEn: 'Shed', type: 'free', street: 'Kade', postcode: '1118 CP' },
      city: 'Schiphol',
      countryId: 'NL',
      timeZone: 'Europe/Amsterdam',
    };
    await send('warehouse', [row]);
    const names = () => api.row('select nameEn, nameCn from warehouse where code = ?', row.code);
    expect(names()).toEqual({ nameEn: 'Shed', nameCn: 'Shed' });
    await send('warehouse', [{ ...row, nameCn: '仓库' }]);
    await send('warehouse', [{ ...row, nameEn: 'Barn' }]);
    expect(names()).toEqual({ nameEn: 'Barn', nameCn: '仓库' });
  });

  test('is the source “upload” of a commodity code, which is updated by code and region', async () => {
    const codes = { six: '010129', ten: '0101290010' };
    api.db.exec("delete from hsCode where code like '010129%'");
    const row = (code: string, region: string, dutyRate: string) => ({
      ...{ code, region, dutyRate },
      nameEn: 'Horses',
      nameCn: '马',
    });
    const job = await send('hsCode', [
      row(codes.ten, 'EU', '5'),
      row(codes.six, 'WCO', ''),
      row(codes.six, 'EU', ''),
    ]);
    expect(job).toMatchObject({ status: 'success', okRows: 3 });
    const again = await send('hsCode', [row(codes.ten, 'EU', '7.5'), row(codes.ten, 'US', '2')]);
    expect(jobRecords(again)).toEqual({ added: 1, changed: 1, same: 0 });
    expect(
      api.rows('select region, dutyRate, source from hsCode where code = ? order by region', codes.ten),
    ).toEqual([
      { region: 'EU', dutyRate: 7500, source: 'upload' },
      { region: 'US', dutyRate: 2000, source: 'upload' },
    ]);
  });
});

describe('the permission for record files', () => {
  const nameOf = new Map(permissionNodes.map(({ id, name }) => [id as string, name]));
  const edits = (kind: ResourceName) => nameOf.get(resources[kind].edit) as PermissionName;
  const right = (kind: ResourceName) => {
    const draft = drafts[kind](api) as Record<string, unknown>;
    const knownBy = (to: RefTarget, code: string) => {
      const column = resources[to as ResourceName].unique[0] ?? '';
      const there = api.row(
        `select * from "${to}" where active = 1 order by "${column}" = ? desc limit 1`,
        code,
      );
      return String(there[column]);
    };
    const cells: Record<string, string> = {};
    for (const { key, required, examples } of fileTemplates[kind].columns) {
      if (!required) continue;
      const own = draft[key];
      const meta = metaOf((resources[kind].row as z.ZodObject).shape[key] as z.ZodType);
      cells[key] = typeof own === 'string' ? own : 'to' in meta ? knownBy(meta.to, examples[0]) : examples[0];
    }
    return fileOf(kind, [cells]);
  };

  test.each(resourceNames)(
    'belongs for %s to those who maintain that list, and to nobody else',
    async (kind) => {
      const keeper = api.actor({ permissions: [edits(kind)] });
      const others = api.actor({
        permissions: everyPermission.filter((one) => !one.startsWith(edits(kind).replace(/edit$/, ''))),
      });
      const file = right(kind);
      await api.call.listTemplate[kind]({}, { as: keeper });
      expect((await looked(api, kind, file, {}, { as: keeper })).records).toMatchObject({ added: 1 });
      const { job } = await taken(api, kind, file, {}, { as: keeper });
      expect(await finishedJob(api, job.id)).toMatchObject({ status: 'success' });
      const params = { id: job.id };
      const listed = async (as: typeof keeper) =>
        (await api.call.fileJob.list({ query: { pageSize: 100 } }, { as })).list.map(({ id }) => id);
      expect(await listed(keeper)).toContain(job.id);
      expect(await listed(others)).not.toContain(job.id);
      for (const dryRun of [true, false])
        expect(
          await api.refused(`listImport.${kind}`, { query: { dryRun }, file }, { as: others }),
        ).toMatchObject({ code: 'NO_PERMISSION' });
      for (const call of [
        'get',
        'issues',
        'file',
        'errorFile',
        'undo',
        'remove',
        'restart',
        'accept',
        'cancel',
      ] as const)
        expect(
          await api.refused(
            `fileJob.${call}`,
            { params, ...(call === 'restart' ? { body: {} } : {}) },
            { as: others },
          ),
          call,
        ).toMatchObject({ code: 'NO_PERMISSION' });
      expect(await api.refused(`listTemplate.${kind}`, {}, { as: others })).toMatchObject({
        code: 'NO_PERMISSION',
      });
      expect(await api.call.fileJob.undo({ params }, { as: keeper })).toMatchObject({ undone: 1 });
    },
  );

  test('does not include files about bills', async () => {
    const as = api.actor({ permissions: ['customer.list.edit'] });
    const { id } = await makeBill(api);
    const file = fileOf('customer', [customer()]);
    expect(
      await api.refused('fileJob.upload', { params: { id }, query: { kind: 'declaration' }, file }, { as }),
    ).toMatchObject({ code: 'NO_PERMISSION' });
    expect(
      await api.refused('fileJob.uploadMany', { query: { kind: 'time_node' }, file }, { as }),
    ).toMatchObject({ code: 'NO_PERMISSION' });
    // Even with both permissions, a file of records is not accepted for a bill.
    for (const name of ['fileJob.upload', 'fileJob.uploadMany'] as const)
      expect(
        await api.refused(name, { params: { id }, query: { kind: 'customer' }, file }),
        name,
      ).toMatchObject({ status: 400, fields: { kind: expect.any(String) } });
  });
});

test('leaves nothing of a file that breaks off in the middle', async () => {
  const [first, second] = [customer(), customer()];
  api.db.exec(`create trigger failing before insert on customer when new.code = '${second.code}'
    begin select raise(abort, 'in the middle'); end`);
  try {
    const job = await send('customer', [first, second]);
    expect([job.status, jobProblem(job)?.code]).toEqual(['failed', 'INTERNAL']);
  } finally {
    api.db.exec('drop trigger failing');
  }
  expect(api.takeReports().join()).toContain('in the middle');
  expect(customerOf(first)).toBeUndefined();
});

test('gives the demo record files: one that can be undone, one with its errors', async () => {
  const { list } = await api.call.fileJob.list({ query: { kind: ['destination', 'mark'], pageSize: 100 } });
  const [hubs, marks] = ['hubs, hours of the season.csv', 'marks.csv'].map((name) =>
    list.find(({ fileName }) => fileName === name),
  );
  expect(hubs && jobRecords(hubs)).toMatchObject({ added: 0, changed: 3 });
  expect(marks).toMatchObject({ status: 'failed', errorRows: 1 });
  expect(await issuesOf({ id: marks?.id ?? 0 })).toMatchObject([{ column: 'destinationCode' }]);
  const open = "select count(*) from destination where openingHours = 'Mo-Fr 06:00-20:00'";
  expect(api.count(open)).toBe(0);
  await undo({ id: hubs?.id ?? 0 });
  expect(api.count(open)).toBe(3);
});
