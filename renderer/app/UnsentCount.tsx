import { Button } from '@blueprintjs/core';
import { Upload } from '@blueprintjs/icons';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { useUnsent } from './outbox';

/** Number of unsent changes; nothing while there are none. */
export function UnsentCount() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const count = useUnsent().length;
  if (count === 0) return null;
  return (
    <Button
      variant="minimal"
      intent="warning"
      icon={<Upload />}
      title={t('kept.title')}
      onClick={() => navigate('/home/kept')}
    >
      {t('kept.unsentCount', { count })}
    </Button>
  );
}
