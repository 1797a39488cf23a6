import type * as z from 'zod';
import { code, codes, type FieldMeta, metaOf, text, unwrap, withUnit } from '../../fields';
import {
  type CellValue,
  type ImportColumn,
  type ImportTemplate,
  importTemplate,
  type RowValues,
} from '../../importing/template';
import { LANGUAGES } from '../../limits';
import { isOneOf, namesOf, perName } from '../../names';
import { emptyOf, type Resource } from '../../resource';
import { type ResourceName, resourceNames } from '../../resourceNames';
import { resources } from '../../resources';
import { fieldOf } from '../../rowFields';
import { labelOf } from '../../words';

type Texts = Pick<ImportColumn, 'en' | 'cn' | 'aliases' | 'duty'> & { readonly required?: boolean };

/**
 * Deviations of a resource's file from the resource: headings, order and required columns of domain.md 6.8 and 6.12.
 * Optional fields of a record (5.2) are never required in a file: an exported one could not be read again.
 */
interface RecordColumns {
  /** Columns that come first, in this order; all other fields of the resource follow under their labels. */
  readonly columns?: Readonly<Record<string, Texts>>;
  /** Further defaults of a new record created from a file. */
  readonly fresh?: Readonly<Record<string, CellValue>>;
  /** Values derived from others for empty cells; references are codes here. */
  readonly follow?: (values: RowValues, isNew: boolean) => Readonly<Record<string, CellValue | undefined>>;
  readonly tariffs?: boolean;
}

const required = (en: string, cn: string): Texts => ({ en, cn, required: true });
const NAMES = { nameEn: required('Name en', '英文名'), nameCn: required('Name cn', '中文名') };
const COUNTRY = { en: 'Country', cn: '国家' };
const STREET = { street: { en: 'Street', cn: '街道' }, postcode: { en: 'Postcode', cn: '邮编' } };
const REACHED = {
  contactName: { en: 'Contact', cn: '联系人' },
  phone: { en: 'Phone', cn: '电话' },
  email: { en: 'Email', cn: '邮箱' },
};

