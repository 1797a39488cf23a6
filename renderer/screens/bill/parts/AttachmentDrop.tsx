import { type Attachment, attachmentCategories } from '@contract/bill/attachment';
import { useState } from 'react';
import { useSpeech } from '../../../app/language';
import { KindDrop } from '../../../resource/KindDrop';
import { useAttach } from './useAttach';

/** Upload of a bill's attachment: its category, then the file is dropped or selected. */
export function AttachmentDrop({ billId }: { billId: number | null }) {
  const speech = useSpeech();
  const [category, setCategory] = useState<Attachment['category']>('other');
  const upload = useAttach(billId, category);
  return (
    <KindDrop
      label={speech.label('category')}
      kinds={attachmentCategories}
      nameOf={(one) => speech.choice('attachmentCategory', one)}
      kind={category}
      onKind={setCategory}
      upload={upload}
    />
  );
}
