import { type Attachment, attachmentRow } from '@contract/bill/attachment';
import { metaOf } from '@contract/fields';
import { useState } from 'react';
import { useSpeech } from '../../../app/language';
import { KindDrop } from '../../../resource/KindDrop';
import { useAttach } from './useAttach';

const meta = metaOf(attachmentRow.shape.category);
const CATEGORIES = (meta.kind === 'choice' ? meta.values : []) as Attachment['category'][];

/** Upload of a bill's attachment: its category, then the file is dropped or selected. */
export function AttachmentDrop({ billId }: { billId: number | null }) {
  const speech = useSpeech();
  const [category, setCategory] = useState<Attachment['category']>('other');
  const upload = useAttach(billId, category);
  return (
    <KindDrop
      label={speech.label('category')}
      kinds={CATEGORIES}
      nameOf={(one) => speech.choice('attachmentCategory', one)}
      kind={category}
      onKind={setCategory}
      upload={upload}
    />
  );
}
