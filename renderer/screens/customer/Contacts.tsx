import { ListScreen } from '../../resource/ListScreen';
import { contactScreen } from './parts/contactScreens';

export default function Contacts() {
  return <ListScreen screen={contactScreen} />;
}
