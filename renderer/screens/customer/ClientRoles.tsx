import { ListScreen } from '../../resource/ListScreen';
import { roleScreen } from './parts/contactScreens';

export default function ClientRoles() {
  return <ListScreen screen={roleScreen} />;
}
