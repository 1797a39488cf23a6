import { Button, SegmentedControl, Switch, Tag } from '@blueprintjs/core';
import { Reset } from '@blueprintjs/icons';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { desktop } from '../../api/bridge';
import { useDesk } from '../../app/desk';
import { notifyFailed } from '../../ui/toaster';
import { useChanged } from './changed';
import { Remembered } from './Remembered';
import type { Setting } from './setting';

/** One setting: its label, a mark if changed, its control, and the reset button. */
export function SettingLine({ of }: { of: Setting }) {
  const { t } = useTranslation();
  const id = useId();
  const { changed, reset } = useChanged([of]);
  const { control } = of;
  const locked = useDesk(({ managed }) => managed.locked.includes(of.key));
  const value = useDesk(({ settings }) => settings[of.key]);
  const [initial] = useState(value);
  const moved = value !== initial;
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
      {control.kind === 'remembered' ? (
        <Remembered of={of} />
      ) : (
        <Value of={of} labelled={id} locked={locked} />
      )}
      {locked && <p className="fc-muted">{t('settings.managed')}</p>}
      {of.restarts && moved && (
        <p>
          {t('settings.restartNeeded')}{' '}
          <Button
            size="small"
            onClick={() => void desktop.settings.restart({ gpu: false }).catch(notifyFailed)}
          >
            {t('settings.restart')}
          </Button>
        </p>
      )}
    </div>
  );
}

function Value(props: { of: Setting; labelled: string; locked: boolean }) {
  const { of, labelled, locked } = props;
  const { key, control } = of;
  const { t } = useTranslation();
  const value = useDesk(({ settings }) => settings[key]);
  const { change } = useChanged([]);
  if (control.kind === 'switch')
    return (
      <Switch
        aria-labelledby={labelled}
        aria-describedby={`${labelled}d`}
        label={t(value ? 'settings.on' : 'settings.off')}
        checked={value === true}
        disabled={locked}
        onChange={(event) => change({ [key]: event.currentTarget.checked })}
      />
    );
  if (control.kind !== 'choice') return null;
  return (
    <SegmentedControl
      aria-labelledby={labelled}
      value={String(value)}
      disabled={locked}
      options={control.options.map((option) => ({ value: String(option.value), label: t(option.label) }))}
      onValueChange={(chosen) => change({ [key]: chosen })}
    />
  );
}
