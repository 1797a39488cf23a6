import type { ReleaseNotes as Notes } from '@contract/update';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../language';

/** Release notes of a version as plain text; nothing in them is markup. */
export function ReleaseNotes({ of, title }: { of: Notes; title: string }) {
  const { t } = useTranslation();
  const text = of[useLanguage()].trim();
  return (
    <section className="fc-update-notes" aria-label={title}>
      <h3>{title}</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long notes must scroll by keyboard */}
      <p tabIndex={0}>{text || t('update.noNotes')}</p>
    </section>
  );
}
