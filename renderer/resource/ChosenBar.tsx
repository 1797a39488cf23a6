import { Button, Tag } from '@blueprintjs/core';
import { Cross } from '@blueprintjs/icons';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

/** In place of the filters while rows are chosen: how many, what may be done with them, and how to let them go. */
export function ChosenBar(props: { count: number; onClear: () => void; children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <>
      <Tag minimal intent="primary">
        {t('common.selected', { count: props.count })}
      </Tag>
      {props.children}
      <span className="fc-spring" />
      <Button
        variant="minimal"
        icon={<Cross />}
        title={t('common.selectionClear')}
        aria-label={t('common.selectionClear')}
        onClick={props.onClear}
      />
    </>
  );
}