const own: Readonly<Partial<Record<ResourceName, RecordColumns>>> = {
  customer: {
    columns: {
      code: required('Code', '客户代码'),
      nameCn: NAMES.nameCn,
      nameEn: NAMES.nameEn,
      contactName: required('Contact', '联系人'),
      email: required('Email', '邮箱'),
      phone: required('Phone', '电话'),
      wechat: { en: 'WeChat', cn: '微信' },
      groupId: { ...required('Group', '客户分组'), aliases: ['客户组'] },
      countryId: COUNTRY,
      province: { en: 'Province', cn: '省/州' },
      city: { en: 'City', cn: '城市' },
      district: { en: 'District', cn: '区' },
      street: { en: 'Street', cn: '街道' },
      houseNumber: { en: 'House number', cn: '门牌号' },
      postcode: { en: 'Postcode', cn: '邮编' },
      address1: { en: 'Address 1', cn: '地址1' },
      address2: { en: 'Address 2', cn: '地址2' },
      photoRequired: { en: 'Photo required', cn: '入库拍照' },
      settlement: { en: 'Settlement', cn: '结算方式' },
      paymentTermDays: { en: 'Term days', cn: '账期' },
      currency: { en: 'Currency', cn: '币种' },
    },
  },
  airport: {
    columns: {
      airportCode: required('Airport code', '机场三字码'),
      twoLetterCode: required('Two-letter code', '国家二字码'),
      ...NAMES,
      timeZone: required('Time zone', '时区'),
      type: { en: 'Type', cn: '类型' },
      countryId: COUNTRY,
    },
    // The two-letter code is the country's.
    follow: ({ countryId, twoLetterCode = null }) => ({ countryId: countryId ?? twoLetterCode }),
  },
  destination: {
    columns: {
      code: required('Code', '目的地代码'),
      ...NAMES,
      lastMileId: required('Last mile', '尾程'),
      countryId: required('Country', '国家'),
      city: { en: 'City', cn: '城市' },
      ...STREET,
      ...REACHED,
      openingHours: { en: 'Opening hours', cn: '营业时间' },
      timeZone: { en: 'Time zone', cn: '时区' },
    },
  },
  country: {
    columns: {
      code: required('Code', '二字码'),
      ...NAMES,
      isEu: { en: 'EU', cn: '是否欧盟' },
      currency: { en: 'Currency', cn: '币种' },
      vatRate: { en: 'VAT rate', cn: '增值税率' },
    },
    // A region's code begins with its country's.
    follow: ({ code: own, level, parentId }) => {
      const [above = null, region] = String(own ?? '').split('-');
      return {
        level: level ?? (region === undefined ? 'country' : 'region'),
        parentId: parentId ?? (region === undefined ? null : above),
      };
    },
  },
  lastMile: {
    columns: {
      code: required('Code', '尾程代码'),
      ...NAMES,
      countryIds: { en: 'Countries', cn: '国家' },
      trackingPrefixes: { en: 'Prefixes', cn: '单号前缀' },
      emails: { en: 'Email', cn: '邮箱' },
      trackingUrlTemplate: { en: 'URL', cn: '查询网址' },
    },
  },
  warehouse: {
    columns: {
      code: required('Code', '仓库代码'),
      nameEn: required('Name', '名称'),
      type: required('Type', '类型'),
      ...STREET,
      city: required('City', '城市'),
      province: { en: 'Province', cn: '省' },
      countryId: required('Country', '国家'),
      timeZone: required('Time zone', '时区'),
      customsLicence: { en: 'Licence', cn: '监管编号' },
      ...REACHED,
      nameCn: { en: 'Name cn', cn: '中文名', required: false },
    },
    // The file has one name; a new warehouse uses it in both languages.
    follow: ({ nameCn, nameEn = null }, isNew) => (isNew ? { nameCn: nameCn ?? nameEn } : {}),
  },
  ioss: {
    columns: {
      iossNo: required('IOSS number', 'IOSS号'),
      sellerName: required('Seller', '卖家'),
      customerIds: { en: 'Customer codes', cn: '客户' },
      validFrom: { en: 'Valid from', cn: '有效期自' },
      validTo: { en: 'Valid to', cn: '有效期至' },
    },
  },
  hsCode: {
    columns: {
      // Other headings are those of the USITC and TARIC tariffs.
      code: { ...required('HS code', '编码'), aliases: ['HTS number', 'htsno', 'Goods code'] },
      region: required('Region', '区域'),
      nameEn: { ...NAMES.nameEn, aliases: ['Description'] },
      nameCn: NAMES.nameCn,
      unit: { en: 'Unit', cn: '单位', aliases: ['Unit of quantity', 'units'] },
      dutyRate: {
        ...{ en: 'Duty rate %', cn: '关税率%', duty: true },
        aliases: ['General rate of duty', 'general'],
      },
      vatRate: { en: 'VAT rate %', cn: '增值税率%' },
      restricted: { en: 'Restricted', cn: '禁限' },
      restrictionNote: { en: 'Note', cn: '禁限说明' },
      keywords: { en: 'Keywords', cn: '关键词' },
    },
    fresh: { source: 'upload' },
    // Official tariffs have no Chinese names: the English one is used, but never replaces an existing one.
    follow: ({ nameCn, nameEn }, isNew) => (!isNew && nameCn === nameEn ? { nameCn: null } : {}),
    tariffs: true,
  },
  usRate: {
    columns: {
      kind: required('Kind', '类别'),
      code: required('Code', '代码'),
      name: required('Name', '名称'),
      rate: { en: 'Rate %', cn: '税率%' },
      perUnit: { en: 'Per unit', cn: '每单位' },
      perEntry: { en: 'Per entry', cn: '每票' },
      minimum: { en: 'Minimum', cn: '最低' },
      maximum: { en: 'Maximum', cn: '最高' },
      countries: { en: 'Countries', cn: '原产国' },
      hts: { en: 'On HTS', cn: '适用HTS编码' },
      entryTypes: { en: 'Entry types', cn: '报关类型' },
      modes: { en: 'Modes', cn: '运输方式' },
      programs: { en: 'Free under', cn: '免征项目' },
      validFrom: required('Valid from', '生效日期'),
      validTo: { en: 'Valid to', cn: '失效日期' },
    },
  },
  taxation: {
    columns: {
      taxNo: { en: 'Number', cn: '编号' },
      countryCode: required('Country', '国家'),
      hsCode: required('HS code', 'HS编码'),
      dutyRate: required('Duty %', '关税%'),
      vatRate: required('VAT %', '增值税%'),
      validFrom: required('Valid from', '生效日期'),
      validTo: { en: 'Valid to', cn: '失效日期' },
    },
  },
  parcelForecast: {
    columns: {
      customerId: required('Customer code', '客户代码'),
      forecastDate: required('Forecast date', '预报日期'),
      originAirportId: required('Origin', '起运机场'),
      landingAirportId: required('Landing', '到港机场'),
      channelCode: required('Channel', '渠道'),
      destinationCountry: required('Country', '国家'),
      expectedParcels: required('Parcels', '包裹数'),
      expectedBoxes: { en: 'Boxes', cn: '箱数' },
      expectedWeight: required('Weight', '重量'),
      expectedEta: { en: 'ETA', cn: '预计到港' },
      serviceId: { en: 'Service', cn: '服务' },
    },
  },
};

