/** Which bill a row belongs to: of use where the list is not one bill's. */
export const BILL_COLUMNS = [
  { name: 'billNo', width: 130 },
  { name: 'batchNo', width: 120 },
] as const;
