import { type FileOwner, ownerRights } from '@contract/documentFile';
import { useTranslation } from 'react-i18next';
import { read } from '../../../api/queries';
import { useData } from '../../../api/unshownFailures';
import { useAllowed } from '../../../app/guard';
import { requireCalls } from '../../../app/offered';
import { DocumentFiles } from '../../shared/business/DocumentFiles';

/** Part of a sea record with its files; a cancelled record accepts no more. */
export function useFilesPart(
  docType: Extract<FileOwner, 'sea_bill' | 'isf' | 'entry'>,
  { id, state }: { readonly id: number; readonly state: string },
) {
  const { t } = useTranslation();
  const mayEdit = useAllowed(ownerRights[docType].edit);
  const data = useData(read('documentFile', 'list', { params: { docType, id } }));
  return {
    id: 'files',
    requiredCalls: requireCalls('documentFile.list'),
    title: t('common.attachments'),
    count: data?.length,
    panel: (
      <DocumentFiles
        docType={docType}
        id={id}
        mayEdit={mayEdit && state !== 'cancelled'}
        hint={t(docType === 'sea_bill' ? 'sea.filesBill' : 'sea.filesFiling')}
      />
    ),
  };
}
