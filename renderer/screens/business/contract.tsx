import { ListScreen } from '../../resource/ListScreen';
import { contractScreen } from './parts/contractScreen';

/** Contracts with customers and suppliers. */
export default function ContractList() {
  return <ListScreen screen={contractScreen} />;
}
