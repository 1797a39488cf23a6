/** Our cargo stations, warehouses and services. Names and addresses are invented, codes of places are real. */
import type { AuditBasis } from '@contract/vocabulary';

interface CodedStation {
  readonly code: string;
  readonly nameEn: string;
  readonly nameCn: string;
}

/** A handler's cargo station at an airport. */
interface StationData extends CodedStation {
  readonly airport: string;
  readonly freeHours: number;
}

/** One of our bonded warehouses. */
interface WarehouseData extends CodedStation {
  readonly type: 'temporary_storage' | 'customs_warehouse' | 'free';
  readonly customsLicence: string | null;
  readonly firmsCode: string | null;
  readonly country: string;
  readonly province: string;
  readonly city: string;
  readonly postcode: string;
  readonly street: string;
  readonly houseNumber: string;
  readonly timeZone: string;
  readonly openingHours: string;
  readonly capacityPallets: number;
  readonly contactName: string;
  readonly phone: string;
}

const station = (
  code: string,
  nameEn: string,
  nameCn: string,
  airport: string,
  freeHours: number,
): StationData => ({ code, nameEn, nameCn, airport, freeHours });

/** Cargo stations; at each airport, those with more flights come first. */
export const stationData: readonly StationData[] = [
  station('PLD-CARGO', 'Polder Cargo Handling', '普德尔货站', 'AMS', 48),
  station('DYK-AIR', 'Dyke Air Services', '戴克航空货站', 'AMS', 48),
  station('ARD-GND', 'Ardenne Ground', '阿登地面货站', 'LGG', 48),
  station('LIM-CGO', 'Limburg Cargo', '林堡货站', 'MST', 48),
  station('ZEN-CGO', 'Zenne Cargo Handling', '泽讷货站', 'BRU', 36),
  station('TAU-CGO', 'Taunus Cargo Handling', '陶努斯货站', 'FRA', 24),
  station('DUN-CGO', 'Duna Cargo Handling', '多瑙货站', 'BUD', 48),
  station('ALZ-CGO', 'Alzette Cargo Handling', '阿尔泽特货站', 'LUX', 36),
  station('PRA-GND', 'Prairie Ground', '草原地面货站', 'ORD', 48),
  station('ARC-GND', 'Arch Ground', '拱门地面货站', 'LAX', 48),
  station('HBL-GND', 'Harborlight Ground', '港灯地面货站', 'JFK', 24),
];

