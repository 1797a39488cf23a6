import { Button, ControlGroup, InputGroup } from '@blueprintjs/core';
import { Duplicate } from '@blueprintjs/icons';
import { useTranslation } from 'react-i18next';
import { AppDialog } from '../../../ui/AppDialog';
import { notify } from '../../../ui/toaster';

/** Dialog with a newly created secret, to be copied now: it is not stored. */
export function ShownOnce(props: { title: string; secret: string; onClose: () => void }) {
  const { title, secret, onClose } = props;
  const { t } = useTranslation();
  const copy = async () => {
    await navigator.clipboard.writeText(secret).catch(() => undefined);
    notify({ text: t('common.copied') });
  };
  return (
    <AppDialog
      title={title}
      onClose={onClose}
      actions={
        <Button intent="primary" onClick={onClose}>
          {t('common.close')}
        </Button>
      }
    >
      <p>{t('config.apiKeyOnce')}</p>
      <ControlGroup fill>
        <InputGroup readOnly value={secret} aria-label={title} />
        <Button icon={<Duplicate />} onClick={() => void copy()}>
          {t('common.copy')}
        </Button>
      </ControlGroup>
    </AppDialog>
  );
}
