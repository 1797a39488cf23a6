import './wire.css';
import { Button } from '@blueprintjs/core';
import { Duplicate } from '@blueprintjs/icons';
import { useTranslation } from 'react-i18next';
import { notify } from '../../../ui/toaster';

function laidOut(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

/** Transmitted text: JSON is indented, anything else unchanged. */
export function Wire({ text }: { text: string }) {
  const { t } = useTranslation();
  if (!text) return <p className="fc-muted">{t('common.nothing')}</p>;
  const copy = async () => {
    await navigator.clipboard.writeText(text).catch(() => undefined);
    notify({ text: t('common.copied') });
  };
  return (
    <div className="fc-wire">
      <Button
        size="small"
        variant="minimal"
        icon={<Duplicate />}
        aria-label={t('common.copy')}
        title={t('common.copy')}
        onClick={() => void copy()}
      />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable areas must be reachable by keyboard */}
      <pre tabIndex={0}>{laidOut(text)}</pre>
    </div>
  );
}
