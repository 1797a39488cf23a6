import { CaseTable } from './parts/CaseTable';

/** Abnormal cases over all bills. */
export default function CaseList() {
  return <CaseTable />;
}
