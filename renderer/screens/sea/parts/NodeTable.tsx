import { Button } from '@blueprintjs/core';
import { refusalOf } from '@contract/machine';
import { permit } from '@contract/permissions';
import { isDayNode } from '@contract/rules/seaNodes';
import { formatDay } from '@contract/rules/zonedTime';
import { type SeaBill, seaBillMachine } from '@contract/sea/seaBill';
import { type SeaNode, seaNode } from '@contract/sea/seaNode';
import { useTranslation } from 'react-i18next';
import { read } from '../../../api/queries';
import { usePart } from '../../../api/unshownFailures';
import { useAllowed } from '../../../app/guard';
import { useSpeech } from '../../../app/language';
import { NotLoaded } from '../../../resource/Answered';
import { Skeleton } from '../../../ui/Loading';
import { NodeState } from '../../shared/sea/deadlines';
import { PartTable } from '../../shared/transport/PartTable';
import { useNodePanel } from './useNodePanel';

/** Nodes of one bill in the order of its journey, each with its due time, its actual time, and the delay. */
export function NodeTable({ bill }: { bill: SeaBill }) {
  const { t } = useTranslation();
  const speech = useSpeech();
  const mayEdit = useAllowed(permit('sea.node.edit')) && !refusalOf(seaBillMachine, 'setNode', bill);
  const { open, panel } = useNodePanel();
  const { data, error, retry } = usePart(read('seaNode', 'ofBill', { params: { id: bill.id } }));
  if (error && !data) return <NotLoaded error={error} onRetry={retry} />;
  if (!data) return <Skeleton lines={8} />;
  const { lastFreeDay } = bill;
  const reached = (node: SeaNode) =>
    isDayNode(node.node) && lastFreeDay ? formatDay(lastFreeDay) : undefined;
  return (
    <>
      <PartTable
        label={t('sea.nodes')}
        schema={seaNode}
        resource="seaNode"
        rows={data}
        fields={['node', 'dueAt', 'plannedAt', 'actualAt', 'remark', 'updatedBy']}
        cells={{ actualAt: reached }}
        end={(node) => (
          <span className="fc-plan-head">
            <NodeState
              node={{ dueAt: node.dueAt, actualAt: isDayNode(node.node) ? lastFreeDay : node.actualAt }}
            />
            <span className="fc-spring" />
            {mayEdit && (
              <Button
                size="small"
                aria-label={t('sea.setNodeOf', { node: speech.choice('seaNode', node.node) })}
                onClick={() => open({ ...node, lastFreeDay })}
              >
                {t('sea.setNode')}
              </Button>
            )}
          </span>
        )}
      />
      {panel}
    </>
  );
}
