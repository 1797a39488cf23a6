import type { BillStage } from '@contract/bill/bill';
import { keepDraft } from '../../../app/drafts';
import { reloadTab } from '../../../app/tabs';
import type { Asked } from '../../../resource/asked';

const LIST = '/bill/bill_manage';

/** Makes the bill list open on a tab and filter; the caller then goes there. */
export function openBillList({ tab = 'all', asked = {} }: { tab?: BillStage | 'all'; asked?: Asked }): void {
  keepDraft(`${LIST}#tab`, tab);
  keepDraft(`${LIST}#asked`, asked);
  reloadTab(LIST);
}
