import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { useTabPath } from './TabFrame';
import { closeTab } from './tabs';

/** A path that is no screen by itself: it leads on and leaves no tab, which would lead away whoever came back to it. */
export function Redirect({ to }: { to: string }) {
  const path = useTabPath();
  const navigate = useNavigate();
  useEffect(() => {
    closeTab(path);
    navigate(to, { replace: true });
  }, [path, to, navigate]);
  return null;
}
