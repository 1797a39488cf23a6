import type { Bill, BillAction } from '@contract/bill/bill';
import { isTimeNode, type NodeName, timeNode } from '@contract/rules/timeNodes';
import { type ReactNode, useState } from 'react';
import { usePermits } from '../../../app/guard';
import { FlightDialog } from './FlightDialog';
import { NodeDialog } from './NodeDialog';
import { permittedNodes } from './nodeEntry';

const TAKEN = ['arrive', 'setFlight', 'setNode'] as const satisfies readonly BillAction[];
type NodeAction = (typeof TAKEN)[number];

/** Actions that open a dialog on a bill's journey: arrival, another flight, any time node. */
export function useNodeActions(bill: Bill): {
  takes: (action: BillAction) => action is NodeAction;
  open: (action: NodeAction) => void;
  dialog: ReactNode;
} {
  const [opened, setOpened] = useState<NodeAction | null>(null);
  const { permits } = usePermits();
  const nodes = permittedNodes(permits);
  const close = () => setOpened(null);
  return {
    takes: (action): action is NodeAction => TAKEN.some((one) => one === action),
    open: setOpened,
    dialog:
      opened === 'arrive' ? (
        <NodeDialog arrive bill={bill} node="ata" onClose={close} />
      ) : opened === 'setFlight' ? (
        <FlightDialog bill={bill} onClose={close} />
      ) : opened === 'setNode' ? (
        <NodeDialog bill={bill} node={nextNode(nodes, bill)} nodes={nodes} onClose={close} />
      ) : null,
  };
}

/** Returns the next node of the journey among those the user may set. */
const nextNode = (nodes: readonly NodeName[], bill: Bill): NodeName =>
  nodes.find((node) => isTimeNode(node) && node !== 'eta' && bill[timeNode(node).field] === null) ??
  nodes[0] ??
  'remarks';
