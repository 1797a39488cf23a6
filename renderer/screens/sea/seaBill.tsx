import { PlainList } from '../PlainList';
import { seaBillScreen } from '../shared/sea/seaBillScreen';

/** Bills of lading by sea, each with its next deadline. */
export default function SeaBills() {
  return <PlainList screen={seaBillScreen} />;
}
