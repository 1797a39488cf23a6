import { linkTo } from '@contract/link';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { desktop, listen } from '../api/bridge';
import { screenOf } from '../screens';
import { notify } from '../ui/toaster';

/** The only screen whose record is in the query string; links to any other may have none. */
const BY_QUERY = '/customer/customer_detail';

/** True if a link may open a path: a screen of the app, without parameters that fill in or change data. */
export function isLinkable(path: string): boolean {
  const [bare = '', query] = path.split('?');
  return (
    screenOf(bare) !== undefined && (query === undefined || (bare === BY_QUERY && /^id=\d+$/.test(query)))
  );
}

/** Copies the link to a path, and shows a message. */
export async function copyLink(path: string, message: string): Promise<void> {
  await navigator.clipboard.writeText(linkTo(path)).catch(() => undefined);
  notify({ text: message });
}

/** Opens links passed to the app, once the user is signed in; the guard checks their paths like any other. */
export function useLinks(): void {
  const navigate = useNavigate();
  const { t } = useTranslation();
  useEffect(() => {
    const follow = async () => {
      const link = await desktop.app.takeLink();
      if (!link) return;
      if (link.path !== null && isLinkable(link.path)) navigate(link.path);
      else notify({ text: t('app.linkUnknown'), intent: 'warning' });
    };
    const heard = () => void follow().catch(() => undefined);
    heard();
    return listen('link', heard);
  }, [navigate, t]);
}
