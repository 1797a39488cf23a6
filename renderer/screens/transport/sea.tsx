import { PlainList } from '../PlainList';
import { seaScreen } from './parts/seaScreen';

/** List of voyages with their booked containers. */
export default function SeaList() {
  return <PlainList screen={seaScreen} />;
}
