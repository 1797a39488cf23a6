import { PlainList } from '../PlainList';
import { amsScreen } from './parts/amsScreen';

/** Manifests at US customs. */
export default function AmsRecords() {
  return <PlainList screen={amsScreen} />;
}
