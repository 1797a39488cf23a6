import { PlainList } from '../PlainList';
import { companyScreen } from '../shared/config/companyScreen';

export default function Companies() {
  return <PlainList screen={companyScreen} />;
}
