/** Words of what stands in our warehouses, its record and its counts. */
export const stock = {
  title: 'Stock',
  keyword: 'Bill, MRN, pallet or CMR',
  none: 'No goods are in the warehouse',
  noneDetail: 'Goods appear here when they are scanned in, and leave when they are scanned out',
  record: 'Stock record',
  recordKeyword: 'Bill or MRN',
  recordNone: 'No goods were in the warehouse in this period',
  recordNoneDetail: 'Choose other days or another warehouse',
  moves: 'Show moves',
  movesNone: 'Nothing moved in this period',
  noWarehouse: 'There is no warehouse yet',
} as const;
