import { PlainList } from '../PlainList';
import { customerScreen } from './parts/customerScreen';

export default function Customers() {
  return <PlainList screen={customerScreen} />;
}
