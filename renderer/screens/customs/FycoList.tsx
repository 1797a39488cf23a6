import { FycoTable } from './parts/FycoTable';

/** Inspections over all bills. */
export default function FycoList() {
  return <FycoTable />;
}
