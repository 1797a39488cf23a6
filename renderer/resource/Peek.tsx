import { Button } from '@blueprintjs/core';
import { Cross } from '@blueprintjs/icons';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ShowContext } from '../kinds/kind';
import type { Column } from './columns';
import { FactGroups } from './DetailScreen';

/** Layout of a record's preview, for lists that show more there than their columns. */
export interface PeekChoice<Row> {
  readonly nameOf: (row: Row) => string;
  readonly groups: readonly { readonly title: string; readonly of: readonly Column<Row>[] }[];
  /** Content beneath the facts. */
  readonly below?: (row: Row, context: ShowContext) => ReactNode;
}

/** Preview of the focused row beside the list, which keeps the focus. */
export function Peek<Row>(props: {
  readonly row: Row;
  /** True if the row is from the previous query: it is dimmed and cannot be opened. */
  readonly former: boolean;
  readonly context: ShowContext;
  readonly peek: PeekChoice<Row>;
  readonly onOpen: () => void;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation();
  const { row, context, peek, onOpen, onClose } = props;
  const name = peek.nameOf(row);
  return (
    <section className="fc-peek" aria-label={t('common.peekOf', { name })}>
      <header>
        <h2 role="status">{name}</h2>
        <Button size="small" disabled={props.former} onClick={onOpen}>
          {t('common.open')}
        </Button>
        <Button
          variant="minimal"
          size="small"
          icon={<Cross />}
          aria-label={t('common.close')}
          onClick={onClose}
        />
      </header>
      <div className={`fc-peek-body${props.former ? ' fc-stale' : ''}`}>
        <FactGroups
          groups={peek.groups.map(({ title, of }) => ({
            title,
            facts: of.map(({ label, cell }) => [label, cell(row, { ...context, long: true })]),
          }))}
        />
        {peek.below?.(row, context)}
      </div>
    </section>
  );
}
