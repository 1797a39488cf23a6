import type { ErrorCode } from '@contract/errors';
import { findMeta, metaOf } from '@contract/fields';
import { type ApiName, resources } from '@contract/index';
import { type PermissionId, permissionNodes } from '@contract/permissions';
import type { Resource } from '@contract/resource';
import type * as z from 'zod';
import { storedRows } from '../../../main/server/store/storedRows';
import type { Actor, RefusedCall } from '../../support/apiCall';
import { drafts, nameFieldOf, newCode } from '../../support/apiRecords';
import type { TestApi } from '../../support/server';
import type { ContractCase } from './contractCase';
import { countChanged } from './countChanged';

type ResourceName = keyof typeof resources;
type Draft = Record<string, unknown>;
/** An error and the function that causes it. */
type Cause = [ErrorCode, (api: TestApi) => Promise<RefusedCall>];
type Refuse = (api: TestApi, changes: Draft, as?: Actor) => Promise<RefusedCall>;

/** Returns the first reference of a resource to records that can be out of use, by which its drafts can be wrong. */
function referenceOf(name: ResourceName): { field: string; table: string } | undefined {
  const { draft, row } = resources[name] as Resource;
  for (const field of draft) {
    const meta = metaOf(row.shape[field] as z.ZodType);
    if (meta.kind !== 'ref' && meta.kind !== 'refs') continue;
    const target = Object.entries(resources).find(([of]) => of === meta.to)?.[1];
    if (target && 'active' in target.row.shape) return { field, table: meta.to };
  }
  return undefined;
}

/** True if fields of some row refer to records of a resource. */
export const isReferredTo = (name: string): boolean =>
  Object.values(storedRows).some(({ row }) =>
    Object.values(row.shape).some((field) => {
      const meta = findMeta(field);
      if (meta?.kind === 'ref' || meta?.kind === 'refs') return meta.to === name;
      return meta?.kind === 'code' && meta.of === name;
    }),
  );

/** A record of each kind that is used in the demo data. */
const IN_USE: Partial<Record<ResourceName, string>> = {
  airport: 'select landingAirportId from bill limit 1',
  lastMile: 'select lastMileId from destination limit 1',
  destination: 'select destinationId from bill where destinationId is not null limit 1',
  channelCode: 'select id from channelCode where channelCode in (select channelCode from bill) limit 1',
  customer: 'select customerId from bill limit 1',
  hsCode: "select id from hsCode where code = '610910'",
  country: "select id from country where code = 'NL'",
  warehouse: 'select warehouseId from bill where warehouseId is not null limit 1',
  cargoStation: 'select cargoStationId from bill where cargoStationId is not null limit 1',
  service: 'select serviceId from bill limit 1',
  mark: 'select markId from channelCode where markId is not null limit 1',
  feeCategory: 'select parentId from feeCategory where parentId is not null limit 1',
  clientCompany: 'select companyId from customer where companyId is not null limit 1',
  clientGroup: 'select groupId from customer limit 1',
  clientContact: 'select contactId from clientAccount limit 1',
  clientRole: 'select roleId from clientAccount limit 1',
  ioss: 'select id from ioss where lastUsedAt is not null limit 1',
  mailbox: 'select mailboxId from noaMail where mailboxId is not null limit 1',
  cmrConfig: 'select configId from cmrMail where configId is not null limit 1',
  monitorConfig: 'select configId from monitorRecord limit 1',
  netchbAccount: 'select accountId from filing limit 1',
  vatCode: 'select vatCodeId from feeCategory where vatCodeId is not null limit 1',
  chargeItem: 'select chargeItemId from billCost where chargeItemId is not null limit 1',
};

/** Makes an account that may edit a resource, limited to the goods of one warehouse. */
const limited = (api: TestApi, { edit }: { readonly edit: PermissionId }): Actor =>
  api.actor({
    permissions: permissionNodes.filter(({ id }) => id === edit).map(({ name }) => name),
    warehouseIds: [2],
  });

