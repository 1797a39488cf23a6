import { staffLogFilters, staffLogRow } from '@contract/access/staffLog';
import { useSpeech } from '../../app/language';
import { LogList } from '../shared/config/LogList';

/** Log of sign-ins, with time and device, and of changes to staff, groups and permissions. */
export default function StaffLog() {
  const { words } = useSpeech();
  return (
    <LogList group="staffLog" schema={staffLogRow} filters={staffLogFilters} name={words.menu['staff.log']} />
  );
}
