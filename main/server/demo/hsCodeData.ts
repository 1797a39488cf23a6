import { productData } from './productData';

/** A commodity code of the seed; rates in percent, unit values in EUR. */
export interface HsCodeData {
  readonly code: string;
  readonly region: 'WCO' | 'EU' | 'US';
  readonly nameEn: string;
  readonly nameCn: string;
  readonly unit: string | null;
  readonly dutyRate: number | null;
  readonly vatRate: number | null;
  readonly restricted: 'none' | 'restricted' | 'prohibited';
  readonly restrictionNote: string | null;
  readonly keywords: readonly string[];
  readonly minUnitValue: number | null;
  readonly maxUnitValue: number | null;
}

/** Usual duty by chapter in the EU and the US, in percent; approximate, for the demo only. */
const DUTY: Readonly<Record<string, readonly [eu: number, us: number]>> = {
  '33': [0, 4.9],
  '39': [6.5, 5.3],
  '42': [9.7, 17.6],
  '48': [0, 0],
  '49': [0, 0],
  '61': [12, 16.5],
  '62': [12, 16.6],
  '63': [12, 9],
  '64': [16.9, 20],
  '65': [2.7, 7.5],
  '66': [4.7, 6.5],
  '67': [2.2, 0],
  '69': [5.5, 9.8],
  '70': [3, 5],
  '71': [4, 11],
  '82': [8.5, 6],
  '84': [0, 0],
  '85': [2.7, 2.6],
  '90': [2.9, 2.5],
  '91': [4.5, 5.1],
  '94': [2.7, 3.9],
  '95': [2.7, 0],
  '96': [3.7, 5],
};
/** Standard rate where most of our cargo enters free circulation: the Netherlands and Belgium. */
const VAT = 21;
/** Chapters counted in pieces besides weight. */
const PIECES = new Set(['61', '62', '64', '85', '90', '91']);

/** Search keywords of a product. */
const wordsOf = (nameEn: string, nameCn: string): string[] => [
  ...new Set([
    ...nameEn
      .toLowerCase()
      .split(/[^a-z-]+/)
      .filter((word) => word.length > 3),
    nameCn,
  ]),
];

/** The codes of our products in a tariff, each with the widest plausible unit value of its products. */
function ofProducts(region: HsCodeData['region'], codeOf: (index: number) => string | null): HsCodeData[] {
  const found = new Map<string, HsCodeData>();
  for (const [index, { nameEn, nameCn, price }] of productData.entries()) {
    const code = codeOf(index);
    if (code === null) continue;
    const chapter = code.slice(0, 2);
    const [eu, us] = DUTY[chapter] ?? [2.7, 2.5];
    const before = found.get(code);
    found.set(code, {
      code,
      region,
      nameEn: before ? `${before.nameEn}; ${nameEn.toLowerCase()}` : nameEn,
      nameCn: before ? `${before.nameCn}；${nameCn}` : nameCn,
      unit: PIECES.has(chapter) ? 'PCE' : null,
      dutyRate: region === 'WCO' ? null : region === 'EU' ? eu : us,
      vatRate: region === 'EU' ? VAT : null,
      restricted: 'none',
      restrictionNote: null,
      keywords: [...(before?.keywords ?? []), ...wordsOf(nameEn, nameCn)].slice(0, 50),
      // Sellers give discounts, and bundle: half to twice the usual price is plausible.
      minUnitValue: Math.min(before?.minUnitValue ?? Infinity, Math.max(0.3, price[0] / 2)),
      maxUnitValue: Math.max(before?.maxUnitValue ?? 0, price[1] * 2),
    });
  }
  return [...found.values()];
}

type Special = readonly [
  code: string,
  nameEn: string,
  nameCn: string,
  restricted: 'restricted' | 'prohibited',
  /** In both languages, because the note of a code is a single text. */
  note: string,
  keywords: string,
];

/** Goods that parcels must not carry, or only with papers. */
const SPECIAL: readonly Special[] = [
  [
    '240220',
    'Cigarettes containing tobacco',
    '卷烟',
    'prohibited',
    'Excise goods · 应税消费品',
    'cigarette;tobacco;香烟',
  ],
  [
    '240412',
    'E-cigarette liquids with nicotine',
    '含尼古丁电子烟液',
    'restricted',
    'Excise licence, TPD notification · 消费税许可、TPD通报',
    'vape;e-liquid;电子烟',
  ],
  [
    '300490',
    'Medicaments in doses',
    '配定剂量药品',
    'restricted',
    'Import licence for medicines · 药品进口许可',
    'medicine;pills;药品',
  ],
  [
    '330300',
    'Perfumes and toilet waters',
    '香水',
    'restricted',
    'Dangerous goods by air, UN 1266 · 航空危险品 UN 1266',
    'perfume;fragrance;香水',
  ],
  ['360410', 'Fireworks', '烟花', 'prohibited', 'Explosives · 爆炸品', 'fireworks;firecracker;烟花'],
  [
    '410320',
    'Raw hides of reptiles',
    '爬行动物生皮',
    'restricted',
    'CITES permit · 濒危物种许可(CITES)',
    'snake;crocodile;蛇皮',
  ],
  [
    '430310',
    'Clothing of furskin',
    '毛皮服装',
    'restricted',
    'CITES permit and labelling of the species · 濒危物种许可(CITES)，须标注物种',
    'fur;coat;皮草',
  ],
  [
    '710310',
    'Rough precious stones',
    '未加工宝石',
    'restricted',
    'Certificate of origin · 原产地证书',
    'gemstone;宝石',
  ],
  [
    '850650',
    'Lithium primary batteries',
    '锂原电池',
    'restricted',
    'Dangerous goods by air, UN 3090 · 航空危险品 UN 3090',
    'lithium;battery;电池',
  ],
  [
    '880622',
    'Unmanned aircraft, 250 g to 7 kg',
    '无人机（250克至7公斤）',
    'restricted',
    'CE class label, radio approval · CE等级标识、无线电核准',
    'drone;uav;无人机',
  ],
  [
    '930200',
    'Revolvers and pistols',
    '左轮手枪及其他手枪',
    'prohibited',
    'Weapons · 武器',
    'pistol;revolver;手枪',
  ],
  [
    '930400',
    'Air guns, truncheons, pepper sprays',
    '气枪、警棍、防狼喷雾',
    'prohibited',
    'Weapons · 武器',
    'airgun;taser;pepper spray;气枪',
  ],
  [
    '960110',
    'Worked ivory',
    '已加工象牙',
    'prohibited',
    'CITES appendix I · 濒危物种公约(CITES)附录一',
    'ivory;象牙',
  ],
];

/** Codes of the demo's products in three nomenclatures, and goods that are restricted or prohibited. */
export const hsCodeData: readonly HsCodeData[] = [
  ...ofProducts('WCO', (index) => productData[index]?.hs6 ?? null),
  ...ofProducts('EU', (index) => productData[index]?.taric10 ?? null),
  ...ofProducts('US', (index) => productData[index]?.hts10 ?? null),
  ...SPECIAL.map(
    ([code, nameEn, nameCn, restricted, restrictionNote, keywords]): HsCodeData => ({
      ...{ code, region: 'WCO', nameEn, nameCn, restricted, restrictionNote },
      ...{ unit: null, dutyRate: null, vatRate: null, minUnitValue: null, maxUnitValue: null },
      keywords: keywords.split(';'),
    }),
  ),
].sort((a, b) => (a.code < b.code ? -1 : a.code > b.code ? 1 : 0));