/** Refusals of a resource's own rules. The demo has a setting for every contract. */
const OWN: Partial<Record<ResourceName, (refuse: Refuse) => Cause[]>> = {
  customer: (refuse) => [
    [
      'GRANT_BEYOND',
      (api) =>
        refuse(api, { callbackUrl: 'https://partner.example.com/events' }, limited(api, resources.customer)),
    ],
  ],
  monitorConfig: (refuse) => [
    ['GRANT_BEYOND', (api) => refuse(api, { warehouseIds: [1] }, limited(api, resources.monitorConfig))],
  ],
  dayRate: (refuse) => [['RATE_BASE', (api) => refuse(api, { currency: 'EUR' })]],
  chargeFlow: (refuse) => [
    ['CHARGE_FLOW_DATES', (api) => refuse(api, { validFrom: '2026-02-01', validTo: '2026-01-31' })],
  ],
  euRate: (refuse) => [
    ['DAYS_ORDER', (api) => refuse(api, { validFrom: '2039-02-02', validTo: '2039-02-01' })],
    ['RATE_KIND', (api) => refuse(api, { kind: 'product_ids', validFrom: '2020-01-01', validTo: null })],
    ['PERIOD_OVERLAP', (api) => refuse(api, { kind: 'item_duty', validFrom: '2028-07-01', validTo: null })],
  ],
  containerTariff: (refuse) => [
    ['DAYS_ORDER', (api) => refuse(api, { validFrom: '2020-02-02', validTo: '2020-02-01' })],
    ['TARIFF_STEPS', (api) => refuse(api, { steps: [{ fromDay: 2, dayPrice: '75' }] })],
    [
      'PERIOD_OVERLAP',
      async (api) => {
        const { code } = await api.call.containerTariff.create({ body: drafts.containerTariff() });
        return refuse(api, { code, validFrom: '2020-06-01' });
      },
    ],
  ],
  ledgerSetup: (refuse) => [
    [
      'COMPANY_KIND',
      (api) => refuse(api, { companyId: api.count("select id from clientCompany where kind = 'supplier'") }),
    ],
    [
      'LEDGER_UNASSIGNED',
      (api) =>
        refuse(api, {
          companyId: api.count('select companyId from ledgerSetup where takesUnassigned = 0'),
          takesUnassigned: true,
        }),
    ],
  ],
  vatCode: (refuse) => [
    ['VAT_RATES', (api) => refuse(api, { category: 'S', reasonEn: null })],
    ['VAT_REASON', (api) => refuse(api, { reasonEn: null })],
  ],
  usRate: (refuse) => [
    ['DAYS_ORDER', (api) => refuse(api, { validFrom: '2026-02-01', validTo: '2026-01-31' })],
    ['RATE_KIND', (api) => refuse(api, { minimum: '1.00' })],
    ['US_RATE_CODE_FORMAT', (api) => refuse(api, { code: '499' })],
    [
      'PERIOD_OVERLAP',
      (api) => refuse(api, { kind: 'fee', code: '499', perUnit: null, validFrom: '2025-11-01' }),
    ],
  ],
  chargeItem: (refuse) => [['CHARGE_LIMITS', (api) => refuse(api, { minCharge: '10', maxCharge: '9.99' })]],
  approvalConfig: (refuse) => [
    [
      'APPROVAL_OVERLAP',
      (api) => refuse(api, { docType: 'contract', currency: null, minAmount: null, maxAmount: null }),
    ],
  ],
};

/** Copies a row that a resource refers to, and takes the copy out of use. */
function inactive(api: TestApi, table: string): number {
  const { id: _, ...row } = api.row(`select * from "${table}" limit 1`) as Record<string, never>;
  const key = ['code', 'airportCode', 'name'].find((name) => name in row) ?? 'code';
  return api.insert(table, { ...row, [key]: `Z${Math.floor(Math.random() * 1e9)}`, active: 0 });
}

