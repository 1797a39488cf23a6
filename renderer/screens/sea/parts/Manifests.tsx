import { Button, NonIdealState } from '@blueprintjs/core';
import { draftOf, freshOf } from '@contract/resource';
import { type AmsRecord, amsRecord } from '@contract/sea/amsRecord';
import type { SeaBill } from '@contract/sea/seaBill';
import { useTranslation } from 'react-i18next';
import { client } from '../../../api/client';
import { invalidate, queryClient, read } from '../../../api/queries';
import { usePart } from '../../../api/unshownFailures';
import { useKept } from '../../../app/drafts';
import { useAllowed } from '../../../app/guard';
import { NotLoaded } from '../../../resource/Answered';
import { RecordForm } from '../../../resource/RecordForm';
import { recordValues } from '../../../resource/recordValues';
import { AddButton } from '../../../ui/AddButton';
import { Skeleton } from '../../../ui/Loading';
import { SidePanel } from '../../../ui/SidePanel';
import { notify } from '../../../ui/toaster';
import { PartTable } from '../../shared/transport/PartTable';
import { amsScreen } from './amsScreen';

const FIELDS = ['masterNo', 'houseNo', 'status', 'filedAt', 'answeredAt', 'holdCode', 'response'] as const;
const schema = draftOf(amsRecord.row, amsRecord.draft);

/** Manifests of a bill at US customs; a new one is prefilled with the bill's numbers. */
export function Manifests({ bill }: { bill: SeaBill }) {
  const { t } = useTranslation();
  const mayEdit = useAllowed(amsRecord.edit);
  const [editing, setEditing] = useKept<AmsRecord | 'new' | null>('manifest', null);
  const hints = amsScreen.useHints?.() ?? (() => ({}));
  const { data, error, retry } = usePart(
    read('amsRecord', 'list', { query: { seaBillId: [bill.id], pageSize: 100 } }),
  );
  if (error && !data) return <NotLoaded error={error} onRetry={retry} />;
  if (!data) return <Skeleton lines={4} />;
  const add = mayEdit && <AddButton onAdd={() => setEditing('new')}>{t('sea.addAms')}</AddButton>;
  const edited = editing === 'new' || !editing ? null : editing;
  const initial = edited
    ? recordValues(edited, amsRecord.draft)
    : { ...freshOf(amsRecord), masterNo: bill.mblNo, houseNo: bill.hblNo };
  return (
    <section className="fc-plan">
      {data.list.length === 0 ? (
        <NonIdealState
          title={t('sea.noAms')}
          description={t('sea.noAmsDetail')}
          {...(add ? { action: add } : {})}
        />
      ) : (
        <>
          <div className="fc-plan-head">
            <span className="fc-spring" />
            {add}
          </div>
          <PartTable
            label={t('sea.ams')}
            schema={amsRecord.row}
            resource="amsRecord"
            rows={data.list}
            fields={FIELDS}
            {...(mayEdit
              ? {
                  end: (row: AmsRecord) => (
                    <Button size="small" onClick={() => setEditing(row)}>
                      {t('common.edit')}
                    </Button>
                  ),
                }
              : {})}
          />
        </>
      )}
      <SidePanel
        isOpen={editing !== null}
        width={560}
        title={edited ? edited.masterNo : t('sea.addAms')}
        onClose={() => setEditing(null)}
      >
        {editing && (
          <RecordForm
            key={edited?.id ?? 'new'}
            resource="amsRecord"
            row={amsRecord.row}
            schema={schema}
            groups={amsScreen.form.map(({ title, fields }) => ({ title: t(title), fields }))}
            initial={initial}
            hints={hints}
            draft={`amsRecord/${bill.id}/${edited?.id ?? 'new'}`}
            save={(values, key) =>
              edited
                ? client.amsRecord.update({ params: { id: edited.id }, body: values })
                : client.amsRecord.create({ body: values }, { key })
            }
            onSaved={() => {
              notify({ text: t('common.saved'), intent: 'success' });
              void invalidate(queryClient, 'amsRecord');
              setEditing(null);
            }}
            onCancel={() => setEditing(null)}
          />
        )}
      </SidePanel>
    </section>
  );
}
