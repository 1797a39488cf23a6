import { ListScreen } from '../../resource/ListScreen';
import { chargeFlowScreen } from './parts/chargeFlowScreen';

export default function ChargeFlows() {
  return <ListScreen screen={chargeFlowScreen} />;
}
