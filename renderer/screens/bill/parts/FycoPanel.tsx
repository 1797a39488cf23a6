import { type Bill, billMachine } from '@contract/bill/bill';
import { useMemo } from 'react';
import { FycoTable } from '../../shared/customs/FycoTable';

/** The inspections of one bill. */
export function FycoPanel({ bill }: { bill: Bill }) {
  const { id, landingAirportId } = bill;
  const open = billMachine.always.every(({ guard }) => !guard(bill));
  const scope = useMemo(() => ({ id, landingAirportId, open }), [id, landingAirportId, open]);
  return <FycoTable bill={scope} />;
}
