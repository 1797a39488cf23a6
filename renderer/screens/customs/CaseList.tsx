import { CaseTable } from '../shared/customs/CaseTable';

/** Abnormal cases over all bills. */
export default function CaseList() {
  return <CaseTable />;
}
