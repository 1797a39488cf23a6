import '../staff.css';
import { Checkbox } from '@blueprintjs/core';
import { type PermissionNode, permissionNodes } from '@contract/permissions';
import { grantOf, withGrant } from '@contract/rules/grants';
import { useTranslation } from 'react-i18next';
import { useSpeech } from '../../../app/language';

const below = (id: string) => permissionNodes.filter(({ parentId }) => parentId === id);
const areas = permissionNodes.filter(({ level }) => level === 1);

/** Permission tree of three levels: ticking an item ticks its menu and area; clearing these clears the item. */
export function PermissionTree(props: {
  readonly items: ReadonlySet<string>;
  readonly search: string;
  /** Undefined if read-only. */
  readonly onChange?: (items: Set<string>) => void;
}) {
  const { items, search, onChange } = props;
  const { t } = useTranslation();
  const { words } = useSpeech();
  const wanted = search.trim().toLowerCase();
  const named = ({ name }: PermissionNode) => words.menu[name].toLowerCase().includes(wanted);
  /** Shows a matching node with all its descendants, and the ancestors of matching nodes. */
  const shown = areas
    .map((area) => ({
      area,
      menus: below(area.id)
        .map((menu) => {
          const own = below(menu.id);
          return { menu, found: named(area) || named(menu) ? own : own.filter(named) };
        })
        .filter(({ found }) => found.length > 0),
    }))
    .filter(({ menus }) => menus.length > 0);
  const check = ({ id, name }: PermissionNode, label?: string) => {
    const grant = grantOf(id, items);
    return (
      <Checkbox
        key={id}
        checked={grant === 'all'}
        indeterminate={grant === 'some'}
        disabled={!onChange}
        aria-label={label}
        label={words.menu[name]}
        onChange={() => onChange?.(withGrant(items, id, grant !== 'all'))}
      />
    );
  };
  if (shown.length === 0) return <p className="fc-muted">{t('staff.treeNoMatch')}</p>;
  return (
    <div className="fc-tree">
      {shown.map(({ area, menus }) => (
        <section key={area.id} aria-label={words.menu[area.name]}>
          <h3>{check(area)}</h3>
          {menus.map(({ menu, found }) => (
            <fieldset key={menu.id} className="fc-tree-menu">
              <legend className="fc-hidden">{words.menu[menu.name]}</legend>
              {check(menu)}
              <div className="fc-tree-items">
                {found.map((item) => check(item, `${words.menu[menu.name]}: ${words.menu[item.name]}`))}
              </div>
            </fieldset>
          ))}
        </section>
      ))}
    </div>
  );
}
