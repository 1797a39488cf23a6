import { Button, NonIdealState } from '@blueprintjs/core';
import { billName } from '@contract/bill/billName';
import { linkedBill, type PlannedBill } from '@contract/scheduling/parts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { AddButton } from '../../../ui/AddButton';
import { notify, notifyFailed } from '../../../ui/toaster';
import { billPath } from '../bill/billPath';
import { PartTable } from './PartTable';

/** Bills of a flight, a voyage or a forecast, each with a link. */
export function LinkedBills<Row extends PlannedBill>(props: {
  readonly bills: readonly Row[];
  readonly fields: readonly (keyof Row & string)[];
  /** Text while there are none: the reason, and how to add some. */
  readonly none: string;
  /** Undefined if none can be added now. */
  readonly onAdd?: (() => void) | undefined;
  /** Undefined if none can be removed now. */
  readonly onUnlink?: ((bill: Row) => Promise<unknown>) | undefined;
  readonly head?: ReactNode;
}) {
  const { bills, fields, none, onAdd, onUnlink, head } = props;
  const { t } = useTranslation();
  const unlink = async (bill: Row) => {
    try {
      await onUnlink?.(bill);
      notify({ text: t('transport.unlinked', { no: billName(bill) }), intent: 'success' });
    } catch (error) {
      notifyFailed(error);
    }
  };
  return (
    <section className="fc-plan">
      <div className="fc-plan-head">
        {head}
        <span className="fc-spring" />
        {onAdd && <AddButton onAdd={onAdd}>{t('transport.addBills')}</AddButton>}
      </div>
      {bills.length === 0 ? (
        <NonIdealState title={t('transport.noBills')} description={none} />
      ) : (
        <PartTable<Row>
          label={t('common.bills')}
          schema={linkedBill}
          resource="bill"
          rows={bills}
          fields={fields}
          cells={{
            billNo: (bill) => <Link to={billPath(bill.id)}>{bill.billNo}</Link>,
          }}
          {...(onUnlink
            ? {
                end: (bill: Row) => (
                  <Button
                    size="small"
                    aria-label={t('transport.unlinkOf', { no: billName(bill) })}
                    onClick={() => void unlink(bill)}
                  >
                    {t('transport.unlink')}
                  </Button>
                ),
              }
            : {})}
        />
      )}
    </section>
  );
}