function casesOf(name: ResourceName): Record<string, ContractCase> {
  const { unique, row } = resources[name];
  const switchable = 'active' in row.shape;
  const nameField = nameFieldOf(name);
  const reference = referenceOf(name);
  const used = IN_USE[name];
  const key = unique[0] as string;
  const typed = (resources[name].draft as readonly string[]).includes(key);
  const draft = (api: TestApi): Draft => drafts[name](api);
  /** Returns the fields of a record that must be unique. */
  const same = (made: Draft): Draft =>
    Object.fromEntries((unique as readonly string[]).map((field) => [field, made[field]]));
  const make = async (api: TestApi) => {
    const answer = await api.send(`${name}.create`, { body: draft(api) });
    if ('refused' in answer) throw new Error(JSON.stringify(answer.refused));
    return answer.got as Draft & { id: number; version: number };
  };
  const create: Refuse = (api, changes, as = api.admin) =>
    api.refused(`${name}.create`, { body: { ...draft(api), ...changes } }, { as });
  const update: Refuse = async (api, changes, as = api.admin) => {
    const { id, version } = await make(api);
    return api.refused(`${name}.update`, { params: { id }, body: { version, ...changes } }, { as });
  };
  const references = (refuse: Refuse): Cause[] => {
    if (!reference) return [];
    const { field, table } = reference;
    const refersTo = (id: number) => ({ [field]: field.endsWith('Ids') ? [id] : id });
    return [
      ['REFERENCE_UNKNOWN', (api) => refuse(api, refersTo(999_999))],
      ['REFERENCE_INACTIVE', (api) => refuse(api, refersTo(inactive(api, table)))],
    ];
  };
  // An existing number cannot be used again.
  const twins = (refuse: Refuse): Cause[] =>
    typed ? [['CODE_EXISTS', async (api) => refuse(api, same(await make(api)))]] : [];
  return {
    [`${name}.list`]: {
      right: () => ({ query: { pageSize: 5, sort: `-${key}`, ...(switchable ? { active: true } : {}) } }),
    },
    [`${name}.all`]: { right: () => ({}) },
    [`${name}.export`]: { right: () => ({ query: { format: 'csv', columns: [key, nameField] } }) },
    [`${name}.get`]: { right: async (api) => ({ params: { id: (await make(api)).id } }) },
    [`${name}.create`]: {
      right: (api) => ({ body: draft(api) }),
      errors: Object.fromEntries([
        ...twins(create),
        ...references(create),
        ...(OWN[name]?.(create) ?? []),
      ] satisfies Cause[]),
    },
    [`${name}.update`]: {
      right: async (api) => {
        const { id, version } = await make(api);
        return { params: { id }, body: { version, [nameField]: newCode('Renamed') } };
      },
      errors: Object.fromEntries([
        ['STALE_DATA', (api) => update(api, { version: 7, [nameField]: 'Late' })],
        ...twins(update),
        ...references(update),
        ...(OWN[name]?.(update) ?? []),
      ] satisfies Cause[]),
    },
    [`${name}.remove`]: {
      right: async (api) => ({ params: { id: (await make(api)).id } }),
      errors: Object.fromEntries(
        used ? [['IN_USE', (api) => api.refused(`${name}.remove`, { params: { id: api.count(used) } })]] : [],
      ) as Record<string, Cause[1]>,
    },
    [`${name}.usage`]: { right: async (api) => ({ params: { id: (await make(api)).id } }) },
    ...(switchable
      ? {
          [`${name}.active`]: {
            right: async (api: TestApi) => ({ body: { ids: [(await make(api)).id], active: false } }),
            errors: { COUNT_CHANGED: countChanged(`${name}.active` as ApiName, { active: false }) },
          },
          [`${name}.setActive`]: {
            right: async (api: TestApi) => ({
              params: { id: (await make(api)).id },
              body: { active: false },
            }),
          },
        }
      : {}),
  };
}

export const resourceCases = Object.assign(
  {},
  ...(Object.keys(resources) as ResourceName[]).map(casesOf),
) as Record<Extract<ApiName, `${ResourceName}.${string}`>, ContractCase>;
