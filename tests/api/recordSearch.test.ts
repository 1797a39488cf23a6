import {
  type FoundKindName,
  foundKinds,
  foundKindsByName,
  pathOfFound,
  unsearchedGroups,
} from '@contract/finding';
import { api as contract, resources } from '@contract/index';
import { permissionNodes } from '@contract/permissions';
import { beforeAll, describe, expect, test } from 'vitest';
import { screenOf } from '../../renderer/screens';
import type { Actor } from '../support/apiCall';
import { drafts } from '../support/apiRecords';
import { testApi } from '../support/server';
import { insertInvoice } from '../support/supplierInvoices';

const api = testApi();
const search = async (keyword: string, as?: Actor, language?: 'en' | 'cn') =>
  (
    await api.call.search.records(
      { query: { keyword } },
      { ...(as ? { as } : {}), ...(language ? { language } : {}) },
    )
  ).hits;

describe('the record search', () => {
  test('finds every group with a list, or names the reason not to', () => {
    const listed = Object.entries(contract).flatMap(([name, calls]) => ('list' in calls ? [name] : []));
    const lacking = listed.filter(
      (name) =>
        !(
          name in foundKindsByName ||
          name in unsearchedGroups ||
          name in resources ||
          name.startsWith('report')
        ),
    );
    expect(lacking).toEqual([]);
    expect(
      Object.keys(unsearchedGroups).filter((name) => !(name in contract) || name in foundKindsByName),
    ).toEqual([]);
  });

  test('excludes exactly these resources', () => {
    const hidden = Object.values(resources).flatMap(({ name, finding }) => (finding ? [] : [name]));
    expect(hidden.sort()).toEqual([
      'amsRecord',
      'clientRole',
      'containerTariff',
      'dayRate',
      'euRate',
      'ledgerSetup',
      'usRate',
      'vatCode',
    ]);
  });

  test.each(foundKinds)('leads from %s to a screen', (kind) => {
    const path = pathOfFound({ kind, recordId: 7, billId: 8, number: 'A/B 1' });
    expect(screenOf(path ?? '')).toBeDefined();
  });

  test('leads to no bill screen from records without a bill', () => {
    expect(pathOfFound({ kind: 'pallet', recordId: 7, billId: null, number: 'P' })).toBeNull();
  });
});

/** Kinds of which the demo data has visible records. */
const kinds = foundKinds.filter((kind) => kind !== 't1');

test.each(['AM', 'NL', 'SF', 'CN', 'ISF'])(
  'puts whole numbers first, then those that begin with %s, then all others',
  async (keyword) => {
    const ranks = (await search(keyword)).map(({ number, exact }) => {
      const bare = number.toUpperCase().replace(/[^\p{L}\p{N}]/gu, '');
      return exact ? 0 : bare.startsWith(keyword) ? 1 : 2;
    });
    expect(ranks.length).toBeGreaterThan(0);
    expect(ranks).toEqual(ranks.toSorted((one, other) => one - other));
  },
);