/** True for fields that a file can contain. */
const inFiles = (schema: z.ZodType): boolean => {
  const meta = metaOf(schema);
  return (meta.kind !== 'ref' && meta.kind !== 'refs') || meta.to in resources || meta.to === 'staff';
};

type SomeResource = Pick<Resource, 'row' | 'draft' | 'unique' | 'examples' | 'fresh'>;
/** Returns a resource, typed for code that handles all of them alike. */
const someResource = (name: keyof typeof resources): SomeResource => resources[name];

/** Returns the field that identifies records of a resource in files. */
const keyOf = (name: keyof typeof resources): z.ZodType => {
  const { row, unique } = someResource(name);
  return fieldOf(row, String(unique[0]));
};

/** A reference is written as its record's code; a person as the user name, or as a unique name. */
function cellField(field: z.ZodType, meta: FieldMeta): z.ZodType {
  if (meta.kind !== 'ref' && meta.kind !== 'refs') return unwrap(field).inner;
  if (meta.to === 'staff') return text(60);
  const key = isOneOf(namesOf(resources), meta.to) ? metaOf(keyOf(meta.to)) : undefined;
  if (key?.kind !== 'code') throw new Error(`${meta.to} has no code`);
  return meta.kind === 'ref' ? code(key.rule) : codes(key.rule, 500);
}

const EMPTY: ImportColumn['examples'] = ['', '', ''];

/** Builds a resource's template: every field a person may set, headed as in exports or by the reference. */
function templateOf(name: ResourceName): ImportTemplate {
  const { row, draft, unique, fresh = {}, examples = {} } = someResource(name);
  const { columns: headings = {}, tariffs } = own[name] ?? {};
  const first = Object.keys(headings);
  const rest = [...draft, ...('active' in row.shape ? ['active'] : [])].filter(
    (field) => !first.includes(field) && inFiles(fieldOf(row, field)),
  );
  const columns = [...first, ...rest].map((key): ImportColumn => {
    const field = fieldOf(row, key);
    const meta = metaOf(field);
    const labels = LANGUAGES.map((language) => labelOf(language, key, name));
    const [en = key, cn = key] = LANGUAGES.map((language) => withUnit(labelOf(language, key, name), meta));
    const isEmptyable = unwrap(field).nullable || ['flag', 'codes', 'refs'].includes(meta.kind);
    return {
      key,
      en: headings[key]?.en ?? en,
      cn: headings[key]?.cn ?? cn,
      aliases: [en, cn, ...labels, ...(headings[key]?.aliases ?? [])],
      ...(headings[key]?.duty ? { duty: true } : {}),
      field: cellField(field, meta),
      required: headings[key]?.required ?? (!isEmptyable && !(key in fresh) && !(key in headings)),
      examples: examples[key] ?? EMPTY,
    };
  });
  return importTemplate({ name, columns, unique, row: () => [], ...(tariffs ? { tariffs } : {}) });
}

/** The templates of all reference lists. */
export const recordTemplates = perName(resourceNames, templateOf);

/**
 * Returns the values of a record from the cells of a row, references as codes: with derived values, and for a new
 * record with defaults. `given` lists the columns of the file; their empty cells clear the field.
 */
export function recordCells(
  name: ResourceName,
  values: RowValues,
  given: ReadonlySet<string>,
  isNew: boolean,
): Record<string, CellValue> {
  const { row, draft, fresh } = resources[name] as (typeof resources)['customer'];
  const empty = perName<string, CellValue>(draft, (key) => emptyOf(fieldOf(row, key)));
  const givenValues = Object.fromEntries(Object.entries(values).filter(([key]) => given.has(key)));
  const cells: Record<string, CellValue> = { ...givenValues };
  for (const [key, value] of Object.entries(own[name]?.follow?.(givenValues, isNew) ?? {}))
    if (value !== undefined) cells[key] = value;
  // Fields that cannot be empty stay unchanged if the file has no value.
  for (const [key, value] of Object.entries(cells)) {
    if (value === null && !unwrap(fieldOf(row, key)).nullable) delete cells[key];
  }
  return isNew ? { ...empty, ...fresh, ...own[name]?.fresh, ...cells } : cells;
}
