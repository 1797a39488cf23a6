import type { Catalogue } from '..';

/** 财务：收费、应付与收付款。 */
export const finance: Catalogue['finance'] = {
  addChargeItem: '新增收费项目',
  groupPrice: '价格',
};
