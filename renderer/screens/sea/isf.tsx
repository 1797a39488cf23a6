import { ListScreen } from '../../resource/ListScreen';
import { isfScreen } from './parts/isfScreen';

/** Importer security filings, with what waits for somebody. */
export default function IsfList() {
  return <ListScreen screen={isfScreen} />;
}
