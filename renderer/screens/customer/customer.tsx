import { PlainList } from '../PlainList';
import { customerScreen } from '../shared/customer/customerScreen';

export default function Customers() {
  return <PlainList screen={customerScreen} />;
}
