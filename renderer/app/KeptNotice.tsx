import { Button, Callout } from '@blueprintjs/core';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useDesk } from './desk';
import { forgetFound, isOwnScreen, openForm, useFoundForms, useNotKept } from './drafts';
import type { Permits } from './guard';
import { mayOpen } from './judge';
import { useTabs } from './tabs';

/** Maximum of screens listed by name; for the rest, their number is shown. */
const NAMED = 4;

/** Notice after the start on unsaved drafts, with links to them; also if drafts cannot be stored at all. */
export function KeptNotice({
  titleOf,
  permits,
}: {
  titleOf: (of: { path: string; title: string | null }) => string;
  permits: Permits;
}) {
  const { t } = useTranslation();
  const found = useFoundForms();
  const failed = useNotKept();
  const damaged = useDesk((desk) => desk.damaged);
  const front = useTabs(({ active }) => active);
  // The form in front announces its own draft, so the notice need not repeat it on the next screen.
  const seen = found.filter((form) => form.path === front && isOwnScreen(form));
  const forms = found.filter((form) => form.path !== '' && !seen.includes(form));
  useEffect(() => {
    if (seen.length > 0) forgetFound(seen.map(({ key }) => key));
  });
  return (
    <>
      {failed && (
        <Callout compact intent="danger" className="fc-banner" role="alert">
          {failed}
        </Callout>
      )}
      {damaged.length > 0 && (
        <Callout compact intent="warning" className="fc-banner" role="status">
          {t('kept.damaged', { files: damaged.map((name) => `${name}.json`) })}{' '}
          <Button size="small" onClick={() => useDesk.setState({ damaged: [] })}>
            {t('kept.foundClose')}
          </Button>
        </Callout>
      )}
      {forms.length > 0 && (
        <Callout compact intent="primary" className="fc-kept-notice" role="status">
          <span>{t('kept.found', { count: forms.length })}</span>
          {forms.slice(0, NAMED).map(({ key, path, title, value }) => (
            <Link key={key} {...wayTo(path, value, permits)}>
              {titleOf({ path, title })}
            </Link>
          ))}
          {forms.length > NAMED && (
            <Link to="/home/kept">{t('kept.foundMore', { count: forms.length - NAMED })}</Link>
          )}
          <Button size="small" onClick={() => forgetFound()}>
            {t('kept.foundClose')}
          </Button>
        </Callout>
      )}
    </>
  );
}

/** Returns the link to a draft: its screen, or the list of drafts if the screen is no longer permitted. */
const wayTo = (path: string, value: unknown, permits: Permits) =>
  mayOpen(path, permits) ? { to: path, onClick: () => openForm(value, path) } : { to: '/home/kept' };
