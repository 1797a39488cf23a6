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
import { emptyOf } from '../../resource';
import { type ResourceName, resourceNames } from '../../resourceNames';
import { resources } from '../../resources';
import { labelOf } from '../../words';

type Texts = Pick<ImportColumn, 'en' | 'cn' | 'aliases' | 'duty'> & { readonly required?: boolean };
type Examples = Readonly<Record<string, ImportColumn['examples']>>;

/**
 * What the file of a resource has otherwise than the resource says: headings, order and required columns of domain.md 6.8
 * and 6.12. What a record may lack (5.2) is asked of no file: one that was exported could not be read again.
 */
interface Own {
  /** These columns come first, in this order; all other fields of the resource follow under their labels. */
  readonly columns?: Readonly<Record<string, Texts>>;
  /** What a new record has that comes from a file, besides what any new record has. */
  readonly fresh?: Readonly<Record<string, CellValue>>;
  /** Cells that follow from others where the file leaves them empty; references are codes here. */
  readonly follow?: (values: RowValues, isNew: boolean) => Readonly<Record<string, CellValue | undefined>>;
  readonly tariffs?: boolean;
  readonly examples: Examples;
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

const own: Readonly<Record<ResourceName, Own>> = {
  customer: {
    columns: {
      code: required('Code', '客户代码'),
      nameCn: NAMES.nameCn,
      nameEn: NAMES.nameEn,
      contactName: required('Contact', '联系人'),
      email: required('Email', '邮箱'),
      phone: required('Phone', '电话'),
      wechat: { en: 'WeChat', cn: '微信' },
      groupId: required('Group', '客户组'),
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
    examples: {
      code: ['GPANDA', 'HUAYU', 'SKYBOX'],
      nameCn: ['绿熊猫贸易', '华宇物流', '天盒电商'],
      nameEn: ['Green Panda Trading Ltd', 'Huayu Logistics', 'Skybox Commerce'],
      contactName: ['Li Wei', 'Zhang Min', 'Chen Jie'],
      email: ['li.wei@example.com', 'zhang.min@example.com', 'chen.jie@example.com'],
      phone: ['+86 21 5555 0101', '+86 755 5555 0102', '+852 5555 0103'],
      groupId: ['VIP', 'STANDARD', 'STANDARD'],
      countryId: ['CN', 'CN', 'HK'],
      city: ['上海', '深圳', ''],
      postcode: ['200120', '518000', ''],
      photoRequired: ['N', 'Y', ''],
      settlement: ['monthly', 'per_bill', ''],
      paymentTermDays: ['30', '0', ''],
      currency: ['EUR', 'USD', ''],
      salesStaffId: ['sun.yu', 'sun.yu', ''],
      serviceStaffId: ['chen.jing', '', ''],
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
    // The two-letter code is that of the country.
    follow: ({ countryId, twoLetterCode = null }) => ({ countryId: countryId ?? twoLetterCode }),
    examples: {
      airportCode: ['AMS', 'LGG', 'HKG'],
      twoLetterCode: ['NL', 'BE', 'HK'],
      nameEn: ['Amsterdam Schiphol', 'Liège', 'Hong Kong'],
      nameCn: ['阿姆斯特丹史基浦', '列日', '香港'],
      timeZone: ['Europe/Amsterdam', 'Europe/Brussels', 'Asia/Hong_Kong'],
      type: ['landing', 'landing', 'origin'],
    },
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
    },
    examples: {
      code: ['NL-HUB-01', 'DE-HUB-01', 'BE-HUB-01'],
      nameEn: ['Tulip hub Utrecht', 'Linden hub Hagen', 'Meuse hub Liège'],
      nameCn: ['郁金香乌得勒支中心', '菩提哈根中心', '默兹列日中心'],
      lastMileId: ['TULIP', 'LINDEN', 'MEUSE'],
      countryId: ['NL', 'DE', 'BE'],
      city: ['Utrecht', 'Hagen', 'Liège'],
      street: ['Kanaalweg 12', 'Hubweg 4', 'Rue du Port 7'],
      postcode: ['3526 KL', '58089', '4000'],
      slotRequired: ['Y', 'N', ''],
      transitHours: ['12', '18', ''],
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
    // A region bears the code of its country.
    follow: ({ code: own, level, parentId }) => {
      const [above = null, region] = String(own ?? '').split('-');
      return {
        level: level ?? (region === undefined ? 'country' : 'region'),
        parentId: parentId ?? (region === undefined ? null : above),
      };
    },
    examples: {
      code: ['NL', 'DE', 'NL-NH'],
      nameEn: ['Netherlands', 'Germany', 'North Holland'],
      nameCn: ['荷兰', '德国', '北荷兰省'],
      isEu: ['Y', 'Y', 'Y'],
      currency: ['EUR', 'EUR', 'EUR'],
      vatRate: ['21', '19', '21'],
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
    examples: {
      code: ['TULIP', 'LINDEN', 'MEUSE'],
      nameEn: ['Tulip Post', 'Linden Paket', 'Meuse Express'],
      nameCn: ['郁金香邮政', '菩提包裹', '默兹快递'],
      countryIds: ['NL; BE', 'DE', 'BE; LU'],
      trackingPrefixes: ['TUL; TLP', 'LND', ''],
      emails: ['hub@example.com', '', ''],
      trackingUrlTemplate: ['https://track.example.com/{no}', '', ''],
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
    // The file has one name; a new warehouse goes by it in both languages.
    follow: ({ nameCn, nameEn = null }, isNew) => (isNew ? { nameCn: nameCn ?? nameEn } : {}),
    examples: {
      code: ['AMS-W1', 'LGG-W1', 'MST-W1'],
      nameEn: ['Polder Bonded DC', 'Meuse Bonded DC', 'Limburg Bonded DC'],
      type: ['temporary_storage', 'customs_warehouse', 'free'],
      street: ['Vrachtkade', 'Rue de l’Aéroport', 'Vliegveldweg'],
      postcode: ['1119 QX', '4460', '6199 AD'],
      city: ['Schiphol-Rijk', 'Grâce-Hollogne', 'Maastricht'],
      countryId: ['NL', 'BE', 'NL'],
      timeZone: ['Europe/Amsterdam', 'Europe/Brussels', 'Europe/Amsterdam'],
      nameCn: ['普德尔保税仓', '默兹保税仓', ''],
    },
  },
  ioss: {
    columns: {
      iossNo: required('IOSS number', 'IOSS号'),
      sellerName: required('Seller', '卖家'),
      customerIds: { en: 'Customer codes', cn: '客户' },
      validFrom: { en: 'Valid from', cn: '有效期自' },
      validTo: { en: 'Valid to', cn: '有效期至' },
    },
    examples: {
      iossNo: ['IM5280001234', 'IM2760004321', 'IM2500007788'],
      sellerName: ['Green Panda Trading Ltd', 'Huayu Logistics', 'Skybox Commerce'],
      customerIds: ['GPANDA', 'HUAYU; SKYBOX', ''],
      validFrom: ['01/01/2026', '', ''],
      validTo: ['31/12/2027', '', ''],
    },
  },
  hsCode: {
    columns: {
      // The other headings are those of the tariffs of USITC and TARIC.
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
    // Official tariffs have no Chinese names: the English one stands for it, and never in place of one that is there.
    follow: ({ nameCn, nameEn }, isNew) => (!isNew && nameCn === nameEn ? { nameCn: null } : {}),
    tariffs: true,
    examples: {
      code: ['6109100010', '611030', '4202929890'],
      region: ['EU', 'WCO', 'EU'],
      nameEn: ['T-shirts, cotton', 'Pullovers of man-made fibres', 'Bags of textile materials'],
      nameCn: ['棉制T恤', '化纤制套头衫', '纺织材料制包'],
      dutyRate: ['12', '', '2.7'],
      restricted: ['none', '', 'restricted'],
      keywords: ['t-shirt; tee', '', 'bag; backpack'],
    },
  },
  channelCode: {
    examples: {
      channelCode: ['NL-TUL-ECO', 'DE-LIN-STD', 'BE-MEU-ECO'],
      nameEn: ['Netherlands economy', 'Germany standard', 'Belgium economy'],
      nameCn: ['荷兰经济', '德国标准', '比利时经济'],
      destinationCode: ['NL-HUB-01', 'DE-HUB-01', 'BE-HUB-01'],
      countryCode: ['NL', 'DE', 'BE'],
    },
  },
  service: {
    examples: {
      code: ['CLR', 'CLR_DLV', 'T1'],
      nameEn: ['Clearance', 'Clearance and delivery', 'Transit'],
      nameCn: ['清关', '清关派送', '转关'],
      mode: ['air', 'any', ''],
      steps: ['clearance', 'clearance; delivery', 't1'],
      slaHours: ['24', '72', ''],
    },
  },
  cargoStation: {
    examples: {
      code: ['AMS-H1', 'LGG-H1', 'HKG-H1'],
      nameEn: ['Polder Cargo Handling', 'Meuse Cargo Handling', 'Harbour Cargo Handling'],
      nameCn: ['普德尔货站', '默兹货站', '海港货站'],
      airportId: ['AMS', 'LGG', 'HKG'],
      emailDomains: ['cargo.example.com', '', ''],
      freeHours: ['48', '24', ''],
      storageRate: ['0.185', '', ''],
    },
  },
  mark: {
    examples: {
      code: ['NL-G', 'DE-R', 'BE-B'],
      nameEn: ['Netherlands green', 'Germany red', 'Belgium blue'],
      nameCn: ['荷兰绿', '德国红', '比利时蓝'],
      text: ['NL-01', 'DE-01', 'BE-01'],
      tapeColor: ['green', 'red', 'blue'],
    },
  },
  feeCategory: {
    examples: {
      code: ['clearance', 'inspection', 'storage'],
      nameEn: ['Clearance', 'Inspection', 'Storage'],
      nameCn: ['清关费', '查验费', '仓储费'],
      direction: ['both', 'cost', ''],
      parentId: ['', 'clearance', ''],
      taxable: ['Y', 'N', ''],
    },
  },
  clientGroup: {
    examples: {
      code: ['VIP', 'STANDARD', 'TRIAL'],
      nameEn: ['Key accounts', 'Standard', 'Trial'],
      nameCn: ['重点客户', '标准客户', '试用客户'],
      discountPercent: ['5', '', '2.5'],
    },
  },
  clientCompany: {
    examples: {
      code: ['POLDER', 'TRUCK01', 'GPANDA'],
      nameEn: ['Polder Customs BV', 'Canal Trucking BV', 'Green Panda Trading Ltd'],
      nameCn: ['普德尔报关公司', '运河运输公司', '绿熊猫贸易有限公司'],
      kind: ['own', 'supplier', 'customer'],
      supplierTypes: ['', 'trucker', ''],
      countryId: ['NL', 'NL', 'CN'],
      postcode: ['1118 CP', '', ''],
      paymentTermDays: ['30', '14', ''],
    },
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
    examples: {
      kind: ['duty', 'additional', 'fee'],
      code: ['61091000', '99038803', '499'],
      name: ['T-shirts, of cotton', 'Section 301, list 3', 'Merchandise processing fee'],
      rate: ['16.5', '25', '0.3464'],
      minimum: ['', '', '33.58'],
      maximum: ['', '', '651.50'],
      countries: ['', 'CN', ''],
      hts: ['', '6109', ''],
      entryTypes: ['', '', '01'],
      validFrom: ['01/01/2026', '01/01/2026', '01/10/2026'],
      validTo: ['', '', '30/09/2027'],
      source: ['HTSUS', 'HTSUS 9903.88.03', '19 CFR 24.23'],
    },
  },
  taxation: {
    columns: {
      taxNo: { en: 'Number', cn: '编号' },
      countryCode: required('Country', '国家'),
      hsCode: required('HS code', 'HS编码'),
      dutyRate: required('Duty %', '关税%'),
      vatRate: required('VAT %', '增值税%'),
      itemDuty: { en: 'Item duty', cn: '每项关税' },
      validFrom: required('Valid from', '生效日期'),
      validTo: { en: 'Valid to', cn: '失效日期' },
    },
    examples: {
      countryCode: ['NL', 'DE', 'FR'],
      hsCode: ['610910', '640411', '*'],
      dutyRate: ['12', '16.9', '4.5'],
      vatRate: ['21', '19', '20'],
      itemDuty: ['3.00', '3.00', ''],
      validFrom: ['01/07/2026', '01/07/2026', '01/01/2026'],
      validTo: ['30/06/2028', '', ''],
      additional: ['', 'Anti-dumping: 16.5', ''],
    },
  },
  airTransport: {
    examples: {
      flightNo: ['CK205', 'CA1031', 'CV7301'],
      originAirportId: ['PVG', 'PVG', 'CGO'],
      landingAirportId: ['AMS', 'LGG', 'LUX'],
      weekdays: ['1.3.5..', '', '.2.4.6.'],
      cutOffAt: ['02/11/2026 18:00', '', ''],
      etd: ['04/11/2026 02:30', '05/11/2026 10:00', '07/11/2026 01:15'],
      eta: ['04/11/2026 09:10', '05/11/2026 15:20', '07/11/2026 08:40'],
      capacityKg: ['12000', '8000', '20000'],
      uldPlan: ['3xPMC; 1xPAG', '', '6xPMC'],
      bookingNo: ['BK-10021', '', ''],
    },
  },
  seaTransport: {
    examples: {
      carrierScac: ['COSU', 'MAEU', 'OOLU'],
      vesselName: ['POLARIS STAR', 'POLARIS DAWN', 'POLARIS REEF'],
      imoNo: ['9074729', '', ''],
      voyageNo: ['041E', '2645W', '102E'],
      polCode: ['CNYTN', 'CNSHA', 'CNNGB'],
      podCode: ['USLAX', 'NLRTM', 'USNYC'],
      etd: ['04/11/2026 02:30', '05/11/2026 10:00', '07/11/2026 01:15'],
      eta: ['20/11/2026 09:10', '12/12/2026 15:20', '09/12/2026 08:40'],
      containersBooked: ['2x40HQ', '1x40HQ; 1x20GP', ''],
      bookingNo: ['6345678901', '', ''],
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
    examples: {
      customerId: ['GPANDA', 'HUAYU', 'SKYBOX'],
      forecastDate: ['03/11/2026', '03/11/2026', '04/11/2026'],
      originAirportId: ['PVG', 'SZX', 'HKG'],
      landingAirportId: ['AMS', 'LGG', 'AMS'],
      channelCode: ['NL-TUL-ECO', 'DE-LIN-STD', 'BE-MEU-ECO'],
      destinationCountry: ['NL', 'DE', 'BE'],
      expectedParcels: ['4500', '1200', '800'],
      expectedBoxes: ['180', '', ''],
      expectedWeight: ['1600.5', '480', '310'],
      expectedEta: ['04/11/2026 09:10', '', ''],
      serviceId: ['CLR_DLV', '', ''],
    },
  },
  dayRate: {
    examples: {
      currency: ['USD', 'CNY', 'USD'],
      day: ['02/11/2026', '02/11/2026', '03/11/2026'],
      rate: ['1.084500', '7.812000', '1.083100'],
    },
  },
};

/** Fields that a file can hold. */
const inFiles = (schema: z.ZodType): boolean => {
  const meta = metaOf(schema);
  return (meta.kind !== 'ref' && meta.kind !== 'refs') || meta.to in resources || meta.to === 'staff';
};

/** The field by which records of a resource are named in files. */
const keyOf = (name: ResourceName): z.ZodType => {
  const { row, unique } = resources[name];
  return (row.shape as Record<string, z.ZodType>)[String(unique[0])] as z.ZodType;
};

/** A reference stands in a file as the code of its record; a person as the user name, or a name that is theirs alone. */
function cellField(field: z.ZodType, meta: FieldMeta): z.ZodType {
  if (meta.kind !== 'ref' && meta.kind !== 'refs') return unwrap(field).inner;
  if (meta.to === 'staff') return text(60);
  const key = metaOf(keyOf(meta.to as ResourceName));
  if (key.kind !== 'code') throw new Error(`${meta.to} has no code`);
  return meta.kind === 'ref' ? code(key.rule) : codes(key.rule, 500);
}

const EMPTY: ImportColumn['examples'] = ['', '', ''];

/** The template of a resource: every field that a person may set, headed as an export heads it or as the reference says. */
function templateOf(name: ResourceName): ImportTemplate {
  const { row, draft, unique, fresh = {} } = resources[name] as (typeof resources)['customer'];
  const shape: Readonly<Record<string, z.ZodType>> = row.shape;
  const { columns: said = {}, examples, tariffs } = own[name];
  const first = Object.keys(said);
  const rest = [...draft, ...('active' in shape ? ['active'] : [])].filter(
    (field) => !first.includes(field) && inFiles(shape[field] as z.ZodType),
  );
  const columns = [...first, ...rest].map((key): ImportColumn => {
    const field = shape[key] as z.ZodType;
    const meta = metaOf(field);
    const labels = LANGUAGES.map((language) => labelOf(language, key, name));
    const [en = key, cn = key] = LANGUAGES.map((language) => withUnit(labelOf(language, key, name), meta));
    const isEmptyable = unwrap(field).nullable || ['flag', 'codes', 'refs'].includes(meta.kind);
    return {
      key,
      en: said[key]?.en ?? en,
      cn: said[key]?.cn ?? cn,
      aliases: [en, cn, ...labels, ...(said[key]?.aliases ?? [])],
      ...(said[key]?.duty ? { duty: true } : {}),
      field: cellField(field, meta),
      required: said[key]?.required ?? (!isEmptyable && !(key in fresh) && !(key in said)),
      examples: examples[key] ?? EMPTY,
    };
  });
  return importTemplate({ name, columns, unique, row: () => [], ...(tariffs ? { tariffs } : {}) });
}

/** The templates of all reference lists. */
export const recordTemplates = Object.fromEntries(
  resourceNames.map((name) => [name, templateOf(name)]),
) as Record<ResourceName, ImportTemplate>;

/**
 * What the cells of a row say of a record, references as codes: with what follows from them, and for a new record with
 * what stands where nothing is said. `given` names the columns that the file has; what they leave empty is emptied.
 */
export function recordCells(
  name: ResourceName,
  values: RowValues,
  given: ReadonlySet<string>,
  isNew: boolean,
): Record<string, CellValue> {
  const { row, draft, fresh } = resources[name] as (typeof resources)['customer'];
  const shape: Readonly<Record<string, z.ZodType>> = row.shape;
  const empty = Object.fromEntries(draft.map((key) => [key, emptyOf(shape[key] as z.ZodType)]));
  const said = Object.fromEntries(Object.entries(values).filter(([key]) => given.has(key)));
  const cells: Record<string, CellValue> = { ...said };
  for (const [key, value] of Object.entries(own[name].follow?.(said, isNew) ?? {}))
    if (value !== undefined) cells[key] = value;
  // What cannot be empty stays as it is where the file says nothing of it.
  for (const [key, value] of Object.entries(cells)) {
    if (value === null && !unwrap(shape[key] as z.ZodType).nullable) delete cells[key];
  }
  return isNew ? { ...empty, ...fresh, ...own[name].fresh, ...cells } : cells;
}
