import { type FieldMeta, metaOf, unwrap } from '@contract/fields';
import { jobRecords } from '@contract/files/fileJob';
import type { ApiName } from '@contract/index';
import { type ResourceName, resourceNames } from '@contract/resourceNames';
import { resources } from '@contract/resources';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import type * as z from 'zod';
import type { TestDownload } from '../support/apiCall';
import { converted } from '../support/apiFileJob';
import { drafts } from '../support/apiRecords';
import { type TestApi, testApi } from '../support/server';

/** API of the export, and API of the import: with other ids for the same codes. */
const from = testApi();
const to = testApi({ seed: 'empty' });

type Row = Record<string, unknown>;
const schemaOf = (name: ResourceName) => resources[name] as unknown as (typeof resources)['customer'];
const metaOfField = (name: ResourceName, field: string): FieldMeta =>
  metaOf((schemaOf(name).row.shape as Record<string, z.ZodType>)[field] as z.ZodType);
const inFiles = (name: ResourceName) => schemaOf(name).draft;
const keyField = (name: ResourceName) => String(schemaOf(name).unique[0]);
/** Returns the field that identifies a record of another resource; people by their user names. */
const keyOf = (target: string) => (target === 'staff' ? 'username' : keyField(target as ResourceName));

/** Returns all records of a list as people know them: the editable fields, references by their codes. */
async function known(api: TestApi, name: ResourceName): Promise<Row[]> {
  const { row } = schemaOf(name);
  const fields = [...inFiles(name), ...('active' in row.shape ? ['active'] : [])];
  const rows: Row[] = [];
  for (let after = '', more = true; more; ) {
    const query = { sort: keyField(name), pageSize: 500, ...(after ? { after } : {}) };
    const answer = await api.send(`${name}.list` as ApiName, { query });
    const { list, next } = (answer as { got: { list: Row[]; next: string | null } }).got;
    rows.push(...list);
    [after, more] = [next ?? '', next !== null];
  }
  const codeOf = (target: string, id: unknown) =>
    api.row(`select "${keyOf(target)}" as code from "${target}" where id = ?`, Number(id)).code;
  const list = rows.map((record) =>
    Object.fromEntries(
      fields.map((field) => {
        const meta = metaOfField(name, field);
        const value = record[field];
        if (value === null) return [field, null];
        if (meta.kind === 'ref') return [field, codeOf(meta.to, value)];
        if (meta.kind === 'refs') return [field, (value as number[]).map((id) => codeOf(meta.to, id))];
        return [field, value];
      }),
    ),
  );
  const order = (record: Row) =>
    schemaOf(name)
      .unique.map((field) => String(record[field]))
      .join(' ');
  return list.sort((a, b) => (order(a) < order(b) ? -1 : 1));
}

async function exportOf(
  name: ResourceName,
  format: 'xlsx' | 'csv',
  language: 'en' | 'cn',
  more: { sort?: string; columns?: string[] } = {},
) {
  const query = { format, ...more };
  const answer = await from.send(`${name}.export` as ApiName, { query }, { language });
  return (answer as { got: TestDownload }).got;
}

/** Empties a table, ignoring references to it. */
function empty(api: TestApi, name: ResourceName): void {
  api.unbound((db) => db.exec(`delete from "${name}"`));
}

/** Lists before those that refer to them; the rest refer to these alone. */
const REFERRED: readonly ResourceName[] = [
  ...(['country', 'clientGroup', 'clientCompany', 'service', 'customer', 'airport', 'cargoStation'] as const),
  ...(['warehouse', 'lastMile', 'destination', 'mark', 'channelCode'] as const),
];
const IN_ORDER: readonly ResourceName[] = [
  ...REFERRED,
  ...resourceNames.filter((name) => !REFERRED.includes(name)),
];

