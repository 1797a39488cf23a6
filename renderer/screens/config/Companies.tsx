import { PlainList } from '../PlainList';
import { companyScreen } from './parts/companyScreen';

export default function Companies() {
  return <PlainList screen={companyScreen} />;
}
