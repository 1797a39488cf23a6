import { PlainList } from '../PlainList';
import { taxationScreen } from './parts/taxationScreen';

/** What countries charge, by commodity. */
export default function TaxationList() {
  return <PlainList screen={taxationScreen} />;
}
