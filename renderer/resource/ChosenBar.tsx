import { Button, Tag } from '@blueprintjs/core';
import { Cross } from '@blueprintjs/icons';
import { type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { buttonsOf, useOffered } from '../ui/shortcuts';
import type { ListSelection } from './useChosen';

/** Replaces the filters while rows are selected: their number, select all matching, the actions, and clear. */
export function ChosenBar({
  chosen,
  children,
}: {
  readonly chosen: ListSelection;
  readonly children: ReactNode;
}) {
  const { t } = useTranslation();
  const { count, all, clear, table, ready } = chosen;
  const place = useRef<HTMLSpanElement>(null);
  useOffered(() => buttonsOf(place.current));
  return (
    <span ref={place} className="fc-chosen-bar" inert={!ready}>
      <Tag minimal intent="primary">
        {t('common.selected', { count })}
      </Tag>
      {all && (
        <Button variant="minimal" onClick={all.choose}>
          {t('common.selectAllMatching', { count: all.total })}
        </Button>
      )}
      <span ref={table.bar} className="fc-chosen-actions">
        {children}
      </span>
      <span className="fc-spring" />
      <Button
        variant="minimal"
        icon={<Cross />}
        title={t('common.selectionClear')}
        aria-label={t('common.selectionClear')}
        onClick={clear}
      />
    </span>
  );
}
