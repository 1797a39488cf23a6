import { Menu, MenuItem } from '@blueprintjs/core';
import { type Attachment, attachmentRow } from '@contract/bill/attachment';
import { permit } from '@contract/permissions';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { client } from '../../../api/client';
import { useAllowed } from '../../../app/guard';
import { useSaveFile } from '../../../app/useSaveFile';
import type { ColumnChoice } from '../../../resource/columns';
import { RecordList } from '../../../resource/RecordList';
import { useRecordList } from '../../../resource/useRecordList';
import { useRemoval } from '../../../resource/useRemoval';
import { billPath } from '../../shared/bill/billPath';

const FILTERS = ['billNo', 'category', 'fileName', 'uploadedAt', 'uploadedBy'] as const;
const SORTS = ['uploadedAt', 'fileName', 'billNo', 'size'] as const;

/** List of attachments: of one bill, or of all. */
export function AttachmentTable({ billId }: { billId?: number }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const mayDelete = useAllowed(permit('bill.attachment.delete'));
  const ofOne = billId !== undefined;
  const columns = useMemo(
    (): ColumnChoice<Attachment>[] => [
      { name: 'fileName', width: 280 },
      'category',
      ...(ofOne
        ? []
        : ([
            { name: 'billNo', width: 140 },
            { name: 'batchNo', width: 130 },
          ] as const)),
      'size',
      'uploadedAt',
      { name: 'uploadedBy', width: 130 },
    ],
    [ofOne],
  );
  const list = useRecordList<Attachment>({
    group: 'attachment',
    ...(ofOne ? { list: 'attachmentOfBill', within: 'attachmentOfBill-' } : {}),
    row: attachmentRow,
    columns,
    filters: FILTERS,
    sorts: SORTS,
    order: '-uploadedAt',
    narrow: () => (ofOne ? { billId: [billId] } : {}),
  });
  const saveFile = useSaveFile('open');
  const download = (file: Attachment) =>
    saveFile({
      call: 'attachment.download',
      input: { params: { attachmentId: file.id } },
      name: file.fileName,
    });
  const removal = useRemoval('attachment');
  const remove = ({ id, fileName }: Attachment) =>
    removal(fileName, () => client.attachment.remove({ params: { attachmentId: id } }));
  return (
    <RecordList
      of={list}
      bare={ofOne}
      label={t('common.attachments')}
      onOpen={(file) => void download(file)}
      actions={(file) => (
        <Menu>
          <MenuItem text={t('common.download')} onClick={() => void download(file)} />
          {!ofOne && (
            <MenuItem
              text={t('common.openBill')}
              onClick={() => navigate(billPath(file.billId, 'attachments'))}
            />
          )}
          {mayDelete && (
            <MenuItem intent="danger" text={t('common.delete')} onClick={() => void remove(file)} />
          )}
        </Menu>
      )}
      empty={{ title: t('bill.attachmentNone'), detail: t('bill.attachmentDrop') }}
      offset={20}
    />
  );
}
