import { Button, Menu, MenuItem } from '@blueprintjs/core';
import { dateTime, note } from '@contract/fields';
import { permit } from '@contract/permissions';
import type { BulkAnswer } from '@contract/resource';
import { isDayNode } from '@contract/rules/seaNodes';
import {
  type SeaNodeRow,
  type SeaNodeShow,
  seaNodeFilters,
  seaNodeRow,
  seaNodeShows,
  seaNodeSorts,
} from '@contract/sea/seaNode';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import * as z from 'zod';
import { useAnswer } from '../../api/answers';
import { client } from '../../api/client';
import { read } from '../../api/queries';
import { useAllowed } from '../../app/guard';
import { type Speech, useSpeech } from '../../app/language';
import { BulkResult } from '../../resource/BulkResult';
import type { ColumnChoice } from '../../resource/columns';
import { RecordList } from '../../resource/RecordList';
import { useRecordList } from '../../resource/useRecordList';
import { notify } from '../../ui/toaster';
import { type ActionForm, ActionPanel } from '../shared/customs/ActionPanel';
import { NodeState } from '../shared/sea/deadlines';
import { seaBillPath } from '../shared/sea/seaBillScreen';
import { useNodePanel } from './parts/useNodePanel';

const many = z.strictObject({
  actualAt: dateTime().nullable(),
  plannedAt: dateTime().nullable(),
  remark: note(500).nullable(),
});

const nodeColumns = (speech: Speech): ColumnChoice<SeaNodeRow>[] => [
  { name: 'mblNo', width: 150 },
  { name: 'node', width: 190 },
  {
    name: 'lateness',
    label: speech.label('state', 'seaNode'),
    fields: ['state'],
    width: 150,
    cell: (row) => <NodeState node={reachedOf(row)} />,
  },
  'dueAt',
  'plannedAt',
  'actualAt',
  'customerId',
  { name: 'vesselName', width: 140 },
  { name: 'voyageNo', width: 100 },
  { name: 'podCode', width: 90 },
  'eta',
  { name: 'lastFreeDay', width: 110 },
  { name: 'remark', width: 200 },
  { name: 'hblNo', width: 130, hidden: true },
  { name: 'state', hidden: true },
  { name: 'updatedAt', hidden: true },
  { name: 'updatedBy', hidden: true },
];

/** Entry date settings: the nodes of all open bills, late ones first, set one by one or many at once. */
export default function SeaNodes() {
  const { t } = useTranslation();
  const speech = useSpeech();
  const mayEdit = useAllowed(permit('sea.node.edit'));
  const [setting, setSetting] = useState<ActionForm | null>(null);
  const [answer, setAnswer] = useState<BulkAnswer | null>(null);
  const { open, panel } = useNodePanel();
  const columns = useMemo(() => nodeColumns(speech), [speech]);
  const list = useRecordList<SeaNodeRow, SeaNodeShow>({
    group: 'seaNode',
    row: seaNodeRow,
    columns,
    filters: seaNodeFilters,
    sorts: seaNodeSorts,
    order: '',
    tab: 'late',
    narrow: (show) => ({ show }),
    choice: { possible: mayEdit },
  });
  const { selected, clear, count } = list.chosen;
  const counts = useAnswer(read('seaNode', 'count'));
  const setMany = () => {
    setSetting({
      title: t('sea.setMany', { count }),
      schema: many,
      groups: [{ title: t('sea.groupDates'), fields: Object.keys(many.shape) }],
      initial: { actualAt: null, plannedAt: null, remark: null },
      resource: 'seaNode',
      draft: 'seaNode/many',
      save: async (values) => {
        const filled = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));
        const found = await client.seaNode.many({ body: { selection: selected, ...filled } });
        if (found.failed.length > 0) setAnswer(found);
        else notify({ text: t('sea.nodesSet', { count: found.ok }), intent: 'success' });
        clear();
      },
    });
  };
  const nameOf = (key: string | number) => {
    const row = list.rows.there().find(({ id }) => id === key);
    return row ? `${row.mblNo}: ${speech.choice('seaNode', row.node)}` : `#${key}`;
  };
  const filtered = Object.keys(list.state.query).length > 0;
  return (
    <RecordList
      of={list}
      label={speech.words.menu['sea.node']}
      tabs={{
        id: 'seaNodes',
        states: seaNodeShows,
        nameOf: (one) => t(`sea.show_${one}`),
        counts,
        // The counts cover all nodes; with a filter they are unknown.
        countOf: (found, one) => (filtered ? undefined : found[one]),
      }}
      chosenButtons={
        mayEdit && (
          <Button intent="primary" onClick={setMany}>
            {t('sea.setDate')}
          </Button>
        )
      }
      pathOf={({ seaBillId }) => seaBillPath(seaBillId)}
      actions={(row) =>
        mayEdit ? (
          <Menu>
            <MenuItem
              text={t('sea.setNodeOf', { node: speech.choice('seaNode', row.node) })}
              onClick={() => open(row)}
            />
          </Menu>
        ) : null
      }
      empty={{ title: t('sea.noNodes'), detail: t('sea.noNodesDetail') }}
    >
      {panel}
      <ActionPanel form={setting} onClose={() => setSetting(null)}>
        <p>{t('sea.manyAsk')}</p>
      </ActionPanel>
      {answer && (
        <BulkResult
          action={t('sea.setDate')}
          answer={answer}
          nameOf={nameOf}
          onClose={() => setAnswer(null)}
        />
      )}
    </RecordList>
  );
}

/** Maps a row for its state: the last free day counts as reached once it is known. */
const reachedOf = ({ node, dueAt, actualAt, lastFreeDay }: SeaNodeRow) => ({
  dueAt,
  actualAt: isDayNode(node) ? lastFreeDay : actualAt,
});
