import { useMemo } from 'react';
import { read } from '../../../api/queries';
import { useRows } from '../../../resource/rows';
import { useListState } from '../../../resource/useListState';

/** Which bill a row belongs to: of use where the list is not one bill's. */
export const BILL_COLUMNS = [
  { name: 'billNo', width: 130 },
  { name: 'batchNo', width: 120 },
] as const;

/** A list over all bills, or of one when its id is given: what is asked and in which order, kept by the tab, and the rows. */
export function useBillRows<Row>(
  group: 'abnormalCase' | 'fyco',
  order: string,
  { list, billId }: { readonly list: string; readonly billId: number | undefined },
) {
  const state = useListState(list, order, { within: `${list}-` });
  const { asked, setAsked, setSort } = state;
  const sort = state.sort || order;
  const query = useMemo(
    () => ({ ...asked, ...(billId === undefined ? {} : { billId: [billId] }), sort }),
    [asked, billId, sort],
  );
  const rows = useRows<Row>((page, pageSize) => ({
    ...read(group, 'list', { query: { ...query, page, pageSize } as never }),
  }));
  const filtered = Object.keys(asked).length > 0;
  return {
    state,
    setAsked,
    filtered,
    query,
    rows,
    sort,
    onSort: (to: string) => setSort(to || order),
  };
}
