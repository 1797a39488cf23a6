import { FormGroup, MenuItem } from '@blueprintjs/core';
import { Suggest } from '@blueprintjs/select';
import { attachmentRow } from '@contract/bill/attachment';
import type { searchHit } from '@contract/bill/bill';
import { permit } from '@contract/permissions';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type * as z from 'zod';
import { read } from '../../api/queries';
import { useKept } from '../../app/drafts';
import { useAllowed } from '../../app/guard';
import { useSpeech } from '../../app/language';
import { type Asked, FilterBar } from '../../resource/FilterBar';
import { AttachmentDrop } from './parts/AttachmentDrop';
import { AttachmentTable } from './parts/AttachmentTable';

type Hit = z.output<typeof searchHit>;
const FILTERS = ['billNo', 'category', 'fileName', 'uploadedAt', 'uploadedBy'] as const;

/** Files of all bills, and giving one to a bill without opening it. */
export default function Attachments() {
  const { t } = useTranslation();
  const [asked, setAsked] = useKept<Asked>('asked', {});
  const [bill, setBill] = useState<Hit | null>(null);
  const mayUpload = useAllowed(permit('bill.attachment.upload'));
  return (
    <section className="fc-list">
      <FilterBar
        schema={attachmentRow}
        filters={FILTERS}
        resource="attachment"
        asked={asked}
        onAsk={setAsked}
      />
      <div className="fc-attachment-panel">
        <AttachmentTable asked={asked} ofOne={false} offset={70} />
        {mayUpload && (
          <div>
            <FormGroup
              label={t('bill.attachmentBill')}
              labelFor="attachment-bill"
              helperText={t('bill.attachmentBillHint')}
            >
              <BillChooser bill={bill} onChoose={setBill} />
            </FormGroup>
            <AttachmentDrop billId={bill?.billId ?? null} />
          </div>
        )}
      </div>
    </section>
  );
}

/** A bill by its number or its last six digits. */
function BillChooser({ bill, onChoose }: { bill: Hit | null; onChoose: (bill: Hit) => void }) {
  const { t } = useTranslation();
  const speech = useSpeech();
  const [query, setQuery] = useState('');
  const keyword = useDeferredValue(query.trim());
  const { data } = useQuery({
    ...read('bill', 'search', { query: { keyword: keyword || '-' } }),
    enabled: keyword.length >= 4,
  });
  const bills = data?.hits.filter(({ kind }) => kind === 'bill') ?? [];
  return (
    <Suggest<Hit>
      fill
      items={bills}
      selectedItem={bill}
      query={query}
      onQueryChange={setQuery}
      itemPredicate={() => true}
      itemsEqual="billId"
      inputValueRenderer={(hit) => `${hit.billNo} · ${hit.batchNo}`}
      inputProps={{ id: 'attachment-bill', placeholder: t('common.pleaseEnter') }}
      popoverProps={{ minimal: true, matchTargetWidth: true }}
      noResults={
        <MenuItem
          disabled
          roleStructure="listoption"
          text={keyword.length >= 4 ? t('bill.attachmentBillNone') : t('bill.attachmentBillHint')}
        />
      }
      onItemSelect={onChoose}
      itemRenderer={(hit, { handleClick, handleFocus, modifiers, ref }) => (
        <MenuItem
          key={hit.billId}
          ref={ref}
          roleStructure="listoption"
          active={modifiers.active}
          text={`${hit.billNo} · ${hit.batchNo}`}
          label={hit.stage ? speech.state('bill', hit.stage) : ''}
          onClick={handleClick}
          onFocus={handleFocus}
        />
      )}
    />
  );
}
