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

/** The printed form of a note: the lines of each box. */
export const cmrSheet = object(() => ({
  cmrNo: z.string(),
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