beforeAll(async () => {
  // Makes records of lists that the demo data lacks.
  for (const name of resourceNames.filter((one) => from.count(`select count(*) from "${one}"`) === 0))
    for (let made = 0; made < 3; made += 1)
      await from.send(`${name}.create` as ApiName, { body: drafts[name](from) });
  // The same people on both sides, under other ids; two of them have the same name.
  const staff = from.rows('select * from staff');
  staff.push({ ...staff.find(({ username }) => username === 'zhao.min'), username: 'zhao.min.2' });
  const known = new Set(to.rows('select username from staff').map(({ username }) => username));
  for (const { id: _, avatarFileId: _picture, ...person } of staff.toReversed()) {
    if (person.username === 'zhao.min.2') from.insert('staff', person as never);
    if (!known.has(person.username)) to.insert('staff', { ...person, groupId: 1 } as never);
  }
  // Optional fields may be missing in a file as well.
  from.db.exec("update destination set city = null, street = null, postcode = null where code = 'US-HUB-03'");
  from.db.exec("update warehouse set street = null, postcode = null where code = 'AMS-W2'");
  for (const name of IN_ORDER.toReversed()) empty(to, name);
});

test.each(IN_ORDER.map((name, at) => ({ name, format: at % 2 ? ('csv' as const) : ('xlsx' as const) })))(
  'exports the demo list of $name as $format, last records first, and imports the same list',
  async ({ name, format }) => {
    // Customers refer to channels, and channels to customers: the first file leaves the channels out.
    const later = name === 'customer' ? ['defaultChannelCode'] : [];
    const columns = [...inFiles(name), 'active'].filter((field) => !later.includes(field));
    const file = await exportOf(name, format, 'en', { sort: `-${keyField(name)}`, columns });
    const job = await converted(to, name, null, { name: file.name, bytes: file.bytes });
    const wanted = (await known(from, name)).map((record) => ({
      ...record,
      ...Object.fromEntries(later.map((field) => [field, null])),
    }));
    expect(wanted.length).toBeGreaterThan(1);
    expect(job).toMatchObject({ status: 'success', errorRows: 0, okRows: wanted.length });
    expect(jobRecords(job)).toEqual({ added: wanted.length, changed: 0, same: 0 });
    expect(await known(to, name)).toEqual(wanted);
    // The same file again finds everything unchanged.
    const again = await converted(to, name, null, { name: file.name, bytes: file.bytes });
    expect(jobRecords(again)).toEqual({ added: 0, changed: 0, same: wanted.length });
  },
  120_000,
);

test('imports the channels of customers by a second file, once the channels exist', async () => {
  const file = await exportOf('customer', 'csv', 'cn');
  const job = await converted(to, 'customer', null, { name: file.name, bytes: file.bytes });
  expect(jobRecords(job)).toMatchObject({ added: 0 });
  expect(jobRecords(job)?.changed).toBeGreaterThan(0);
  expect(await known(to, 'customer')).toEqual(await known(from, 'customer'));
});

const PIECES = [
  ...[
    '0',
    '00',
    '12',
    '1E10',
    '=',
    '+',
    '-',
    '@',
    "'",
    '"',
    '""',
    ',',
    ';',
    '|',
    '\t',
    '\\',
    '%',
    '#',
    '&',
    '<',
    '>',
  ],
  ...[
    '=1+1',
    '@SUM(A1)',
    '＝',
    '＋',
    'a',
    'Z',
    'é',
    '中文',
    '，',
    '；',
    '“',
    '😀',
    '_x000D_',
    ' ',
    'CLEAR',
    'Y',
    'null',
  ],
];
const blankless = (text: string) => text.trim() !== '';
/** True for a text that files use in place of a value: it is refused or read as empty, see `importing/standIns`. */
const isStandIn = (text: string) =>
  /^(nan|null|undefined|none|n\/a|<na>|nat|true|false|[-—–/\\.*?？。、_=~]{1,4}|#.*)$/i.test(text.trim());
/** Generates text that spreadsheets and separators tend to misread. */
const text = (max: number, pieces: readonly string[] = PIECES): fc.Arbitrary<string> =>
  fc
    .array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 8 })
    .map((parts) => parts.join('').slice(0, max).trim())
    .filter((one) => blankless(one) && !isStandIn(one) && !/\p{Cs}/u.test(one));

