import * as z from 'zod';
import { object } from '../shape';

/** The numbered boxes of a consignment note, in the layout most used in the Benelux (reference 5.4). */
export const cmrBoxes = [
  1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24,
] as const;
export type CmrBoxNo = (typeof cmrBoxes)[number];

/** Printed titles: the 2007 model numbers some boxes differently, so the title is beside the number. */
export const cmrTitles: Readonly<Record<CmrBoxNo, { readonly en: string; readonly cn: string }>> = {
  1: { en: 'Sender (name, address, country)', cn: '发货人' },
  2: { en: 'Consignee (name, address, country)', cn: '收货人' },
  3: { en: 'Place of delivery of the goods', cn: '交货地点' },
  4: { en: 'Place and date of taking over', cn: '接货地点和日期' },
  5: { en: 'Documents attached', cn: '随附单据' },
  6: { en: 'Marks and numbers', cn: '唛头' },
  7: { en: 'Number of packages', cn: '件数' },
  8: { en: 'Method of packing', cn: '包装方式' },
  9: { en: 'Nature of the goods', cn: '货物名称' },
  10: { en: 'Statistical number', cn: '统计编号' },
  11: { en: 'Gross weight in kg', cn: '毛重' },
  12: { en: 'Volume in m³', cn: '体积' },
  13: { en: 'Sender’s instructions', cn: '发货人指示' },
  14: { en: 'Instructions as to payment for carriage', cn: '运费支付方式' },
  15: { en: 'Cash on delivery', cn: '代收货款' },
  16: { en: 'Carrier (name, address, country)', cn: '承运人' },
  17: { en: 'Successive carriers', cn: '接续承运人' },
  18: { en: 'Carrier’s reservations and observations', cn: '承运人保留意见' },
  19: { en: 'Special agreements', cn: '特别约定' },
  20: { en: 'To be paid by', cn: '费用结算' },
  21: { en: 'Established in, on', cn: '填制地点日期' },
  22: { en: 'Signature and stamp of the sender', cn: '发货人签章' },
  23: { en: 'Signature and stamp of the carrier', cn: '承运人签章' },
  24: { en: 'Goods received (place, date, signature)', cn: '收货人签收' },
};

/**
 * Forms of a note: a consignment note of the CMR convention, or the bill of lading of a motor carrier for a load that stays
 * in the United States, where the convention does not apply (CMR art. 1(1); 49 CFR 373.101).
 */
export const sheetForms = ['cmr', 'bill_of_lading'] as const;
export type SheetForm = (typeof sheetForms)[number];

type Titles = Readonly<Record<CmrBoxNo, { readonly en: string; readonly cn: string }>>;

/** The boxes of a bill of lading, in the places of those of a consignment note. */
const billTitles: Titles = {
  ...cmrTitles,
  1: { en: 'Consignor (shipper)', cn: '托运人' },
  2: { en: 'Consignee', cn: '收货人' },
  3: { en: 'Destination', cn: '目的地' },
  4: { en: 'Origin and time of pickup', cn: '起运地和提货时间' },
  8: { en: 'Kind of packages', cn: '包装方式' },
  9: { en: 'Description of freight', cn: '货物名称' },
  10: { en: 'Commodity code', cn: '商品编码' },
  11: { en: 'Gross weight', cn: '毛重' },
  13: { en: 'Special instructions', cn: '特别指示' },
  14: { en: 'Freight charges', cn: '运费支付方式' },
  15: { en: 'Collect on delivery (C.O.D.)', cn: '代收货款' },
  16: { en: 'Motor carrier', cn: '承运人' },
  17: { en: 'Connecting carriers', cn: '接续承运人' },
  18: { en: 'Exceptions noted by the carrier', cn: '承运人批注' },
  19: { en: 'Declared value and agreements', cn: '声明价值和约定' },
  20: { en: 'Charges', cn: '费用结算' },
  21: { en: 'Issued at, on', cn: '签发地点日期' },
  22: { en: 'Shipper’s signature', cn: '托运人签章' },
  23: { en: 'Carrier’s signature', cn: '承运人签章' },
};

