import { Button, Checkbox, InputGroup } from '@blueprintjs/core';
import { billName } from '@contract/bill/billName';
import { type PlannedBill, plannedBill } from '@contract/scheduling/parts';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Question } from '../../../api/answers';
import { failureOf } from '../../../api/bridge';
import { usePart } from '../../../api/unshownFailures';
import { useNumber } from '../../../kinds/NumberInput';
import { NotLoaded } from '../../../resource/Answered';
import { AppDialog } from '../../../ui/AppDialog';
import { ErrorText } from '../../../ui/Failed';
import { Skeleton } from '../../../ui/Loading';
import { PartTable } from './PartTable';

/** Booking of a bill, as typed. */
export interface BookingDraft {
  readonly kg: string;
  readonly positions: string;
}

const FIELDS = ['billNo', 'batchNo', 'customerId', 'boxCount', 'packageCount', 'kg', 'stage', 'eta'] as const;
/** Columns if space is booked: kilograms are an input then. */
const WITH_SPACE = FIELDS.filter((name) => name !== 'kg' && name !== 'packageCount');

/** Dialog that selects bills, found by any part of their numbers; for a flight, with the space booked for each. */
export function AddBills(props: {
  readonly title: string;
  readonly query: Question<PlannedBill[]>;
  readonly none: string;
  /** Free kilograms, if space is booked. */
  readonly free?: number;
  /** True if only one bill can be selected. */
  readonly only?: boolean;
  /** Links the bills; a thrown error is shown here. */
  readonly onLink: (bills: ReadonlyMap<number, BookingDraft>) => Promise<void>;
  readonly onClose: () => void;
}) {
  const { title, query, none, free, only: single = false, onLink, onClose } = props;
  const { t } = useTranslation();
  const number = useNumber(1);
  const [chosen, setChosen] = useState<ReadonlyMap<number, BookingDraft>>(new Map());
  const [keyword, setKeyword] = useState('');
  const [failure, setFailure] = useState<string | undefined>();
  const { data, error, retry } = usePart(query);
  const found = useMemo(() => {
    const words = keyword.replaceAll(/[\s-]/g, '').toUpperCase();
    return (data ?? []).filter(
      ({ id, billNo, batchNo }) =>
        chosen.has(id) || `${billNo}${batchNo}`.replaceAll('-', '').includes(words),
    );
  }, [data, keyword, chosen]);
  const toggle = ({ id, kg }: PlannedBill) => {
    const next = new Map(single && !chosen.has(id) ? [] : chosen);
    if (!next.delete(id)) next.set(id, { kg: String(kg), positions: '0' });
    setChosen(next);
  };
  /** Selects the remaining bill if there is exactly one. */
  const takeOnly = () => {
    const [only, ...others] = found.filter(({ id }) => !chosen.has(id));
    if (!only || others.length > 0) return false;
    toggle(only);
    setKeyword('');
    return true;
  };
  // Enter pressed before the bills are loaded waits for them.
  const [early, setEarly] = useState(false);
  useEffect(() => {
    if (!early || !data) return;
    setEarly(false);
    takeOnly();
  });
  const send = async () => {
    if (chosen.size === 0) return;
    setFailure(undefined);
    try {
      await onLink(chosen);
      onClose();
    } catch (thrown) {
      setFailure(failureOf(thrown).message);
    }
  };
  const wanted = [...chosen.values()].reduce((sum, { kg }) => sum + (Number(kg) || 0), 0);
  return (
    <AppDialog
      wide
      title={title}
      onClose={onClose}
      onSubmit={() => void send()}
      actions={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button type="submit" intent="primary" disabled={chosen.size === 0}>
            {t('transport.linkCount', { count: chosen.size })}
          </Button>
        </>
      }
    >
      <ErrorText text={failure} />
      <div className="fc-plan">
        <div className="fc-plan-head">
          <InputGroup
            autoFocus
            aria-label={t('transport.findBill')}
            placeholder={t('transport.findBill')}
            value={keyword}
            onValueChange={(typed) => {
              setKeyword(typed);
              setEarly(false);
            }}
            onKeyDown={(event) => {
              // Enter submits only once something is selected.
              if (event.key !== 'Enter' || !keyword) return;
              if (data ? takeOnly() : chosen.size === 0) event.preventDefault();
              setEarly(!data);
            }}
          />
          {free !== undefined && (
            <span className={wanted > free ? 'fc-node-failed' : 'fc-muted'} role="status">
              {t('transport.wantedOf', { wanted: number(wanted), free: number(free) })}
            </span>
          )}
        </div>
        {error && !data ? (
          <NotLoaded error={error} onRetry={retry} />
        ) : !data ? (
          <Skeleton lines={4} />
        ) : data.length === 0 ? (
          <p>{none}</p>
        ) : (
          <BillsToBook
            label={title}
            bills={found.slice(0, 60)}
            chosen={chosen}
            booksSpace={free !== undefined}
            onToggle={toggle}
            onBook={(id, part) => {
              const known = chosen.get(id);
              if (known) setChosen(new Map(chosen).set(id, { ...known, ...part }));
            }}
          />
        )}
      </div>
    </AppDialog>
  );
}

/** Bills to select; where space is booked, with the kilograms and positions for each. */
function BillsToBook(props: {
  label: string;
  bills: readonly PlannedBill[];
  chosen: ReadonlyMap<number, BookingDraft>;
  booksSpace: boolean;
  onToggle: (bill: PlannedBill) => void;
  onBook: (id: number, part: Partial<BookingDraft>) => void;
}) {
  const { label, bills, chosen, booksSpace, onToggle, onBook } = props;
  const { t } = useTranslation();
  const space = (bill: PlannedBill) => (
    <span className="fc-plan-head">
      <InputGroup
        className="fc-plan-number"
        aria-label={t('transport.kgOf', { no: billName(bill) })}
        disabled={!chosen.has(bill.id)}
        value={chosen.get(bill.id)?.kg ?? String(bill.kg)}
        rightElement={<span className="fc-unit">kg</span>}
        onValueChange={(kg) => onBook(bill.id, { kg })}
      />
      <InputGroup
        className="fc-plan-number"
        aria-label={t('transport.positionsOf', { no: billName(bill) })}
        disabled={!chosen.has(bill.id)}
        value={chosen.get(bill.id)?.positions ?? '0'}
        rightElement={<span className="fc-unit">{t('transport.positionsUnit')}</span>}
        onValueChange={(positions) => onBook(bill.id, { positions })}
      />
    </span>
  );
  return (
    <PartTable<PlannedBill>
      label={label}
      schema={plannedBill}
      resource="bill"
      rows={bills}
      fields={booksSpace ? WITH_SPACE : FIELDS}
      start={(bill) => (
        <Checkbox
          className="fc-bare-check"
          aria-label={billName(bill)}
          checked={chosen.has(bill.id)}
          onChange={() => onToggle(bill)}
        />
      )}
      {...(booksSpace ? { end: space } : {})}
    />
  );
}
