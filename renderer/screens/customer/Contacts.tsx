import { ListScreen } from '../../resource/ListScreen';
import { contactScreen } from '../shared/customer/contactScreens';

export default function Contacts() {
  return <ListScreen screen={contactScreen} />;
}
