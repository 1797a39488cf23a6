import type { chargeBases } from '@contract/vocabulary';

type Basis = (typeof chargeBases)[number];
type ChargeRow = readonly [
  code: string,
  nameEn: string,
  nameCn: string,
  category: string,
  basis: Basis,
  price: string,
  more?: {
    readonly currency?: 'USD';
    readonly min?: string;
    readonly roundUp?: '0.5kg' | '1kg' | 'unit';
    readonly mode?: 'air' | 'sea';
    readonly taxable?: false;
  },
];

/** The standard price list, used where nothing else is agreed. */
export const chargeData: readonly ChargeRow[] = [
  [
    'HANDLING-KG',
    'Import handling',
    '货站操作费',
    'handling',
    'per_kg',
    '0.12',
    { min: '45', roundUp: '0.5kg', mode: 'air' },
  ],
  [
    'PICKUP-AMS',
    'Pickup at the airport',
    '机场提货费',
    'pickup',
    'per_truck',
    '240',
    { roundUp: 'unit', mode: 'air' },
  ],
  ['T1-DOC', 'T1 document', 'T1文件费', 't1', 'per_bill', '55'],
  ['CLEAR-H7', 'H7 clearance', 'H7清关费', 'clearance', 'per_parcel', '0.12', { min: '75', mode: 'air' }],
  ['CLEAR-H1', 'H1 clearance', 'H1清关费', 'clearance', 'per_bill', '45'],
  [
    'INSPECT-HOUR',
    'Presentation to customs',
    '查验配合费',
    'inspection',
    'per_hour',
    '95',
    { roundUp: 'unit' },
  ],
  ['UNLOAD-KG', 'Unloading and sorting', '卸货分拣费', 'unloading', 'per_kg', '0.09', { roundUp: '1kg' }],
  ['PALLET', 'Palletising', '打托费', 'palletising', 'per_pallet', '8', { roundUp: 'unit' }],
  [
    'STORAGE',
    'Storage after 3 days, per pallet and day',
    '超期仓储费（托/天）',
    'storage',
    'per_pallet',
    '1',
    { roundUp: 'unit' },
  ],
  [
    'LINEHAUL-DUI',
    'Line haul Amsterdam to Duisburg',
    '干线 阿姆斯特丹-杜伊斯堡',
    'linehaul',
    'per_truck',
    '560',
    { roundUp: 'unit' },
  ],
  [
    'LINEHAUL-LIL',
    'Line haul Amsterdam to Lille',
    '干线 阿姆斯特丹-里尔',
    'linehaul',
    'per_truck',
    '690',
    { roundUp: 'unit' },
  ],
  [
    'LINEHAUL-POZ',
    'Line haul Amsterdam to Poznań',
    '干线 阿姆斯特丹-波兹南',
    'linehaul',
    'per_truck',
    '1350',
    { roundUp: 'unit' },
  ],
  ['LAST-MILE-NL', 'Last mile Netherlands, to 2 kg', '荷兰尾程（2公斤内）', 'delivery', 'per_parcel', '2.6'],
  ['LAST-MILE-DE', 'Last mile Germany, to 2 kg', '德国尾程（2公斤内）', 'delivery', 'per_parcel', '3.2'],
  ['LAST-MILE-FR', 'Last mile France, to 2 kg', '法国尾程（2公斤内）', 'delivery', 'per_parcel', '3.8'],
  ['DUTY', 'Duty, as assessed', '关税代垫', 'duty', 'fixed', '0', { taxable: false }],
  ['VAT', 'VAT, as assessed', '增值税代垫', 'vat', 'fixed', '0', { taxable: false }],
  ['ISF', 'ISF filing', 'ISF申报费', 'isf', 'per_bill', '35', { currency: 'USD', mode: 'sea' }],
  ['ENTRY-01', 'Entry type 01', '正式报关费（01）', 'entry', 'per_bill', '85', { currency: 'USD' }],
  ['ENTRY-11', 'Entry type 11', '简易报关费（11）', 'entry', 'per_parcel', '0.35', { currency: 'USD' }],
  [
    'BOND',
    'Single bond, per mille of the value',
    '单次保证金（千分比）',
    'bond',
    'percent',
    '0.65',
    { currency: 'USD', min: '65' },
  ],
  [
    'DRAYAGE-LA',
    'Drayage Los Angeles',
    '洛杉矶拖柜费',
    'delivery',
    'per_truck',
    '560',
    { currency: 'USD', roundUp: 'unit', mode: 'sea' },
  ],
  ['DEMURRAGE', 'Demurrage', '滞港费', 'demurrage', 'per_day', '75', { currency: 'USD', mode: 'sea' }],
  ['DETENTION', 'Detention', '滞箱费', 'detention', 'per_day', '100', { currency: 'USD', mode: 'sea' }],
  ['OTHER', 'Other', '其他费用', 'other', 'fixed', '0'],
];
