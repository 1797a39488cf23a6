import { PlainList } from '../PlainList';
import { seaScreen } from './parts/seaScreen';

/** Voyages with the containers that were booked on them. */
export default function SeaList() {
  return <PlainList screen={seaScreen} />;
}
