import { Menu, MenuItem, NonIdealState } from '@blueprintjs/core';
import { type Attachment, attachmentRow } from '@contract/bill/attachment';
import { permit } from '@contract/permissions';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { client } from '../../../api/client';
import { read } from '../../../api/queries';
import { useAllowed } from '../../../app/guard';
import { useSpeech } from '../../../app/language';
import { useSaveFile } from '../../../app/useSaveFile';
import { columnsOf } from '../../../resource/columns';
import type { Asked } from '../../../resource/FilterBar';
import { ListFoot } from '../../../resource/ListFoot';
import { RecordTable } from '../../../resource/RecordTable';
import { useRows } from '../../../resource/rows';
import { useRemoval } from '../../../resource/useRemoval';
import { billPath } from './billPath';

/** Files of bills as a list: of one bill, or of all that match. */
export function AttachmentTable({ asked, ofOne }: { asked: Asked; ofOne: boolean }) {
  const { t } = useTranslation();
  const speech = useSpeech();
  const navigate = useNavigate();
  const mayDelete = useAllowed(permit('bill.attachment.delete'));
  const [sort, setSort] = useState('-uploadedAt');
  const columns = useMemo(
    () =>
      columnsOf<Attachment>(
        attachmentRow,
        [
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
        { sorts: ['uploadedAt', 'fileName', 'billNo', 'size'], label: (field) => speech.label(field) },
      ),
    [speech, ofOne],
  );
  const rows = useRows<Attachment>((page, pageSize) => ({
    ...read('attachment', 'list', { query: { ...asked, sort: sort || '-uploadedAt', page, pageSize } }),
  }));
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
    <section className="fc-list">
      <RecordTable
        list={ofOne ? 'attachmentOfBill' : 'attachment'}
        label={t('bill.attachments')}
        columns={columns}
        rows={rows}
        sort={sort}
        onSort={setSort}
        onOpen={(file) => void download(file)}
        actions={(file) => (
          <Menu>
            <MenuItem text={t('common.download')} onClick={() => void download(file)} />
            {!ofOne && (
              <MenuItem
                text={t('bill.openBill')}
                onClick={() => navigate(billPath(file.billId, 'attachments'))}
              />
            )}
            {mayDelete && (
              <MenuItem intent="danger" text={t('common.delete')} onClick={() => void remove(file)} />
            )}
          </Menu>
        )}
        empty={<NonIdealState title={t('bill.attachmentNone')} description={t('bill.attachmentDrop')} />}
        offset={20}
      />
      <ListFoot rows={rows} chosen={0} />
    </section>
  );
}
