import { NonIdealState } from '@blueprintjs/core';
import { warehouse } from '@contract/config/warehouse';
import { draftOf } from '@contract/resource';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { client, type OutputOf } from '../../api/client';
import { invalidate, queryClient, read } from '../../api/queries';
import { useAllowed } from '../../app/guard';
import { useSpeech } from '../../app/language';
import { columnsOf } from '../../resource/columns';
import { FilterBar } from '../../resource/FilterBar';
import { ListFoot } from '../../resource/ListFoot';
import { ListMenus } from '../../resource/ListMenus';
import { NoMatch } from '../../resource/NoMatch';
import { RecordForm } from '../../resource/RecordForm';
import { RecordTable } from '../../resource/RecordTable';
import { useRows } from '../../resource/rows';
import { useListState } from '../../resource/useListState';
import { SidePanel } from '../../ui/SidePanel';
import { notify } from '../../ui/toaster';
import { WarehouseMails } from './parts/WarehouseMails';

type Warehouse = OutputOf<'warehouse', 'list'>['list'][number];

const FILTERS = ['code', 'city', 'active'] as const;
const SORTS = ['code', 'nameEn', 'nameCn', 'city'] as const;
/** The part of a warehouse that is edited here. */
const recipients = draftOf(warehouse.row, ['notifyEmails']);

/** The recipients of pre-alerts and exceptions of each warehouse, and the mailboxes that read mail for it. */
export default function WarehouseEmail() {
  const { t } = useTranslation();
  const speech = useSpeech();
  const state = useListState('warehouseEmail', 'code');
  const { asked, setAsked, sort, setSort } = state;
  const [opened, setOpened] = useState<Warehouse | null>(null);
  const columns = useMemo(
    () =>
      columnsOf<Warehouse>(
        warehouse.row,
        [
          { name: 'code', width: 120 },
          { name: 'nameEn', width: 200 },
          { name: 'nameCn', width: 160 },
          { name: 'city', width: 130 },
          { name: 'notifyEmails', width: 420 },
          { name: 'email', width: 220 },
          { name: 'active', width: 90 },
        ],
        { sorts: SORTS, label: (field) => speech.label(field, 'warehouse') },
      ),
    [speech],
  );
  const rows = useRows<Warehouse>((page, pageSize) => ({
    ...read('warehouse', 'list', { query: { ...asked, sort: sort || 'code', page, pageSize } as never }),
  }));
  return (
    <section className="fc-list">
      <FilterBar
        schema={warehouse.row}
        filters={FILTERS}
        resource="warehouse"
        asked={state.kept}
        onAsk={setAsked}
        placeholder={t('mail.warehouseKeyword')}
      >
        <ListMenus state={state} columns={columns} />
      </FilterBar>
      <RecordTable
        list="warehouseEmail"
        label={t('mail.warehouseTitle')}
        columns={columns}
        rows={rows}
        sort={sort}
        onSort={(to) => setSort(to || 'code')}
        onOpen={setOpened}
        empty={
          Object.keys(asked).length > 0 ? (
            <NoMatch onClear={() => setAsked({})} />
          ) : (
            <NonIdealState title={t('mail.warehouseEmpty')} description={t('mail.warehouseEmptyDetail')} />
          )
        }
      />
      <ListFoot rows={rows} chosen={0} />
      <SidePanel
        title={opened ? `${t('mail.warehouseTitle')} · ${opened.code}` : ''}
        width={640}
        isOpen={opened !== null}
        onClose={() => setOpened(null)}
      >
        {opened && <Recipients row={opened} onClose={() => setOpened(null)} />}
      </SidePanel>
    </section>
  );
}

/** The recipients of one warehouse as a form, and what they are written about. */
function Recipients({ row, onClose }: { row: Warehouse; onClose: () => void }) {
  const { t } = useTranslation();
  const mayEdit = useAllowed(warehouse.edit);
  if (!mayEdit) return <WarehouseMails id={row.id} emails={row.notifyEmails} />;
  return (
    <>
      <WarehouseMails id={row.id} emails={row.notifyEmails} />
      <RecordForm
        resource="warehouse"
        row={recipients}
        schema={recipients}
        groups={[{ title: t('mail.warehouseRecipients'), fields: ['notifyEmails'] }]}
        initial={{ version: row.version, notifyEmails: row.notifyEmails }}
        draft={`warehouse-email/${row.id}`}
        hints={{ notifyEmails: t('mail.warehouseHint') }}
        submitText={t('common.save')}
        save={({ version, notifyEmails }) =>
          client.warehouse.update({
            params: { id: row.id },
            body: { version: version as number, notifyEmails: notifyEmails as string[] },
          })
        }
        onSaved={() => {
          notify({ text: t('mail.warehouseSaved', { code: row.code }), intent: 'success' });
          void invalidate(queryClient, 'warehouse');
          onClose();
        }}
        onCancel={onClose}
      />
    </>
  );
}
