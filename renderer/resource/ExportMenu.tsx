import { Menu, MenuItem } from '@blueprintjs/core';
import { Export } from '@blueprintjs/icons';
import type { ApiName } from '@contract/index';
import { pad2 } from '@contract/rules/zonedTime';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useServed } from '../app/offered';
import { useSaveFile } from '../app/useSaveFile';
import { BusyButton } from '../ui/BusyButton';
import { DropDown } from '../ui/DropDown';
import { type Column, useLayout } from './columns';
import type { Rows } from './rows';

/** Exports exactly the filtered rows, with the columns and order on screen, to a file the user names. */
export function ExportMenu<Row>(props: {
  name: string;
  call: ApiName;
  /** Part of the request that carries the query. */
  within: 'body' | 'query';
  query: Readonly<Record<string, unknown>>;
  /** Name of the table whose columns are exported as the user has arranged them. */
  list: string;
  columns: readonly Column<Row>[];
  /** Rows of the list on screen; exporting is disabled until they match the current query. */
  rows: Pick<Rows<unknown>, 'live' | 'state'>;
}) {
  const { t } = useTranslation();
  const { visible } = useLayout(props.list, props.columns);
  const saveFile = useSaveFile('showInFolder');
  const [busy, setBusy] = useState(false);
  const served = useServed(props.call);
  const { live, state } = props.rows;
  const off = live
    ? {}
    : { disabled: true, label: t(state === 'failed' ? 'common.listFailed' : 'common.searching') };
  const save = async (format: 'xlsx' | 'csv') => {
    setBusy(true);
    const now = new Date();
    const stamp = `${now.getFullYear()}${pad2(now.getMonth() + 1)}${pad2(now.getDate())}_${pad2(now.getHours())}${pad2(now.getMinutes())}`;
    await saveFile({
      call: props.call,
      input: {
        [props.within]: {
          ...props.query,
          format,
          columns: [...new Set(visible.flatMap(({ fields }) => fields))],
        },
      },
      name: `${props.name}_${stamp}.${format}`,
    });
    setBusy(false);
  };
  if (!served) return null;
  return (
    <DropDown
      placement="bottom-end"
      content={
        <Menu>
          <MenuItem text={t('common.exportXlsx')} onClick={() => void save('xlsx')} {...off} />
          <MenuItem text={t('common.exportCsv')} onClick={() => void save('csv')} {...off} />
        </Menu>
      }
    >
      <BusyButton icon={<Export />} busy={busy}>
        {t('common.export')}
      </BusyButton>
    </DropDown>
  );
}
