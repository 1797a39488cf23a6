import { ListScreen } from '../../resource/ListScreen';
import { isfScreen } from '../shared/sea/isfScreen';

/** Importer security filings, with what waits for somebody. */
export default function IsfList() {
  return <ListScreen screen={isfScreen} />;
}
