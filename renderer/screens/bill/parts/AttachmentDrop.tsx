import { FormGroup } from '@blueprintjs/core';
import { type Attachment, attachmentRow } from '@contract/bill/attachment';
import { metaOf } from '@contract/fields';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSpeech } from '../../../app/language';
import { ShortSelect } from '../../../kinds/ChoiceInput';
import { UploadZone } from '../../../resource/UploadZone';
import { useAttach } from './useAttach';

const meta = metaOf(attachmentRow.shape.category);
const CATEGORIES = (meta.kind === 'choice' ? meta.values : []) as Attachment['category'][];

/** Where a file is given to a bill: its category, then dropped or chosen. */
export function AttachmentDrop({ billId }: { billId: number | null }) {
  const { t } = useTranslation();
  const speech = useSpeech();
  const [category, setCategory] = useState<Attachment['category']>('other');
  const upload = useAttach(billId, category);
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
      <UploadZone title={t('bill.attachmentDrop')} upload={upload} />
    </div>
  );
}
