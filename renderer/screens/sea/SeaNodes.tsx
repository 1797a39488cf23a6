import { Button, Menu, MenuItem, NonIdealState } from '@blueprintjs/core';
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
import { useSpeech } from '../../app/language';
import { BulkResult } from '../../resource/BulkResult';
import { ChosenBar } from '../../resource/ChosenBar';
import { columnsOf } from '../../resource/columns';
import { ExportMenu } from '../../resource/ExportMenu';
import { FilterBar } from '../../resource/FilterBar';
import { ListFoot } from '../../resource/ListFoot';
import { ListMenus } from '../../resource/ListMenus';
import { NoMatch } from '../../resource/NoMatch';
import { RecordTable } from '../../resource/RecordTable';
import { useRows } from '../../resource/rows';
import { StateTabs } from '../../resource/StateTabs';
import { useChosen } from '../../resource/useChosen';
import { useListState } from '../../resource/useListState';
import { panelOf } from '../../ui/panelOf';
import { notify } from '../../ui/toaster';
import { ActionPanel, type AskedFor } from '../customs/ActionPanel';
import { NodeState } from './parts/deadlines';
import { seaBillPath } from './parts/seaBillScreen';
import { useNodePanel } from './parts/useNodePanel';

const many = z.strictObject({
  actualAt: dateTime().nullable(),
  plannedAt: dateTime().nullable(),
  remark: note(500).nullable(),
});

/** Entry date settings: the nodes of all bills that are under way, what is late first, set one by one or many at once. */
export default function SeaNodes() {
  const { t } = useTranslation();
  const speech = useSpeech();
  const mayEdit = useAllowed(permit('sea.node.edit'));
  const state = useListState<SeaNodeShow>('seaNode', '', { tab: 'late' });
  const { asked, setAsked, sort, setSort, tab: show, setTab: setShow } = state;
  const [setting, setSetting] = useState<AskedFor | null>(null);
  const [answer, setAnswer] = useState<BulkAnswer | null>(null);
  const { open, panel } = useNodePanel();
  const counts = useAnswer(read('seaNode', 'count'));
  const query = { ...asked, show, ...(sort ? { sort } : {}) };
  const rows = useRows<SeaNodeRow>((page, pageSize) => ({
    ...read('seaNode', 'list', { query: { ...query, page, pageSize } as never }),
  }));
  const chosen = useChosen('seaNode', rows, query, () => null, mayEdit);
  const { selected, clear, count } = chosen;
  const columns = useMemo(
    () =>
      columnsOf<SeaNodeRow>(
        seaNodeRow,
        [
          { name: 'mblNo', width: 150 },
          { name: 'node', width: 190 },
          {
            name: 'lateness',
            label: speech.label('state', 'seaNode'),
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
        ],
        { sorts: seaNodeSorts, label: (field) => speech.label(field, 'seaNode') },
      ),
    [speech],
  );
  const setMany = () => {
    setSetting({
      title: t('sea.setMany', { count }),
      schema: many,
      groups: [{ title: t('sea.groupDates'), fields: Object.keys(many.shape) }],
      initial: { actualAt: null, plannedAt: null, remark: null },
      resource: 'seaNode',
      draft: 'seaNode/many',
      save: async (values) => {
        const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));
        const found = await client.seaNode.many({ body: { selection: selected, ...given } as never });
        if (found.failed.length > 0) setAnswer(found);
        else notify({ text: t('sea.nodesSet', { count: found.ok }), intent: 'success' });
        clear();
      },
    });
  };
  const nameOf = (key: string | number) => {
    const row = rows.there().find(({ id }) => id === key);
    return row ? `${row.mblNo}: ${speech.choice('seaNode', row.node)}` : `#${key}`;
  };
  const filtered = Object.keys(asked).length > 0;
  return (
    <section className="fc-list">
      <StateTabs
        id="seaNodes"
        states={seaNodeShows}
        shown={show}
        onShow={setShow}
        nameOf={(one) => t(`sea.show_${one}`)}
        counts={counts}
        // They are of all nodes: none of a filter are known.
        countOf={(found, one) => (filtered ? undefined : found[one])}
      />
      <div className="fc-list" {...panelOf('seaNodes', show)}>
        <FilterBar
          schema={seaNodeRow}
          filters={seaNodeFilters}
          resource="seaNode"
          asked={state.kept}
          onAsk={setAsked}
          chosen={
            count > 0 &&
            mayEdit && (
              <ChosenBar chosen={chosen}>
                <Button intent="primary" onClick={setMany}>
                  {t('sea.setDate')}
                </Button>
              </ChosenBar>
            )
          }
        >
          <ListMenus state={state} columns={columns} />
          <ExportMenu
            rows={rows}
            name={speech.words.menu['sea.node']}
            call="seaNode.export"
            within="query"
            query={query}
            list="seaNode"
            columns={columns.filter(({ meta }) => meta)}
          />
        </FilterBar>
        <RecordTable
          list="seaNode"
          label={speech.words.menu['sea.node']}
          columns={columns}
          rows={rows}
          sort={sort}
          onSort={setSort}
          {...chosen.table}
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
          empty={
            filtered ? (
              <NoMatch onClear={() => setAsked({})} />
            ) : (
              <NonIdealState title={t('sea.noNodes')} description={t('sea.noNodesDetail')} />
            )
          }
        />
        <ListFoot rows={rows} chosen={count} />
      </div>
      {panel}
      <ActionPanel asked={setting} onClose={() => setSetting(null)}>
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
    </section>
  );
}

/** The last free day is reached once it is known. */
const reachedOf = ({ node, dueAt, actualAt, lastFreeDay }: SeaNodeRow) => ({
  dueAt,
  actualAt: isDayNode(node) ? lastFreeDay : actualAt,
});