describe('the search by number', () => {
  const numberOf = (kind: FoundKindName): string | undefined => {
    const { table, numbers } = foundKindsByName[kind] ?? { table: '', numbers: [''] };
    const hidden = ['box', 'parcel', 'batch', 'billUld'].includes(table)
      ? 'and billId in (select id from bill where removedAt is null)'
      : '';
    const [row] = api.rows(
      `select "${numbers[0]}" as number from "${table}" where "${numbers[0]}" is not null and length("${numbers[0]}") > 1 ${hidden} limit 1`,
    );
    return row && String(row.number);
  };

  test.each(kinds)(
    'finds %s by the whole number, in lower case, with spaces, and by its end',
    async (kind) => {
      // Makes a record of a plain resource that the demo data lacks.
      if (numberOf(kind) === undefined && Object.hasOwn(drafts, kind))
        await api.send(`${kind as keyof typeof drafts}.create`, {
          body: drafts[kind as keyof typeof drafts](api),
        });
      if (kind === 'supplierInvoice') insertInvoice(api, 'READ-4711');
      const number = numberOf(kind);
      if (number === undefined) throw new Error(`there is no ${kind}`);
      const found = async (keyword: string) =>
        (await search(keyword)).filter((hit) => hit.kind === kind).map((hit) => hit.number);
      expect(await found(number)).toContain(number);
      expect(await found(number.toLowerCase())).toContain(number);
      const bare = number.replace(/[-\s]/g, '');
      if (!/^[A-Z0-9]+$/.test(bare)) return;
      expect(await found(`${number.slice(0, 2)} ${number.slice(2)}`)).toContain(number);
      const [whole] = (await search(number)).filter((hit) => hit.number === number && hit.kind === kind);
      expect(whole?.exact).toBe(true);
      if (bare.length < 8) return;
      const ended = (await search(bare.slice(-7))).filter((hit) => hit.kind === kind);
      expect(
        ended.every((hit) => !hit.exact && hit.number.replaceAll('-', '').includes(bare.slice(-7))),
      ).toBe(true);
      expect(ended.length).toBeGreaterThan(0);
    },
  );

  test.each([4, 5])('finds the newest bills by their last %i characters', async (count) => {
    const bills = api
      .rows("select id, billNo from bill where removedAt is null and mode = 'air' order by id desc")
      .map(({ id, billNo }) => ({ id: Number(id), billNo: String(billNo) }));
    const end = String(bills.at(-1)?.billNo).slice(-count);
    const wanted = bills.filter(({ billNo }) => billNo.endsWith(end)).map(({ id }) => id);
    const hits = (await search(end)).filter(({ kind }) => kind === 'bill');
    expect(hits.filter(({ number }) => number.endsWith(end)).map(({ recordId }) => recordId)).toEqual(
      wanted.slice(0, 6),
    );
    expect(hits.every(({ exact }) => !exact)).toBe(true);
    // Three digits would match too many.
    const three = (await search(end.slice(-3))).filter(({ kind }) => kind === 'bill');
    expect(three).toEqual([]);
  });

  test('does not find a removed bill by its last four', async () => {
    const { billNo } = api.row('select billNo from bill where removedAt is not null limit 1');
    const hits = await search(String(billNo).slice(-4));
    expect(hits.filter(({ number }) => number === billNo)).toEqual([]);
  });

  test('finds a bill by the start of its number, with or without hyphen', async () => {
    const { billNo } = api.row("select billNo from bill where mode = 'air' limit 1");
    const head = String(billNo).slice(0, 7);
    for (const keyword of [head, head.replace('-', '')]) {
      const hits = (await search(keyword)).filter(({ kind }) => kind === 'bill');
      expect(hits.length).toBeGreaterThan(0);
      expect(hits.every((hit) => hit.number.startsWith(head))).toBe(true);
    }
  });

  test('puts the newest serial numbers first, and codes in their order', async () => {
    for (const [keyword, kind, column, order] of [
      ['CMR', 'cmr', 'cmrNo', 'desc'],
      ['BC', 'billCost', 'costNo', 'desc'],
      ['61', 'hsCode', 'code', 'asc'],
    ] as const) {
      const wanted = api
        .rows(
          `select "${column}" as number from "${kind}" where "${column}" like '${keyword}%' order by 1 ${order}`,
        )
        .map(({ number }) => number);
      expect(wanted.length).toBeGreaterThan(6);
      const hits = (await search(keyword)).filter((hit) => hit.kind === kind);
      const matching = hits.map(({ number }) => number).filter((number) => number.startsWith(keyword));
      expect(matching.slice(0, 6)).toEqual(wanted.slice(0, matching.length));
      expect(matching.length).toBeGreaterThan(2);
    }
  });

  test('returns a few of each kind, exact matches first', async () => {
    const { billNo } = api.row("select billNo from bill where mode = 'air' limit 1");
    const hits = await search(String(billNo));
    expect(hits[0]).toMatchObject({ number: billNo, exact: true });
    const many = await search('PLT2026');
    expect(Math.max(0, ...kinds.map((kind) => many.filter((hit) => hit.kind === kind).length))).toBeLessThan(
      7,
    );
    const order = hits.map(({ exact }) => exact);
    expect(order).toEqual([...order].sort((a, b) => Number(b) - Number(a)));
  });
});

describe('the search by name', () => {
  test('finds a customer in both languages, named in the language of the caller', async () => {
    const row = api.row("select * from customer where nameCn is not null and nameCn != '' limit 1");
    const part = String(row.nameCn).slice(0, 3);
    const of = async (keyword: string, language: 'en' | 'cn') =>
      (await search(keyword, undefined, language)).find(
        ({ kind, recordId }) => kind === 'customer' && recordId === row.id,
      );
    expect(await of(part, 'en')).toMatchObject({ number: row.code });
    expect((await of(String(row.nameEn).toLowerCase(), 'en'))?.name).toBe(row.nameEn);
    expect((await of(String(row.code), 'cn'))?.name).toBe(row.nameCn);
  });

  test('finds a sea bill by a container, shown beside its number', async () => {
    const { containerNos, mblNo } = api.row(
      "select containerNos, mblNo from seaBill where containerNos != '[]' limit 1",
    );
    const [containerNo = ''] = JSON.parse(String(containerNos)) as string[];
    expect(await search(containerNo)).toContainEqual(
      expect.objectContaining({ kind: 'seaBill', number: mblNo, name: containerNo }),
    );
  });

  test.each(['%', '_', "' or 1=1 --", '\u0000', '%%', '"*', '  -  '])(
    'finds nothing for %j',
    async (keyword) => {
      if (keyword.trim() !== '') expect(await search(keyword)).toEqual([]);
    },
  );
});

describe('the permissions of the search', () => {
  let customer: Record<string, unknown>;
  let bill: Record<string, unknown>;
  beforeAll(() => {
    customer = api.row('select code from customer limit 1');
    bill = api.row("select billNo from bill where mode = 'air' limit 1");
  });

  test('hide records that the user may not read', async () => {
    const nobody = api.actor();
    for (const { code: keyword } of [customer]) expect(await search(String(keyword), nobody)).toEqual([]);
    expect(await search(String(bill.billNo), nobody)).toEqual([]);
  });

  test.each(['customer', 'bill', 'contract', 'seaIsf', 'billRevenue'] as const)(
    'limit the search with that of %s to this kind',
    async (kind) => {
      const rule = foundKindsByName[kind];
      const name = permissionNodes.find(({ id }) => id === rule?.view)?.name;
      if (!rule || !name) throw new Error('unknown');
      const as = api.actor({ permissions: [name] });
      const [row] = api.rows(`select "${rule.numbers[0]}" as number from "${rule.table}" limit 1`);
      const hits = await search(String(row?.number), as);
      expect(hits.map((hit) => hit.kind)).toContain(kind);
      expect(hits.every((hit) => foundKindsByName[hit.kind]?.view === rule.view)).toBe(true);
    },
  );
});
