import { hsCode } from '@contract/customs/hsCode';
import type { PlainScreen } from '../../resource/ListScreen';
import { PlainList } from '../PlainList';

const screen: PlainScreen = {
  group: 'hsCode',
  menu: 'config.hsCode',
  resource: hsCode,
  columns: [
    { name: 'code', width: 120 },
    { name: 'region', width: 130 },
    { name: 'nameEn', width: 310 },
    { name: 'nameCn', width: 200 },
    { name: 'restricted', width: 130 },
    { name: 'restrictionNote', width: 220 },
    { name: 'dutyRate', width: 110 },
    { name: 'vatRate', width: 110 },
    { name: 'unit', width: 70 },
    { name: 'minUnitValue', width: 140 },
    { name: 'maxUnitValue', width: 140 },
    { name: 'keywords', width: 240 },
    { name: 'source', width: 100 },
  ],
  form: [
    { title: 'clearance.hsCodeGroup', fields: ['code', 'region', 'nameEn', 'nameCn', 'unit', 'keywords'] },
    { title: 'common.rates', fields: ['dutyRate', 'vatRate'] },
    { title: 'clearance.hsRestrictions', fields: ['restricted', 'restrictionNote'] },
    { title: 'clearance.hsPlausible', fields: ['minUnitValue', 'maxUnitValue'] },
    { title: 'config.groupOther', fields: ['source', 'remark'] },
  ],
  open: (row) => `/hscode/detail/${String(row.code)}`,
  nameOf: (row) => String(row.code),
};

export default function HsCodes() {
  return <PlainList screen={screen} />;
}
