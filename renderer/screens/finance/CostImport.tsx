import { useSearchParams } from 'react-router-dom';
import { idIn } from '../../kinds/recordId';
import { FileWizard } from '../shared/bill/FileWizard';

/** Import of bills' costs from a file; the path may name a job whose returned rows are corrected. */
export default function CostImport() {
  const [search] = useSearchParams();
  const job = search.get('job');
  return <FileWizard kind="bill_cost" jobId={idIn(job)} />;
}
