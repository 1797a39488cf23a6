import { MenuItem } from '@blueprintjs/core';
import { Suggest } from '@blueprintjs/select';
import { useQuery } from '@tanstack/react-query';
import { type FocusEvent, useDeferredValue, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { read } from '../../../api/queries';
import { listBelow } from '../../../ui/atOnce';

export interface NamedBill {
  readonly billId: number;
  readonly billNo: string;
  readonly batchNo: string | null;
}
export const nameOf = ({ billNo, batchNo }: NamedBill) => [billNo, batchNo].filter(Boolean).join(' · ');
/** From so many characters on a bill is looked for. */
const LEAST = 4;

/**
 * The library marks what stands in the field a frame after the focus came, for the next key to replace it. Who typed by then
 * goes on behind what was typed.
 */
function keepTyped({ currentTarget: field }: FocusEvent<HTMLInputElement>): void {
  const before = field.value;
  requestAnimationFrame(() => {
    if (field.value !== before) field.setSelectionRange(field.value.length, field.value.length);
  });
}

/** A bill by how its number begins or by the last digits of it, found while one types. */
export function BillChooser(props: {
  readonly id: string;
  readonly bill: NamedBill | null;
  readonly onChoose: (bill: NamedBill) => void;
}) {
  const { id, bill, onChoose } = props;
  const { t } = useTranslation();
  const [query, setQuery] = useState('');
  const keyword = useDeferredValue(query.trim());
  const { data, isFetching } = useQuery({
    ...read('search', 'records', { query: { keyword: keyword || '-' } }),
    enabled: keyword.length >= LEAST,
  });
  const bills = (data?.hits ?? []).flatMap(({ kind, recordId, number, name }): NamedBill[] =>
    kind === 'bill' ? [{ billId: recordId, billNo: number, batchNo: name }] : [],
  );
  return (
    <Suggest<NamedBill>
      fill
      items={bills}
      selectedItem={bill}
      query={query}
      onQueryChange={setQuery}
      itemPredicate={() => true}
      itemsEqual="billId"
      inputValueRenderer={nameOf}
      inputProps={{ id, placeholder: t('common.pleaseEnter'), onFocus: keepTyped }}
      popoverProps={listBelow}
      noResults={
        <MenuItem
          disabled
          roleStructure="listoption"
          text={
            keyword.length >= LEAST && !isFetching
              ? t('bill.attachmentBillNone')
              : t('bill.attachmentBillHint')
          }
        />
      }
      onItemSelect={onChoose}
      itemRenderer={(bill, { handleClick, handleFocus, modifiers, ref }) => (
        <MenuItem
          key={bill.billId}
          ref={ref}
          roleStructure="listoption"
          active={modifiers.active}
          text={nameOf(bill)}
          onClick={handleClick}
          onFocus={handleFocus}
        />
      )}
    />
  );
}
