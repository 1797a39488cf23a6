import { useKept } from '../../app/drafts';
import { SettingPages } from './SettingPages';

/** Settings screen; reopens at the last group. */
export default function Settings() {
  const [group, setGroup] = useKept('group', '');
  return <SettingPages group={group} onGroup={setGroup} before={false} />;
}
