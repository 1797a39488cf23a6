import { MenuItem } from '@blueprintjs/core';
import { Suggest } from '@blueprintjs/select';
import type { searchHit } from '@contract/bill/bill';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type * as z from 'zod';
import { read } from '../../../api/queries';
import { useSpeech } from '../../../app/language';

type Hit = z.output<typeof searchHit>;

/** A bill by its number or its last six digits. */
export function BillChooser(props: {
  readonly id: string;
  readonly bill: Hit | null;
  readonly onChoose: (bill: Hit) => void;
}) {
  const { id, bill, onChoose } = props;
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
      inputProps={{ id, placeholder: t('common.pleaseEnter') }}
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
