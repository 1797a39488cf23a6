import { Button, NonIdealState } from '@blueprintjs/core';
import { useTranslation } from 'react-i18next';

/** Placeholder for a list without matching rows, with a button that clears the filters. */
export function NoMatch({ onClear }: { onClear: () => void }) {
  const { t } = useTranslation();
  return (
    <NonIdealState
      title={t('common.listNoMatch')}
      description={t('common.listNoMatchDetail')}
      action={<Button onClick={onClear}>{t('common.filterClear')}</Button>}
    />
  );
}