/** Our bonded warehouses. */
export const warehouseData: readonly WarehouseData[] = [
  {
    code: 'AMS-W1',
    nameEn: 'Polder Bonded DC',
    nameCn: '普德尔保税仓',
    type: 'temporary_storage',
    customsLicence: 'NLTST0000123',
    firmsCode: null,
    country: 'NL',
    province: 'Noord-Holland',
    city: 'Schiphol-Rijk',
    postcode: '1119 QX',
    street: 'Vrachtkade',
    houseNumber: '12',
    timeZone: 'Europe/Amsterdam',
    openingHours: 'Mo-Su 00:00-24:00',
    capacityPallets: 1_200,
    contactName: 'Sanne de Wit',
    phone: '+31 20 555 0110',
  },
  {
    code: 'AMS-W2',
    nameEn: 'Kade Sorting Centre',
    nameCn: '卡德分拣中心',
    type: 'customs_warehouse',
    customsLicence: 'NLCWP0000124',
    firmsCode: null,
    country: 'NL',
    province: 'Noord-Holland',
    city: 'Hoofddorp',
    postcode: '2132 WT',
    street: 'Sorteerkade',
    houseNumber: '40',
    timeZone: 'Europe/Amsterdam',
    openingHours: 'Mo-Su 05:00-01:00',
    capacityPallets: 900,
    contactName: 'Joost Maas',
    phone: '+31 23 555 0120',
  },
  {
    code: 'LGG-W1',
    nameEn: 'Ardennes Air Hub',
    nameCn: '阿登航空仓',
    type: 'temporary_storage',
    customsLicence: 'BETST0000125',
    firmsCode: null,
    country: 'BE',
    province: 'Liège',
    city: 'Grâce-Hollogne',
    postcode: '4460',
    street: 'Rue du Fret Clair',
    houseNumber: '8',
    timeZone: 'Europe/Brussels',
    openingHours: 'Mo-Su 00:00-24:00',
    capacityPallets: 1_000,
    contactName: 'Élodie Servais',
    phone: '+32 4 555 01 30',
  },
  {
    code: 'MST-W1',
    nameEn: 'Limburg Cross-dock',
    nameCn: '林堡越库仓',
    type: 'temporary_storage',
    customsLicence: 'NLTST0000126',
    firmsCode: null,
    country: 'NL',
    province: 'Limburg',
    city: 'Beek',
    postcode: '6199 AG',
    street: 'Vliegveldkade',
    houseNumber: '3',
    timeZone: 'Europe/Amsterdam',
    openingHours: 'Mo-Su 06:00-23:00',
    capacityPallets: 300,
    contactName: 'Bram Peeters',
    phone: '+31 43 555 0140',
  },
  {
    code: 'RTM-W1',
    nameEn: 'Maas Container DC',
    nameCn: '马斯集装箱仓',
    type: 'customs_warehouse',
    customsLicence: 'NLCWP0000127',
    firmsCode: null,
    country: 'NL',
    province: 'Zuid-Holland',
    city: 'Rotterdam',
    postcode: '3199 LK',
    street: 'Containerkade',
    houseNumber: '77',
    timeZone: 'Europe/Amsterdam',
    openingHours: 'Mo-Su 06:00-22:00',
    capacityPallets: 4_500,
    contactName: 'Fleur Vermeer',
    phone: '+31 10 555 0150',
  },
  {
    code: 'ORD-W1',
    nameEn: 'Prairie CFS',
    nameCn: '草原货运站',
    type: 'customs_warehouse',
    customsLicence: null,
    firmsCode: 'HZX7',
    country: 'US',
    province: 'IL',
    city: 'Elk Grove Village',
    postcode: '60007',
    street: 'Prairie Freight Way',
    houseNumber: '1450',
    timeZone: 'America/Chicago',
    openingHours: 'Mo-Sa 06:00-22:00',
    capacityPallets: 700,
    contactName: 'Dana Whitlock',
    phone: '+1 312 555 0160',
  },
  {
    code: 'LAX-W1',
    nameEn: 'Pacific Arch CFS',
    nameCn: '太平洋拱门货运站',
    type: 'customs_warehouse',
    customsLicence: null,
    firmsCode: 'Y258',
    country: 'US',
    province: 'CA',
    city: 'Carson',
    postcode: '90745',
    street: 'Arch Dray Avenue',
    houseNumber: '2200',
    timeZone: 'America/Los_Angeles',
    openingHours: 'Mo-Sa 05:00-23:00',
    capacityPallets: 800,
    contactName: 'Marcus Reyes',
    phone: '+1 310 555 0170',
  },
  {
    code: 'JFK-W1',
    nameEn: 'Harbor Light CFS',
    nameCn: '港灯货运站',
    type: 'customs_warehouse',
    customsLicence: null,
    firmsCode: 'E4Q9',
    country: 'US',
    province: 'NY',
    city: 'Jamaica',
    postcode: '11434',
    street: 'Harbor Light Road',
    houseNumber: '147-20',
    timeZone: 'America/New_York',
    openingHours: 'Mo-Sa 06:00-22:00',
    capacityPallets: 350,
    contactName: 'Priya Nolan',
    phone: '+1 212 555 0180',
  },
];

/** One of our services. */
interface ServiceData extends CodedStation {
  readonly mode: 'air' | 'sea' | 'any';
  readonly steps: readonly ('t1' | 'clearance' | 'warehouse' | 'delivery')[];
  readonly slaHours: number | null;
}

