import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { useKept } from '../app/drafts';
import { useAllowed } from '../app/guard';
import { useTabPath } from '../app/TabFrame';
import { closeTab } from '../app/tabs';
import { SidePanel } from '../ui/SidePanel';
import { useShortcuts } from '../ui/shortcuts';
import { FORM_WIDTH, type PlainRow, type PlainScreen } from './ListScreen';
import { PlainForm } from './PlainForm';
import { usePlainActions } from './usePlainActions';

/** Edits and deletes the record of a screen: its form in the side panel, also by key; after deletion, its list. */
export function useEditPanel(props: {
  readonly screen: PlainScreen;
  readonly row: PlainRow;
  readonly title: string;
  /** Path of the list shown after deletion, if the tab was opened from no other screen. */
  readonly list: string;
  /** True if the state of the record permits no change. */
  readonly closed: boolean;
}) {
  const { screen, row, title, list, closed } = props;
  const { t } = useTranslation();
  const navigate = useNavigate();
  const path = useTabPath();
  const mayEdit = useAllowed(screen.resource.edit);
  const [editing, setEditing] = useKept('editing', false);
  const actions = usePlainActions(screen, () => undefined);
  const edit = () => !closed && setEditing(true);
  useShortcuts([{ combo: 'e', label: t('common.edit'), run: () => mayEdit && edit() }]);
  return {
    edit,
    remove: () => void actions.remove(row).then((isRemoved) => isRemoved && navigate(closeTab(path) ?? list)),
    panel: (
      <SidePanel
        isOpen={editing}
        width={screen.width ?? FORM_WIDTH}
        title={title}
        onClose={() => setEditing(false)}
      >
        {editing && <PlainForm screen={screen} editing={row} onDone={() => setEditing(false)} />}
      </SidePanel>
    ),
  };
}