/** Values of fields with a rule of their own. */
const RULED: Readonly<Record<string, readonly string[]>> = {
  wechat: ['wx_Ab-12', 'Abcdef'],
  phone: ['020 653-0000', '+31 20 653 0000', '0031206530000'],
  currency: ['EUR', 'JPY', 'CNY'],
  icaoCode: ['EHAM', 'VHHH'],
  unLocode: ['NLSPL', 'HKHKG'],
  timeZone: ['Europe/Amsterdam', 'Asia/Hong_Kong'],
  code3: ['NOR', 'ABC'],
  numericCode: ['008', '040', '578'],
  phoneCode: ['+47', '+852'],
  postcodeRegex: ['\\d{4}', '=?[0-9]{2,4}', '[A-Z]{1,2}"?,;\\d'],
  intermediaryNo: ['IN5280004321', 'IN0000000001'],
  vatNo: ['NL004495445B01'],
  eoriNo: ['NL123456789'],
  iban: ['NL91ABNA0417164300'],
  swift: ['ABNANL2A', 'ABNANL2AXXX'],
  peppolScheme: ['9944', '0106'],
  datevConsultant: ['29098', '1001'],
  datevClient: ['55001', '7'],
  trackingPrefixes: ['TUL', 'A', 'E'],
  emails: ["o'neil@example.com", '-a+b@example.com', '=x@example.com'],
  notifyEmails: ['+shed@example.com', '中@example.com'],
  emailDomains: ['cargo.example.com', '0.example.com'],
  keywords: ['=tee', '0012', '棉 衬衫', '"quoted"', "'-"],
  flightNo: ['CK205', '5Y8147', '3V7712A'],
  uldPlan: ['3xPMC', '1xPAG', '12xAKE'],
  carrierScac: ['COSU', 'MAEU'],
  imoNo: ['9074729', '9319466'],
  voyageNo: ['041E', '2645W', '00E1'],
  countryCode: ['NL', 'CN'],
  hsCode: ['610910', '0101210000', '*'],
  additional: ['Anti-dumping: 28.5', '反倾销税: 3'],
  containersBooked: ['2x40HQ', '1x20GP'],
  hts: ['6109', '01012100'],
  countries: ['CN', 'VN'],
};
/** Fixed values: fields that must agree with others, or that every record of its list names. */
const SETTLED: Readonly<Partial<Record<ResourceName, Row>>> = {
  country: { level: 'country', parentId: null },
  warehouse: { firmsCode: null, postcode: '1118 CP', countryId: 'NL' },
  destination: { postcode: '1118 CP', countryId: 'NL' },
  customer: { postcode: null },
  clientCompany: { postcode: null, kind: 'supplier' },
  airport: { countryId: 'NL', twoLetterCode: 'NL' },
  ioss: { validFrom: null },
  hsCode: { minUnitValue: null },
  feeCategory: { parentId: null },
  // Dates in order; a specific duty comes with its unit or not at all.
  taxation: { validTo: null, specificDuty: null, specificUnit: null },
  // Fields of a further duty; fees and types of entry use other fields.
  usRate: {
    ...{ kind: 'additional', validTo: null, perEntry: null, minimum: null, maximum: null },
    ...{ entryTypes: [], modes: [] },
  },
  // Times in order, on the clocks of different places.
  airTransport: {
    originAirportId: 'HKG',
    landingAirportId: 'AMS',
    weekdays: null,
    cutOffAt: '2026-11-03T18:00:00Z',
    etd: '2026-11-04T02:30:00Z',
    eta: '2026-11-04T15:05:00Z',
  },
  seaTransport: {
    polCode: 'CNYTN',
    podCode: 'USLAX',
    siCutOff: '2026-11-01T10:00:00Z',
    cutOffDoc: null,
    cutOffCargo: '2026-11-02T10:00:00Z',
    etd: '2026-11-04T02:30:00Z',
    eta: '2026-11-20T15:05:00Z',
  },
  parcelForecast: {
    originAirportId: 'HKG',
    landingAirportId: 'AMS',
    channelCode: 'NL-TUL-ECO',
    destinationCountry: 'NL',
    expectedEta: '2026-11-04T15:05:00Z',
  },
};
const KEYS: Readonly<Partial<Record<ResourceName, fc.Arbitrary<string>>>> = {
  airport: fc.stringMatching(/^[A-Z]{3}$/),
  country: fc.constantFrom('NO', 'SE', 'FI', 'IS', 'JP', 'KR'),
  hsCode: fc.stringMatching(/^0[1-9]0[1-9][0-9]{2}$/),
  ioss: fc.stringMatching(/^IM5280[0-9]{6}$/),
  feeCategory: fc.stringMatching(/^[a-z][a-z0-9_]{1,9}$/),
  airTransport: fc.stringMatching(/^AT[0-9]{8}-[0-9]{4}$/),
  seaTransport: fc.stringMatching(/^[A-Z0-9-]{3,20}$/),
  usRate: fc.stringMatching(/^99[0-9]{6}$/),
  taxation: fc.stringMatching(/^TX[0-9]{8}-[0-9]{4}$/),
  parcelForecast: fc.stringMatching(/^PF[0-9]{8}-[0-9]{4}$/),
  dayRate: fc.constantFrom(
    'USD',
    'CNY',
    'GBP',
    'JPY',
    'SEK',
    'NOK',
    'DKK',
    'CHF',
    'PLN',
    'HUF',
    'CZK',
    'HKD',
  ),
  customer: fc.oneof(fc.constantFrom('007', '-5', '00E10', '2026'), fc.stringMatching(/^[A-Z0-9-]{2,12}$/)),
};
/** Fields that must differ between two records besides their keys, where the other fields of such a rule are fixed. */
const TOGETHER: Readonly<Partial<Record<ResourceName, readonly string[]>>> = {
  parcelForecast: ['customerId', 'forecastDate'],
};
const codeKey = fc.oneof(
  fc.constantFrom('0', '007', '1E10', '-5', '_', '--', '1-2', '2026-11-03', 'TRUE-1', 'NULLS'),
  fc.stringMatching(/^[A-Z0-9_-]{1,12}$/),
);