/** Our services, with the promised hours from landing to delivery. */
export const serviceData: readonly ServiceData[] = [
  {
    code: 'CLR',
    nameEn: 'Clearance only',
    nameCn: '仅清关',
    mode: 'any',
    steps: ['clearance'],
    slaHours: 36,
  },
  {
    code: 'CLR_DLV',
    nameEn: 'Clearance and delivery',
    nameCn: '清关加派送',
    mode: 'any',
    steps: ['clearance', 'warehouse', 'delivery'],
    slaHours: 72,
  },
  { code: 'T1', nameEn: 'T1 transit', nameCn: 'T1 转关', mode: 'any', steps: ['t1'], slaHours: 24 },
  {
    code: 'WHS',
    nameEn: 'Clearance and storage',
    nameCn: '清关加仓储',
    mode: 'any',
    steps: ['clearance', 'warehouse'],
    slaHours: 48,
  },
  {
    code: 'US01',
    nameEn: 'US formal entry (01)',
    nameCn: '美国正式报关 (01)',
    mode: 'any',
    steps: ['clearance', 'delivery'],
    slaHours: 72,
  },
  {
    code: 'US11',
    nameEn: 'US informal entry (11)',
    nameCn: '美国简易报关 (11)',
    mode: 'air',
    steps: ['clearance', 'delivery'],
    slaHours: 60,
  },
];

const byCode = new Map(warehouseData.map((warehouse) => [warehouse.code, warehouse]));

/** Returns a warehouse by its code. Throws for an unknown code. */
export function warehouseOf(code: string): WarehouseData {
  const found = byCode.get(code);
  if (!found) throw new Error(`no warehouse ${code}`);
  return found;
}

type FeeRow = readonly [
  code: string,
  nameEn: string,
  nameCn: string,
  direction: 'cost' | 'revenue' | 'both',
  glAccount: string,
  parent?: string,
];

const FEES: readonly FeeRow[] = [
  ['pickup', 'Pickup', '提货费', 'both', '7010'],
  ['handling', 'Station handling', '货站操作费', 'both', '7020'],
  ['storage', 'Storage', '仓储费', 'both', '7030'],
  ['clearance', 'Clearance', '清关费', 'both', '7040'],
  ['inspection', 'Inspection', '查验费', 'both', '7050'],
  ['duty', 'Duty', '关税', 'both', '1610'],
  ['vat', 'VAT', '增值税', 'both', '1620'],
  ['t1', 'T1', 'T1费', 'both', '7060'],
  ['unloading', 'Unloading and break-down', '卸货/拆板费', 'both', '7070'],
  ['sorting', 'Sorting', '分拣费', 'both', '7080'],
  ['palletising', 'Palletising', '打托费', 'both', '7090'],
  ['linehaul', 'Line haul', '干线运输费', 'both', '7100'],
  ['delivery', 'Delivery', '派送费', 'both', '7110'],
  ['return', 'Returns', '退件费', 'both', '7120'],
  ['destruction', 'Destruction', '销毁费', 'both', '7130'],
  ['pmc', 'ULD', '板费', 'cost', '7140'],
  ['isf', 'ISF', 'ISF费', 'both', '7150'],
  ['entry', 'Entry', '报关费', 'both', '7160'],
  ['bond', 'Bond', '保证金费', 'both', '7170'],
  ['demurrage', 'Demurrage', '滞港费', 'both', '7180', 'storage'],
  ['detention', 'Detention', '滞箱费', 'both', '7190', 'storage'],
  ['document', 'Documents', '文件费', 'both', '7200'],
  ['other', 'Other', '其他', 'both', '7990'],
];

/** What suppliers bill these categories by. */
const AUDITED_BY: Readonly<Record<string, AuditBasis>> = {
  storage: 'station_kg_days',
  palletising: 'pallets',
  linehaul: 'trips',
  delivery: 'parcels',
};

/** Fee categories of costs and revenues. Duty and VAT are passed on unchanged: no tax is charged on them. */
export const feeCategoryData = FEES.map(([code, nameEn, nameCn, direction, glAccount, parent]) => ({
  ...{ code, nameEn, nameCn, direction, parent },
  // Duty and VAT are passed on through one account; other revenue has its own.
  ...(glAccount.startsWith('16')
    ? { glAccount, costAccount: null }
    : { glAccount: glAccount.replace(/^7/, '8'), costAccount: glAccount }),
  auditBasis: AUDITED_BY[code] ?? null,
  taxable: code !== 'duty' && code !== 'vat',
  // Transit under customs supervision is exempt (Directive 2006/112/EC, art. 146(1)(e)).
  vatCode: code === 't1' ? 'EXPORT-SVC' : undefined,
}));
