/** Words of the books: what is charged for, owed and paid. */
export const finance = {
  addChargeItem: 'Add charge item',
  groupPrice: 'Price',
};
