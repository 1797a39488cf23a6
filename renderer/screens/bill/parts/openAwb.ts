import { keepDraft } from '../../../app/drafts';
import { reloadTab } from '../../../app/tabs';

/** Makes a bill open on its waybill; answers its path. */
export function openAwb(id: number): string {
  const path = `/bill/bill_manage/detail/${id}`;
  keepDraft(`${path}#part`, 'awb');
  reloadTab(path);
  return path;
}
