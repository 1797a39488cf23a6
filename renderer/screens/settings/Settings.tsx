import { useKept } from '../../app/drafts';
import { SettingPages } from './SettingPages';

/** The settings as a screen: it comes back where it was left. */
export default function Settings() {
  const [group, setGroup] = useKept('group', '');
  return <SettingPages group={group} onGroup={setGroup} before={false} />;
}
