import { ListScreen } from '../../resource/ListScreen';
import { isfScreen } from '../shared/sea/isfScreen';

/** List of importer security filings, with those that need action. */
export default function IsfList() {
  return <ListScreen screen={isfScreen} />;
}
