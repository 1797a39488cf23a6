import { PlainList } from '../PlainList';
import { seaBillScreen } from './parts/seaBillScreen';

/** Bills of lading by sea, each with its next deadline. */
export default function SeaBills() {
  return <PlainList screen={seaBillScreen} />;
}
