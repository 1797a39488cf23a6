import { type Bill, billMachine } from '@contract/bill/bill';
import { useMemo } from 'react';
import { CaseTable } from '../../shared/customs/CaseTable';

/** The abnormal cases of one bill. */
export function CasePanel({ bill }: { bill: Bill }) {
  const { id, billNo, batchNo } = bill;
  const open = billMachine.always.every(({ guard }) => !guard(bill));
  const scope = useMemo(() => ({ id, billNo, batchNo, open }), [id, billNo, batchNo, open]);
  return <CaseTable bill={scope} />;
}
