import { Button, Checkbox, Menu, MenuDivider, MenuItem } from '@blueprintjs/core';
import { TwoColumns } from '@blueprintjs/icons';
import { densities } from '@contract/desktop';
import { useTranslation } from 'react-i18next';
import { DropDown } from '../ui/DropDown';
import { mostPinned, withHidden } from './arrange';
import { type Column, useLayout } from './columns';

const DENSITY = {
  compact: 'app.densityCompact',
  normal: 'app.densityNormal',
  roomy: 'app.densityRoomy',
} as const;

/** Which columns are shown; the arrangement can always be put back. */
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
        <div className="fc-columns-menu">
          <div className="fc-columns-list">
            {ordered.map(({ name, label }) => (
              <Checkbox
                key={name}
                label={label}
                checked={!layout.hidden.includes(name)}
                onChange={() => toggle(name)}
              />
            ))}
          </div>
          <Menu>
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
        </div>
      }
    >
      <Button icon={<TwoColumns />}>{t('common.columns')}</Button>
    </DropDown>
  );
}
