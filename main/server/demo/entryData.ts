/** Plausible duty rates for the demo, not for filing. HTSUS number, name, percent, USD per unit. */
export const usDutyData = [
  ['3924104000', 'Household articles of plastics', '3.4000', null],
  ['9405423000', 'LED lamps', '6.0000', null],
  ['6109100012', 'T-shirts of cotton, knitted', '16.5000', null],
  ['9401390030', 'Swivel seats', '0.0000', null],
  ['94036080', 'Wooden furniture', '0.0000', null],
  ['9503000073', 'Toys', '0.0000', null],
  ['7323930045', 'Kitchen articles of stainless steel', '2.0000', null],
  ['7013379000', 'Drinking glasses', '5.0000', null],
  ['8518300000', 'Headphones', '4.9000', null],
  ['4202920000', 'Bags of textile', '17.6000', null],
  ['9102110000', 'Wrist watches, electric', '0.0000', '0.4000'],
] as const;

/** Additional duties of chapter 99 in the demo: heading, name, percent, headings of the goods. */
export const usAdditionalData = [
  ['99038803', 'Section 301, list 3', '25.0000', ['3924', '4202', '9401', '9403', '9405']],
  ['99038815', 'Section 301, list 4A', '7.5000', ['6109', '7013', '7323']],
] as const;

/**
 * Exclusions from additional duties in the demo: heading, name, headings of the goods, replaced headings, last day (90
 * FR, document 2025-21671).
 */
export const usExclusionData = [
  ['99038869', 'Section 301, product exclusions', ['3924'], ['99038803'], '2026-11-09'],
] as const;

/** Goods by sea: HTSUS number, description, unit, unit value in cents, manufacturer with address and city. */
export const entryGoods = [
  [
    '3924104000',
    'HOUSEHOLD ARTICLES OF PLASTICS',
    'KG',
    310,
    'Foshan Homeware Works',
    '8 Jihua Road',
    'Foshan',
  ],
  ['9405423000', 'LED LAMPS', 'NO', 640, 'Zhongshan Bright Lighting', '77 Guzhen Street', 'Zhongshan'],
  [
    '6109100012',
    'T-SHIRTS OF COTTON, KNITTED',
    'DOZ',
    2850,
    'Ningbo Knitwear Factory',
    '5 Beilun Road',
    'Ningbo',
  ],
  ['9401390030', 'SWIVEL OFFICE CHAIRS', 'NO', 3980, 'Anji Seating Company', '160 Dipu Road', 'Anji'],
  ['9503000073', 'TOYS WITHOUT BATTERIES', 'NO', 215, 'Shantou Toys Works', '12 Chenghai Road', 'Shantou'],
  [
    '7323930045',
    'KITCHEN ARTICLES OF STEEL',
    'KG',
    720,
    'Yangjiang Steelware',
    '41 Jiangcheng Road',
    'Yangjiang',
  ],
] as const;

/** Goods ordered by consumers: HTSUS number, description, unit value in cents. */
export const parcelGoods = [
  ['8518300000', 'WIRELESS HEADPHONES', 1850],
  ['6109100012', 'T-SHIRT OF COTTON', 690],
  ['9503000073', 'TOY CAR', 820],
  ['4202920000', 'BACKPACK', 1290],
  ['9102110000', 'WRIST WATCH', 1475],
] as const;

/** Names and addresses of US consumers. */
export const consumers = [
  ['J. Rivera', '2214 Maple Street', 'Columbus', 'OH', '43215'],
  ['D. Whitaker', '90 Juniper Lane', 'Austin', 'TX', '78704'],
  ['M. Okafor', '1107 Lakeview Avenue', 'Chicago', 'IL', '60614'],
  ['S. Lindgren', '45 Alder Court', 'Portland', 'OR', '97205'],
  ['A. Petrov', '318 Clinton Road', 'Newark', 'NJ', '07102'],
] as const;
