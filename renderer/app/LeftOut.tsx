import { Button, Callout } from '@blueprintjs/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useUnsavedPaths } from './drafts';
import { forgetLeftOut, useTabs } from './tabs';

/** Maximum of screens listed by name; for the rest, their number is shown. */
const NAMED = 6;

/** Notice on open screens that are no longer permitted, and on where to find their drafts. */
export function LeftOut({ titleOf }: { titleOf: (of: { path: string; title: string | null }) => string }) {
  const { t } = useTranslation();
  const leftOut = useTabs((tabs) => tabs.leftOut);
  const typed = useUnsavedPaths();
  if (leftOut.length === 0) return null;
  const names = [...new Set(leftOut.map(titleOf))];
  const more = names.length - NAMED;
  const listed = [...names.slice(0, NAMED), ...(more > 0 ? [t('kept.foundMore', { count: more })] : [])];
  return (
    <Callout compact intent="warning" className="fc-kept-notice" role="status">
      <span>{t('app.leftOut', { names: listed })}</span>
      {leftOut.some(({ path }) => typed.has(path)) && <Link to="/home/kept">{t('app.leftOutTyped')}</Link>}
      <Button size="small" onClick={forgetLeftOut}>
        {t('kept.foundClose')}
      </Button>
    </Callout>
  );
}
