import { Switch } from '@blueprintjs/core';
import { Tick } from '@blueprintjs/icons';
import { words } from '@contract/words';
import { useTranslation } from 'react-i18next';
import { ShortSelect } from './ChoiceInput';
import type { Kind } from './kind';

/** Yes or no. */
export const flag: Kind<'flag'> = {
  align: 'start',
  width: 80,
  toText: (value: boolean, _meta, { speech }) => words[speech.language].desktop[value ? 'yes' : 'no'],
  Cell: (value: boolean, _meta, { speech }) =>
    value ? (
      <Tick size={12} title={words[speech.language].desktop.yes} />
    ) : (
      <span className="fc-muted">–</span>
    ),
  Input: ({ id, value, onChange, onBlur, disabled }) => (
    <Switch
      id={id}
      checked={value === true}
      disabled={disabled}
      onBlur={onBlur}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  ),
  Filter: ({ id, name, meta, parts, onChange }) => {
    const { t } = useTranslation();
    const value = parts[name];
    const { leftOut } = meta;
    return (
      <ShortSelect
        id={id}
        none={t(leftOut ? `common.without_${leftOut}` : 'common.all')}
        options={[
          { value: 'true', label: t(leftOut ? `common.only_${leftOut}` : 'common.yes'), search: '' },
          ...(leftOut ? [] : [{ value: 'false', label: t('common.no'), search: '' }]),
        ]}
        // Rows with `true` are excluded by default, so `false` is the same as no filter.
        value={value === undefined || (leftOut && value === false) ? null : String(value)}
        onChange={(chosen) => onChange({ [name]: chosen === null ? undefined : chosen === 'true' })}
      />
    );
  },
};
