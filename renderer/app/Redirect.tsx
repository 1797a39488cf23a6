import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { useTabPath } from './TabFrame';
import { closeTab } from './tabs';

/** Redirects a path that is no screen itself, and closes its tab, which would redirect again on return. */
export function Redirect({ to }: { to: string }) {
  const path = useTabPath();
  const navigate = useNavigate();
  useEffect(() => {
    closeTab(path);
    navigate(to, { replace: true });
  }, [path, to, navigate]);
  return null;
}
