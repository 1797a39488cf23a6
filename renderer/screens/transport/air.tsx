import { PlainList } from '../PlainList';
import { airScreen } from '../shared/transport/airScreen';

/** List of flights with their booked and free capacity. */
export default function AirList() {
  return <PlainList screen={airScreen} />;
}
