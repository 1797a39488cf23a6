import { MenuItem } from '@blueprintjs/core';
import { Suggest } from '@blueprintjs/select';
import { billName } from '@contract/bill/billName';
import { type FocusEvent, useDeferredValue, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAnswer } from '../../../api/answers';
import { read } from '../../../api/queries';
import { useServed } from '../../../app/offered';
import { handleListKeys, takeByTab } from '../../../kinds/listKeys';
import { listBelow } from '../../../ui/atOnce';
import { canTakeFocus } from '../../../ui/free';

export interface NamedBill {
  readonly billId: number;
  readonly billNo: string;
  readonly batchNo: string | null;
}
/** Minimum query length for the search. */
const LEAST = 4;

/**
 * Restores the cursor behind text typed early: the library selects the field's content one frame after it gets the
 * focus, so that the next key would replace it.
 */
function keepTyped({ currentTarget: field }: FocusEvent<HTMLInputElement>): void {
  const before = field.value;
  requestAnimationFrame(() => {
    if (field.value !== before) field.setSelectionRange(field.value.length, field.value.length);
  });
}

/** Bills whose numbers match a query of sufficient length; `unanswered` is the error of a search without any result. */
function useFoundBills(keyword: string) {
  const wide = useServed('search.records');
  const records = useAnswer({
    ...read('search', 'records', { query: { keyword: keyword || '-' } }),
    enabled: wide && keyword.length >= LEAST,
  });
  // A server without the search over all kinds has at least the one over bills.
  const ofBills = useAnswer({
    ...read('bill', 'search', { query: { keyword: keyword || '-' } }),
    enabled: !wide && keyword.length >= LEAST,
  });
  const isFetching = records.isFetching || ofBills.isFetching;
  const { error } = wide ? records : ofBills;
  const hits = wide ? records.data?.hits : ofBills.data?.hits;
  const bills = (hits ?? []).flatMap((hit): NamedBill[] =>
    hit.kind === 'bill'
      ? [{ billId: hit.recordId, billNo: hit.number, batchNo: 'name' in hit ? hit.name : hit.batchNo }]
      : [],
  );
  return { bills, unanswered: hits ? null : error, isFetching };
}

/** Select for a bill, searched while typing by the beginning or the last digits of its number. */
export function BillChooser(props: {
  readonly id: string;
  readonly bill: NamedBill | null;
  readonly onChoose: (bill: NamedBill) => void;
}) {
  const { id, bill, onChoose } = props;
  const { t } = useTranslation();
  const [query, setQuery] = useState('');
  const keyword = useDeferredValue(query.trim());
  const { bills, unanswered, isFetching } = useFoundBills(keyword);
  const library = useRef<Suggest<NamedBill>>(null);
  const marked = useRef<NamedBill | null>(null);
  // Text with which the field was left by Tab before its bill was found.
  const [awaited, setAwaited] = useState('');
  const found = awaited !== '' && awaited === keyword && !isFetching;
  const [first] = bills;
  useEffect(() => {
    if (!found) return;
    setAwaited('');
    if (first) onChoose(first);
  }, [found, first, onChoose]);
  const take = () => {
    const typed = query.trim();
    // Only after typing (list open); passing through the field changes nothing.
    if (typed.length < LEAST || !library.current?.state.isOpen) return;
    const here = typed === keyword && !isFetching ? marked.current : null;
    if (here) onChoose(here);
    else setAwaited(typed);
  };
  return (
    <div onKeyDownCapture={(event) => handleListKeys(event, library.current)}>
      <Suggest<NamedBill>
        ref={library}
        fill
        // The list opens on typing, not on focus, neither when passing through nor when returning after a selection.
        openOnKeyDown
        onActiveItemChange={(item) => {
          marked.current = item;
        }}
        items={bills}
        selectedItem={bill}
        query={query}
        onQueryChange={setQuery}
        itemPredicate={() => true}
        itemsEqual="billId"
        inputValueRenderer={billName}
        inputProps={{
          id,
          placeholder: t('common.pleaseEnter'),
          onFocus: keepTyped,
          onKeyDown: (event) => takeByTab(event, take),
        }}
        popoverProps={listBelow}
        noResults={
          <MenuItem
            disabled
            roleStructure="listoption"
            text={
              unanswered
                ? unanswered.message
                : keyword.length >= LEAST && !isFetching
                  ? t('common.billUnknown')
                  : t('bill.attachmentBillHint')
            }
          />
        }
        onItemSelect={(chosen) => {
          onChoose(chosen);
          // The library blurs the field on selection; refocus it unless something else took the focus by then.
          requestAnimationFrame(() => {
            const field = document.getElementById(id);
            if (field && canTakeFocus(field)) field.focus();
          });
        }}
        itemRenderer={(item, { handleClick, handleFocus, modifiers, ref }) => (
          <MenuItem
            key={item.billId}
            ref={ref}
            roleStructure="listoption"
            active={modifiers.active}
            text={billName(item)}
            onClick={handleClick}
            onFocus={handleFocus}
          />
        )}
      />
    </div>
  );
}
