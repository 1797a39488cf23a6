import { useSearchParams } from 'react-router-dom';
import { idIn } from '../../kinds/recordId';
import { FileWizard } from '../shared/bill/FileWizard';

/** Costs of bills from a file; with what came back of another file, where the path says so. */
export default function CostImport() {
  const [search] = useSearchParams();
  const job = search.get('job');
  return <FileWizard kind="bill_cost" jobId={idIn(job)} />;
}
