import { country } from '@contract/config/country';
import type { PlainScreen } from '../../resource/ListScreen';
import { PlainList } from '../PlainList';

const screen: PlainScreen = {
  group: 'country',
  menu: 'config.area',
  resource: country,
  columns: [
    'code',
    { name: 'nameEn', width: 200 },
    { name: 'nameCn', width: 180 },
    'level',
    'parentId',
    'isEu',
    'currency',
    'vatRate',
    'phoneCode',
    'code3',
    'numericCode',
    { name: 'postcodeRegex', width: 160, hidden: true },
    { name: 'remark', hidden: true },
  ],
  form: [
    { title: 'config.groupNames', fields: ['code', 'level', 'parentId', 'nameEn', 'nameCn'] },
    { title: 'config.groupCodes', fields: ['code3', 'numericCode', 'phoneCode', 'postcodeRegex'] },
    { title: 'config.groupCustoms', fields: ['isEu', 'currency', 'vatRate'] },
    { title: 'config.groupOther', fields: ['remark'] },
  ],
  addText: 'config.addArea',
  nameOf: (row) => String(row.code),
};

export default function Countries() {
  return <PlainList screen={screen} />;
}
