import { ListScreen } from '../../resource/ListScreen';
import { customerScreen } from './parts/customerScreen';

export default function Customers() {
  return <ListScreen screen={customerScreen} />;
}