/** Generates a value of a field: any that its kind accepts, and empty if optional. */
function cellsFor(name: ResourceName, field: string, schema: z.ZodType): fc.Arbitrary<unknown> {
  const { [field]: settled } = SETTLED[name] ?? {};
  const meta = metaOf(schema);
  const idsOf = (target: string) =>
    from
      .rows(
        `select id from "${target}" where ${target === 'staff' ? 'loginAllowed' : 'active'} = 1 order by id limit 40`,
      )
      .map(({ id }) => Number(id));
  if (settled !== undefined) {
    const id =
      meta.kind === 'ref' &&
      settled !== null &&
      from.count(
        `select id from "${meta.to}" where "${keyField(meta.to as ResourceName)}" = ?`,
        String(settled),
      );
    return fc.constant(id || settled);
  }
  const full = ((): fc.Arbitrary<unknown> => {
    switch (meta.kind) {
      case 'text':
        if (meta.format === 'email')
          return fc.constantFrom("o'neil@example.com", '-x@example.com', '0@例.中国');
        if (meta.format === 'url') return fc.constantFrom('https://t.example.com/{no}?a=1,2;3&b="4"');
        return text(meta.max);
      case 'note':
        return text(meta.max, [...PIECES, '\n', '\n\n']);
      case 'code':
        if (meta.of) {
          const [target, key] = [meta.of, keyField(meta.of as ResourceName)];
          const rows = from.rows(
            `select "${key}" as code from "${target}" where length("${key}") < 20 and "${key}" not like '__-__' limit 20`,
          );
          return fc.constantFrom(...rows.map(({ code }) => String(code)));
        }
        return fc.constantFrom(...(RULED[field] ?? ['A']));
      case 'codes':
        return fc.subarray([...(meta.rule.values?.() ?? RULED[field] ?? [])]);
      case 'choice':
        return fc.constantFrom(...meta.values);
      case 'flag':
        return fc.boolean();
      case 'count':
        return fc.integer({ min: meta.min, max: meta.max });
      case 'weight':
      case 'decimal':
        return fc.integer({ min: 0, max: 99_999 }).map((value) => value / 1000);
      case 'money':
        return fc.integer({ min: 0, max: 10_000_000 }).map((value) => String(value));
      case 'fixed':
        // A day's rate, which has six decimals, is at least a hundredth; a percentage has four digits before its point.
        return fc
          .integer({
            min: 10 ** (meta.digits - 2),
            max: Math.min(10 ** (meta.digits + 4) - 1, 1_000_000_000),
          })
          .map((value) => (value / 10 ** meta.digits).toFixed(meta.digits));
      case 'date':
        return fc
          .date({ min: new Date('2020-01-01'), max: new Date('2035-12-31'), noInvalidDate: true })
          .map((day) => day.toISOString().slice(0, 10));
      case 'ref':
        return fc.constantFrom(...idsOf(meta.to));
      case 'refs':
        return fc.subarray(idsOf(meta.to).slice(0, 6));
      default:
        throw new Error(`${name}.${field} is of a kind that no record had before: ${meta.kind}`);
    }
  })();
  return unwrap(schema).nullable ? fc.option(full, { freq: 3 }) : full;
}

