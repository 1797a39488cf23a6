import { PlainList } from '../PlainList';
import { airScreen } from '../shared/transport/airScreen';

/** Flights with what of their space is booked and free. */
export default function AirList() {
  return <PlainList screen={airScreen} />;
}
