import type { BillStage } from '@contract/bill/bill';
import { keepDraft } from '../../../app/drafts';
import { reloadTab } from '../../../app/tabs';
import type { ListQuery } from '../../../resource/refined';

const LIST = '/bill/bill_manage';

/** Prepares the bill list with a tab and filters; the caller then navigates to it. */
export function openBillList({
  tab = 'all',
  query = {},
}: {
  tab?: BillStage | 'all';
  query?: ListQuery;
}): void {
  keepDraft(`${LIST}#tab`, tab);
  keepDraft(`${LIST}#asked`, query);
  reloadTab(LIST);
}
