import { dayRate } from '@contract/finance/dayRate';
import { ListScreen, type PlainScreen } from '../../resource/ListScreen';
import { RateFeed } from './parts/RateFeed';

const screen: PlainScreen = {
  group: 'dayRate',
  menu: 'finance.rate',
  resource: dayRate,
  columns: [
    'day',
    { name: 'currency', width: 120 },
    { name: 'rate', width: 130 },
    { name: 'source', width: 180 },
    { name: 'createdBy', width: 130 },
    { name: 'createdAt', width: 150 },
    { name: 'remark', width: 260 },
  ],
  form: [{ title: 'finance.groupRate', fields: ['day', 'currency', 'rate', 'remark'] }],
  addText: 'finance.addRate',
  above: RateFeed,
  nameOf: (row) => `${row.currency} ${row.day}`,
};

export default function DayRates() {
  return <ListScreen screen={screen} />;
}
