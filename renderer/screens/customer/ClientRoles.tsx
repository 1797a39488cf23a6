import { ListScreen } from '../../resource/ListScreen';
import { roleScreen } from '../shared/customer/contactScreens';

export default function ClientRoles() {
  return <ListScreen screen={roleScreen} />;
}