function draftsOf(name: ResourceName): fc.Arbitrary<Row[]> {
  const { row } = schemaOf(name);
  const shape = row.shape as Record<string, z.ZodType>;
  const key = keyField(name);
  const together = TOGETHER[name] ?? [];
  const fields = Object.fromEntries(
    inFiles(name).map((field) => [
      field,
      field === key ? (KEYS[name] ?? codeKey) : cellsFor(name, field, shape[field] as z.ZodType),
    ]),
  );
  return fc.uniqueArray(fc.record({ ...fields, active: fc.boolean() }), {
    comparator: (one: Row, other: Row) =>
      one[key] === other[key] ||
      (together.length > 0 && together.every((field) => one[field] === other[field])),
    minLength: 5,
    maxLength: 25,
  });
}

describe.each(resourceNames)('the list of %s', (name) => {
  test.each([
    { format: 'xlsx', language: 'cn' },
    { format: 'csv', language: 'en' },
  ] as const)(
    'is restored from $format, $language, whatever its records contain',
    async ({ format, language }) => {
      const kept = from.rows(`select * from "${name}"`);
      const runs = draftsOf(name);
      const keptTo = to.rows(`select * from "${name}"`);
      try {
        await fc.assert(
          fc.asyncProperty(runs, async (records) => {
            empty(from, name);
            empty(to, name);
            for (const { active, ...body } of records) {
              const made = await from.send(`${name}.create` as ApiName, { body });
              if ('refused' in made) throw new Error(JSON.stringify(made.refused));
              const { id } = made.got as { id: number };
              if (!active && 'active' in schemaOf(name).row.shape)
                await from.send(`${name}.active` as ApiName, { body: { ids: [id], active } });
            }
            const file = await exportOf(name, format, language);
            const job = await converted(to, name, null, { name: file.name, bytes: file.bytes });
            if (job.status !== 'success') {
              const { list } = await to.call.fileJob.issues({ params: { id: job.id } });
              throw new Error(JSON.stringify([job.problem, list]));
            }
            expect(await known(to, name)).toEqual(await known(from, name));
          }),
          { numRuns: 2 },
        );
      } finally {
        for (const [api, rows] of [
          [from, kept],
          [to, keptTo],
        ] as const) {
          api.unbound((db) => {
            db.exec(`delete from "${name}"`);
            for (const row of rows) api.insert(name, row as never);
          });
        }
      }
    },
    120_000,
  );
});
