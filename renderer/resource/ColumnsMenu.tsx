import { Button, Menu, MenuDivider, MenuItem } from '@blueprintjs/core';
import { Blank, Tick, TwoColumns } from '@blueprintjs/icons';
import { densities } from '@contract/desktop/boot';
import { useTranslation } from 'react-i18next';
import { DropDown } from '../ui/DropDown';
import { mostPinned, withHidden } from './arrange';
import { type Column, useLayout } from './columns';

const DENSITY = {
  compact: 'app.densityCompact',
  normal: 'app.densityNormal',
  roomy: 'app.densityRoomy',
} as const;

/** Menu that shows and hides columns, and resets the layout. */
export function ColumnsMenu<Row>({ list, columns }: { list: string; columns: readonly Column<Row>[] }) {
  const { t } = useTranslation();
  const { layout, ordered, visible, change } = useLayout(list, columns);
  const toggle = (name: string) => {
    if (layout.hidden.includes(name)) change({ hidden: layout.hidden.filter((one) => one !== name) });
    else if (visible.length > 1)
      change(withHidden({ layout, names: visible.map((one) => one.name), most: mostPinned(0) }, name));
  };
  return (
    <DropDown
      placement="bottom-end"
      content={
        <Menu className="fc-columns-menu">
          <li role="none">
            <ul role="none" className="fc-columns-list">
              {ordered.map(({ name, label }) => {
                const shown = !layout.hidden.includes(name);
                return (
                  <MenuItem
                    key={name}
                    role="menuitemcheckbox"
                    aria-checked={shown}
                    icon={shown ? <Tick /> : <Blank />}
                    text={label}
                    shouldDismissPopover={false}
                    onClick={() => toggle(name)}
                  />
                );
              })}
            </ul>
          </li>
          <MenuDivider />
          <MenuItem text={t('app.density')}>
            {([null, ...densities] as const).map((density) => (
              <MenuItem
                key={density ?? ''}
                roleStructure="listoption"
                selected={layout.density === density}
                text={t(density === null ? 'common.densityUsual' : DENSITY[density])}
                onClick={() => change({ density })}
              />
            ))}
          </MenuItem>
          <MenuItem text={t('common.columnsReset')} onClick={() => change(null)} />
        </Menu>
      }
    >
      <Button icon={<TwoColumns />}>{t('common.columns')}</Button>
    </DropDown>
  );
}
