/** The cargo stations, warehouses and services we work with. Names and addresses are invented, codes of places are real. */

interface Coded {
  readonly code: string;
  readonly nameEn: string;
  readonly nameCn: string;
}

/** A handler's shed at an airport. */
interface StationData extends Coded {
  readonly airport: string;
  readonly freeHours: number;
}

/** A bonded site of ours. */
interface WarehouseData extends Coded {
  readonly type: 'temporary_storage' | 'customs_warehouse' | 'free';
  readonly city: string;
  readonly country: string;
  readonly timeZone: string;
  readonly remark: string;
}

const station = (
  code: string,
  nameEn: string,
  nameCn: string,
  airport: string,
  freeHours: number,
): StationData => ({ code, nameEn, nameCn, airport, freeHours });

/** Cargo stations; the share that each has of its airport's flights follows the order. */
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
    city: 'Schiphol-Rijk',
    country: 'NL',
    timeZone: 'Europe/Amsterdam',
    remark: 'Vrachtkade 12, 1119 QX Schiphol-Rijk. Open day and night. 1,200 pallets.',
  },
  {
    code: 'AMS-W2',
    nameEn: 'Kade Sorting Centre',
    nameCn: '卡德分拣中心',
    type: 'customs_warehouse',
    city: 'Hoofddorp',
    country: 'NL',
    timeZone: 'Europe/Amsterdam',
    remark: 'Sorteerkade 40, 2132 WT Hoofddorp. Open 05:00 to 01:00. 900 pallets.',
  },
  {
    code: 'LGG-W1',
    nameEn: 'Ardennes Air Hub',
    nameCn: '阿登航空仓',
    type: 'temporary_storage',
    city: 'Grâce-Hollogne',
    country: 'BE',
    timeZone: 'Europe/Brussels',
    remark: 'Rue du Fret Clair 8, 4460 Grâce-Hollogne. Open day and night. 1,000 pallets.',
  },
  {
    code: 'MST-W1',
    nameEn: 'Limburg Cross-dock',
    nameCn: '林堡越库仓',
    type: 'temporary_storage',
    city: 'Beek',
    country: 'NL',
    timeZone: 'Europe/Amsterdam',
    remark: 'Vliegveldkade 3, 6199 AG Beek. Open 06:00 to 23:00. 300 pallets.',
  },
  {
    code: 'RTM-W1',
    nameEn: 'Maas Container DC',
    nameCn: '马斯集装箱仓',
    type: 'customs_warehouse',
    city: 'Rotterdam',
    country: 'NL',
    timeZone: 'Europe/Amsterdam',
    remark: 'Containerkade 77, 3199 LK Rotterdam. Open 06:00 to 22:00. 4,500 pallets.',
  },
  {
    code: 'ORD-W1',
    nameEn: 'Prairie CFS',
    nameCn: '草原货运站',
    type: 'customs_warehouse',
    city: 'Elk Grove Village',
    country: 'US',
    timeZone: 'America/Chicago',
    remark: '1450 Prairie Freight Way, Elk Grove Village, IL 60007. 700 pallets.',
  },
  {
    code: 'LAX-W1',
    nameEn: 'Pacific Arch CFS',
    nameCn: '太平洋拱门货运站',
    type: 'customs_warehouse',
    city: 'Carson',
    country: 'US',
    timeZone: 'America/Los_Angeles',
    remark: '2200 Arch Dray Avenue, Carson, CA 90745. 800 pallets.',
  },
  {
    code: 'JFK-W1',
    nameEn: 'Harbor Light CFS',
    nameCn: '港灯货运站',
    type: 'customs_warehouse',
    city: 'Jamaica',
    country: 'US',
    timeZone: 'America/New_York',
    remark: '147-20 Harbor Light Road, Jamaica, NY 11434. 350 pallets.',
  },
];

/** What we sell, and the hours from landing to delivery that we promise. */
export const serviceData: readonly (Coded & { mode: 'air' | 'sea' | 'any'; slaHours: number | null })[] = [
  { code: 'CLR', nameEn: 'Clearance only', nameCn: '仅清关', mode: 'any', slaHours: 36 },
  { code: 'CLR_DLV', nameEn: 'Clearance and delivery', nameCn: '清关加派送', mode: 'any', slaHours: 72 },
  { code: 'T1', nameEn: 'T1 transit', nameCn: 'T1 转关', mode: 'any', slaHours: 24 },
  { code: 'WHS', nameEn: 'Clearance and storage', nameCn: '清关加仓储', mode: 'any', slaHours: 48 },
  { code: 'US01', nameEn: 'US formal entry (01)', nameCn: '美国正式报关 (01)', mode: 'any', slaHours: 72 },
  { code: 'US11', nameEn: 'US informal entry (11)', nameCn: '美国简易报关 (11)', mode: 'air', slaHours: 60 },
];

const byCode = new Map(warehouseData.map((warehouse) => [warehouse.code, warehouse]));

/** A warehouse by its code; throws for one that is not in the table. */
export function warehouseOf(code: string): WarehouseData {
  const found = byCode.get(code);
  if (!found) throw new Error(`no warehouse ${code}`);
  return found;
}
