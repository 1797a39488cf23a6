import { Button, FormGroup, ProgressBar } from '@blueprintjs/core';
import { type Attachment, attachmentRow } from '@contract/bill/attachment';
import { metaOf } from '@contract/fields';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSpeech } from '../../../app/language';
import { ShortSelect } from '../../../kinds/ChoiceInput';
import { DropZone } from '../../../ui/DropZone';
import { useAttach } from './useAttach';

const meta = metaOf(attachmentRow.shape.category);
const CATEGORIES = (meta.kind === 'choice' ? meta.values : []) as Attachment['category'][];

/** Where a file is given to a bill: its category, then dropped or chosen. */
export function AttachmentDrop({ billId }: { billId: number | null }) {
  const { t } = useTranslation();
  const speech = useSpeech();
  const [category, setCategory] = useState<Attachment['category']>('other');
  const { sending, cancel, choose, drop } = useAttach(billId, category);
  return (
    <div className="fc-attach">
      <FormGroup label={speech.label('category')} labelFor="attachment-category">
        <ShortSelect
          id="attachment-category"
          required
          options={CATEGORIES.map((one) => ({
            value: one,
            label: speech.choice('attachmentCategory', one),
            search: one,
          }))}
          value={category}
          onChange={(chosen) => setCategory((chosen as Attachment['category'] | null) ?? 'other')}
        />
      </FormGroup>
      <DropZone
        title={t('bill.attachmentDrop')}
        hint={t('bill.attachmentTypes')}
        choose={t('importing.choose')}
        busy={sending !== null}
        onDrop={drop}
        onChoose={choose}
      >
        {sending && (
          <div className="fc-sending" role="status">
            <span>{t('bill.attachmentUploading', { name: sending.name })}</span>
            <ProgressBar value={sending.share} intent="primary" animate={sending.share === 0} />
            <Button size="small" onClick={cancel}>
              {t('common.cancel')}
            </Button>
          </div>
        )}
      </DropZone>
    </div>
  );
}
