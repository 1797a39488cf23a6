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
  Filter: ({ id, name, parts, onChange }) => {
    const { t } = useTranslation();
    const value = parts[name];
    return (
      <ShortSelect
        id={id}
        none={t('common.all')}
        options={[
          { value: 'true', label: t('common.yes'), search: '' },
          { value: 'false', label: t('common.no'), search: '' },
        ]}
        value={value === undefined ? null : String(value)}
        onChange={(chosen) => onChange({ [name]: chosen === null ? undefined : chosen === 'true' })}
      />
    );
  },
};
