/** Columns on a row's bill, for lists over all bills. */
export const BILL_COLUMNS = [
  { name: 'billNo', width: 130 },
  { name: 'batchNo', width: 120 },
] as const;
