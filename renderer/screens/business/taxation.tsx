import { PlainList } from '../PlainList';
import { taxationScreen } from './parts/taxationScreen';

/** List of tax rates of countries, by commodity. */
export default function TaxationList() {
  return <PlainList screen={taxationScreen} />;
}
