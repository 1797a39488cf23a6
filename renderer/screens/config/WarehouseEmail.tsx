import { warehouse } from '@contract/config/warehouse';
import { draftOf } from '@contract/resource';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { client, type OutputOf } from '../../api/client';
import { invalidate, queryClient } from '../../api/queries';
import { useAllowed } from '../../app/guard';
import type { ColumnChoice } from '../../resource/columns';
import { RecordForm } from '../../resource/RecordForm';
import { RecordList } from '../../resource/RecordList';
import { useRecordList } from '../../resource/useRecordList';
import { SidePanel } from '../../ui/SidePanel';
import { notify } from '../../ui/toaster';
import { WarehouseMails } from './parts/WarehouseMails';

type Warehouse = OutputOf<'warehouse', 'list'>['list'][number];

const FILTERS = ['code', 'city', 'active'] as const;
const SORTS = ['code', 'nameEn', 'nameCn', 'city'] as const;
const COLUMNS: readonly ColumnChoice<Warehouse>[] = [
  { name: 'code', width: 120 },
  { name: 'nameEn', width: 200 },
  { name: 'nameCn', width: 160 },
  { name: 'city', width: 130 },
  { name: 'notifyEmails', width: 420 },
  { name: 'email', width: 220 },
  { name: 'active', width: 90 },
];
/** The part of a warehouse that is edited here. */
const recipients = draftOf(warehouse.row, ['notifyEmails']);

/** The recipients of pre-alerts and exceptions of each warehouse, and the mailboxes that read mail for it. */
export default function WarehouseEmail() {
  const { t } = useTranslation();
  const [opened, setOpened] = useState<Warehouse | null>(null);
  const list = useRecordList<Warehouse>({
    group: 'warehouse',
    list: 'warehouseEmail',
    row: warehouse.row,
    columns: COLUMNS,
    filters: FILTERS,
    sorts: SORTS,
    order: 'code',
  });
  return (
    <RecordList
      of={list}
      label={t('mail.warehouseTitle')}
      placeholder={t('mail.warehouseKeyword')}
      onOpen={setOpened}
      empty={{ title: t('mail.warehouseEmpty'), detail: t('mail.warehouseEmptyDetail') }}
    >
      <SidePanel
        title={opened ? `${t('mail.warehouseTitle')} · ${opened.code}` : ''}
        width={640}
        isOpen={opened !== null}
        onClose={() => setOpened(null)}
      >
        {opened && <Recipients row={opened} onClose={() => setOpened(null)} />}
      </SidePanel>
    </RecordList>
  );
}

/** Form for the recipients of one warehouse, with the emails they get. */
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
            body: { version: version, notifyEmails: notifyEmails },
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
