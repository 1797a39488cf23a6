import { useSearchParams } from 'react-router-dom';
import { FileWizard } from '../bill/parts/FileWizard';

/** Costs of bills from a file; with what came back of another file, where the path says so. */
export default function CostImport() {
  const [search] = useSearchParams();
  const job = search.get('job');
  return <FileWizard kind="bill_cost" jobId={job && /^\d+$/.test(job) ? Number(job) : null} />;
}
