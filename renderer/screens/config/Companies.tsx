import { ListScreen } from '../../resource/ListScreen';
import { companyScreen } from './parts/companyScreen';

export default function Companies() {
  return <ListScreen screen={companyScreen} />;
}
