import { approvalConfig } from '@contract/config/approvalConfig';
import { ListScreen, type PlainScreen } from '../../resource/ListScreen';

const screen: PlainScreen = {
  group: 'approvalConfig',
  menu: 'config.approval',
  resource: approvalConfig,
  columns: [
    { name: 'docType', width: 130 },
    { name: 'nameEn', width: 180 },
    { name: 'nameCn', width: 130 },
    'minAmount',
    'maxAmount',
    { name: 'currency', hidden: true },
    { name: 'steps', width: 560 },
    { name: 'remark', hidden: true },
  ],
  form: [
    {
      title: 'config.groupWhat',
      fields: ['docType', 'currency', 'minAmount', 'maxAmount', 'nameEn', 'nameCn'],
    },
    { title: 'config.groupApprovers', fields: ['steps'] },
    { title: 'config.groupOther', fields: ['remark'] },
  ],
  nameOf: (row) => String(row.nameEn),
};

export default function ApprovalSettings() {
  return <ListScreen screen={screen} />;
}
