import { PlainList } from '../PlainList';
import { entryScreen } from '../shared/sea/entryScreen';

/** Entries with US customs, with what needs somebody. */
export default function Entries() {
  return <PlainList screen={entryScreen} />;
}
