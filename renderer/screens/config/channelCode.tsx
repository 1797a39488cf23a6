import { channelCode } from '@contract/config/channelCode';
import type { PlainScreen } from '../../resource/ListScreen';
import { PlainList } from '../PlainList';
import { useChannelRoute } from './useChannelRoute';

const screen: PlainScreen = {
  group: 'channelCode',
  menu: 'config.channelCode',
  resource: channelCode,
  columns: [
    'channelCode',
    { name: 'nameEn', width: 200 },
    { name: 'nameCn', width: 160 },
    'customerId',
    'destinationCode',
    'countryCode',
    'serviceId',
    'markId',
  ],
  form: [
    { title: 'config.groupNames', fields: ['channelCode', 'customerId', 'nameEn', 'nameCn'] },
    { title: 'config.groupRouting', fields: ['destinationCode', 'countryCode', 'serviceId', 'markId'] },
    { title: 'config.groupOther', fields: ['remark'] },
  ],
  useMore: useChannelRoute,
  nameOf: (row) => String(row.channelCode),
};

export default function ChannelCodes() {
  return <PlainList screen={screen} />;
}
