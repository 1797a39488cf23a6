import { chargeItem } from '@contract/finance/chargeItem';
import { ListScreen, type PlainScreen } from '../../resource/ListScreen';

const screen: PlainScreen = {
  group: 'chargeItem',
  menu: 'finance.chargeItem',
  resource: chargeItem,
  columns: [
    { name: 'code', width: 130 },
    { name: 'nameEn', width: 260 },
    { name: 'nameCn', width: 150 },
    { name: 'feeCategoryId', width: 205 },
    { name: 'basis', width: 110 },
    'defaultPrice',
    { name: 'currency', width: 80 },
    'minCharge',
    'maxCharge',
    { name: 'roundUp', width: 120 },
    'taxable',
    { name: 'vatCodeId', hidden: true },
    { name: 'mode', hidden: true },
    { name: 'appliesTo', hidden: true },
    { name: 'remark', hidden: true },
  ],
  form: [
    { title: 'config.groupNames', fields: ['code', 'feeCategoryId', 'nameEn', 'nameCn'] },
    {
      title: 'finance.groupPrice',
      fields: [
        'basis',
        'roundUp',
        'defaultPrice',
        'currency',
        'minCharge',
        'maxCharge',
        'taxable',
        'vatCodeId',
      ],
    },
    { title: 'config.groupUse', fields: ['mode', 'appliesTo'] },
    { title: 'config.groupOther', fields: ['remark'] },
  ],
  nameOf: (row) => String(row.code),
};

export default function ChargeItems() {
  return <ListScreen screen={screen} />;
}