/** Printed titles of the boxes of each form. */
export const sheetTitles: Readonly<Record<SheetForm, Titles>> = {
  cmr: cmrTitles,
  bill_of_lading: billTitles,
};

/** Head of each form: its short and full name, and what the carriage is subject to. */
export const sheetHeads: Readonly<
  Record<SheetForm, { readonly name: string; readonly en: readonly string[]; readonly cn: readonly string[] }>
> = {
  cmr: {
    name: 'CMR',
    en: [
      'International consignment note',
      // The statement of article 6(1)(k); without it the carrier is liable for what it excludes (article 7(3)).
      'This carriage is subject, notwithstanding any clause to the contrary, to the provisions of the Convention on the Contract for the International Carriage of Goods by Road (CMR)',
    ],
    cn: ['国际公路货物运单', '尽管有任何相反条款，本运输须遵守《国际公路货物运输合同公约》（CMR）的规定'],
  },
  bill_of_lading: {
    name: 'BOL',
    en: [
      'Straight bill of lading, not negotiable',
      'Receipt of a motor carrier under 49 CFR 373.101. The liability of the carrier is governed by 49 U.S.C. 14706',
    ],
    cn: ['公路货物提单（不可转让）', '承运人依49 CFR 373.101签发，责任适用49 U.S.C. 14706'],
  },
};

/** The printed form of a note: the lines of each box. */
export const cmrSheet = object(() => ({
  cmrNo: z.string(),
  form: z.enum(sheetForms),
  boxes: z.array(object(() => ({ no: z.literal(cmrBoxes), lines: z.array(z.string()) }))),
}));
export type CmrSheet = z.output<typeof cmrSheet>;

/** The four copies, in the usual colours. */
export const cmrCopies = ['sender', 'consignee', 'carrier', 'office'] as const;
export type CmrCopy = (typeof cmrCopies)[number];

/** Position of a box on the sheet, in grid units. */
interface Cell {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}
/** The sheet: 24 units wide, 36 high; for print and screen alike. */
export const SHEET = { width: 24, height: 36 } as const;
/** Position of the note's number. */
export const CMR_HEAD: Cell = { x: 12, y: 0, width: 12, height: 4 };
export const cmrCells: Readonly<Record<CmrBoxNo, Cell>> = {
  1: { x: 0, y: 0, width: 12, height: 4 },
  2: { x: 0, y: 4, width: 12, height: 4 },
  3: { x: 0, y: 8, width: 12, height: 2 },
  4: { x: 0, y: 10, width: 12, height: 2 },
  5: { x: 0, y: 12, width: 12, height: 2 },
  16: { x: 12, y: 4, width: 12, height: 4 },
  17: { x: 12, y: 8, width: 12, height: 2 },
  18: { x: 12, y: 10, width: 12, height: 4 },
  6: { x: 0, y: 14, width: 6, height: 8 },
  7: { x: 6, y: 14, width: 3, height: 8 },
  8: { x: 9, y: 14, width: 3, height: 8 },
  9: { x: 12, y: 14, width: 5, height: 8 },
  10: { x: 17, y: 14, width: 3, height: 8 },
  11: { x: 20, y: 14, width: 2, height: 8 },
  12: { x: 22, y: 14, width: 2, height: 8 },
  13: { x: 0, y: 22, width: 12, height: 5 },
  19: { x: 12, y: 22, width: 12, height: 2 },
  20: { x: 12, y: 24, width: 12, height: 4 },
  14: { x: 0, y: 27, width: 12, height: 1 },
  21: { x: 0, y: 28, width: 12, height: 2 },
  15: { x: 12, y: 28, width: 12, height: 2 },
  22: { x: 0, y: 30, width: 8, height: 6 },
  23: { x: 8, y: 30, width: 8, height: 6 },
  24: { x: 16, y: 30, width: 8, height: 6 },
};
