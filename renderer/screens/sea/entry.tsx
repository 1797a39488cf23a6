import { PlainList } from '../PlainList';
import { entryScreen } from '../shared/sea/entryScreen';

/** List of entries with US customs, with those that need action. */
export default function Entries() {
  return <PlainList screen={entryScreen} />;
}
