import { FycoTable } from '../shared/customs/FycoTable';

/** Inspections over all bills. */
export default function FycoList() {
  return <FycoTable />;
}
