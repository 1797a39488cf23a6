import { Button, SegmentedControl, Switch, Tag } from '@blueprintjs/core';
import { Reset } from '@blueprintjs/icons';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useDesk } from '../../app/desk';
import { useStanding } from './changed';
import type { Setting } from './setting';

/** One setting: what it is, whether it was changed, its control, and the way back. */
export function SettingLine({ of }: { of: Setting }) {
  const { t } = useTranslation();
  const id = useId();
  const { changed, reset } = useStanding([of]);
  const { control } = of;
  return (
    <div className="fc-setting" data-setting={of.key}>
      <div className="fc-setting-head">
        <h3 id={id}>
          {t(of.label)}
          {changed && (
            <span
              className="fc-setting-changed"
              role="img"
              aria-label={t('settings.changed')}
              title={t('settings.changed')}
            />
          )}
        </h3>
        <Tag minimal>{t(`settings.whose.${of.whose}`)}</Tag>
        <span className="fc-spring" />
        {changed && (
          <Button
            size="small"
            variant="minimal"
            icon={<Reset />}
            aria-label={t('settings.resetOne', { name: t(of.label) })}
            onClick={() => reset(t(of.label))}
          >
            {t('common.reset')}
          </Button>
        )}
      </div>
      <p className="fc-muted" id={`${id}d`}>
        {t(of.detail)}
      </p>
      {control.kind === 'remembered' ? <control.List /> : <Value of={of} labelled={id} />}
    </div>
  );
}

function Value({ of: { key, control }, labelled }: { of: Setting; labelled: string }) {
  const { t } = useTranslation();
  const value = useDesk(({ settings }) => settings[key]);
  const { change } = useStanding([]);
  if (control.kind === 'switch')
    return (
      <Switch
        aria-labelledby={labelled}
        aria-describedby={`${labelled}d`}
        label={t(value ? 'settings.on' : 'settings.off')}
        checked={value === true}
        onChange={(event) => change({ [key]: event.currentTarget.checked })}
      />
    );
  if (control.kind !== 'choice') return null;
  return (
    <SegmentedControl
      aria-labelledby={labelled}
      value={String(value)}
      options={control.options.map((option) => ({ value: String(option.value), label: t(option.label) }))}
      onValueChange={(chosen) => change({ [key]: chosen })}
    />
  );
}
