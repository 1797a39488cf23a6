import '../staff.css';
import { permissionNodes } from '@contract/permissions';
import { useSpeech } from '../../../app/language';

const below = (id: string) => permissionNodes.filter(({ parentId }) => parentId === id);

/** Names of permission items, by area and menu; `none` if there are none. */
export function Granted({ items, none }: { items: ReadonlySet<string>; none: string }) {
  const { words, list } = useSpeech();
  const menus = permissionNodes
    .filter(({ level }) => level === 2)
    .map((menu) => ({ menu, own: below(menu.id).filter(({ id }) => items.has(id)) }))
    .filter(({ own }) => own.length > 0);
  if (menus.length === 0) return <p className="fc-muted">{none}</p>;
  return (
    <dl className="fc-granted">
      {menus.map(({ menu, own }) => (
        <div key={menu.id}>
          <dt>{words.menu[menu.name]}</dt>
          <dd>{list(own.map(({ name }) => words.menu[name]))}</dd>
        </div>
      ))}
    </dl>
  );
}
