import { Button, Tag } from '@blueprintjs/core';
import { Cross } from '@blueprintjs/icons';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

/** In place of the filters while rows are chosen: how many, what may be done with them, and how to let them go. */
export function ChosenBar(props: {
  count: number;
  onClear: () => void;
  /** Offers all that match the filter, of which there are more. */
  all?: { readonly total: number; readonly choose: () => void } | undefined;
  children: ReactNode;
}) {
  const { t } = useTranslation();
  const { all } = props;
  return (
    <>
      <Tag minimal intent="primary">
        {t('common.selected', { count: props.count })}
      </Tag>
      {all && (
        <Button variant="minimal" onClick={all.choose}>
          {t('common.selectAllMatching', { count: all.total })}
        </Button>
      )}
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
