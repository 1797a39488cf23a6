import { ioss } from '@contract/config/ioss';
import type { PlainScreen } from '../../resource/ListScreen';
import { PlainList } from '../PlainList';
import { useIossLock } from './useIossLock';

const screen: PlainScreen = {
  group: 'ioss',
  menu: 'config.ioss',
  resource: ioss,
  columns: [
    { name: 'iossNo', width: 130 },
    { name: 'sellerName', width: 220 },
    'memberState',
    'locked',
    { name: 'lockReason', width: 240 },
    { name: 'customerIds', width: 160 },
    'validFrom',
    'validTo',
    'lastUsedAt',
    'intermediaryName',
    'intermediaryNo',
    { name: 'sellerAddress', width: 260 },
    { name: 'lockedAt', hidden: true },
    { name: 'lockedBy', hidden: true },
    { name: 'remark', hidden: true },
  ],
  form: [
    { title: 'config.groupSeller', fields: ['iossNo', 'sellerName', 'sellerAddress'] },
    { title: 'config.groupIntermediary', fields: ['intermediaryName', 'intermediaryNo'] },
    { title: 'config.groupUse', fields: ['customerIds', 'validFrom', 'validTo'] },
    { title: 'config.groupOther', fields: ['remark'] },
  ],
  useMore: useIossLock,
  nameOf: (row) => String(row.iossNo),
};

export default function IossNumbers() {
  return <PlainList screen={screen} />;
}
