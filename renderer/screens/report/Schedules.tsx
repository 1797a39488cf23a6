import { ListScreen } from '../../resource/ListScreen';
import { scheduleScreen } from './parts/scheduleScreen';

export default function ReportSchedules() {
  return <ListScreen screen={scheduleScreen} />;
}
