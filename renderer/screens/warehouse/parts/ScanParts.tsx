import { InputGroup, type Intent, Switch, Tag } from '@blueprintjs/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { useScanField } from './useScanField';

/** The large field that takes every scan. */
export function ScanInput({
  of: { field, events, take },
  ask,
}: {
  of: ReturnType<typeof useScanField>;
  ask: string;
}) {
  const { t } = useTranslation();
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        take();
      }}
    >
      <InputGroup
        className="fc-scan-input"
        inputRef={field}
        defaultValue=""
        placeholder={ask}
        aria-label={t('warehouse.boxNo')}
        autoComplete="off"
        spellCheck={false}
        {...events}
      />
    </form>
  );
}

/** Switches the tones of scans on and off. */
export function SoundSwitch({ muted, onMute }: { muted: boolean; onMute: (muted: boolean) => void }) {
  const { t } = useTranslation();
  return (
    <Switch
      checked={!muted}
      label={t('warehouse.scanSound')}
      onChange={(event) => onMute(!event.currentTarget.checked)}
    />
  );
}

/** A scan in the list of the latest ones. */
export interface ListedScan {
  readonly id: number;
  readonly number: string;
  readonly detail: ReactNode;
  readonly word: string;
  readonly intent: Intent;
  readonly message: string;
}

/** The latest scans, each with its result. */
export function ScanList({ scans }: { scans: readonly ListedScan[] }) {
  const { t } = useTranslation();
  return (
    <>
      <h2>{t('warehouse.scanLast')}</h2>
      {scans.length === 0 && <span className="fc-muted">{t('warehouse.scanNone')}</span>}
      <ol className="fc-scan-list">
        {scans.map((scan) => (
          <li key={scan.id}>
            <span>
              {scan.number}
              {scan.detail && <span className="fc-muted"> {scan.detail}</span>}
            </span>
            <Tag minimal intent={scan.intent} title={scan.message}>
              {scan.word}
            </Tag>
          </li>
        ))}
      </ol>
    </>
  );
}
