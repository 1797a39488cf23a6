import { Button, NonIdealState } from '@blueprintjs/core';
import { useTranslation } from 'react-i18next';

/** In place of the rows when the filters let nothing through: says so, and takes them away. */
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
