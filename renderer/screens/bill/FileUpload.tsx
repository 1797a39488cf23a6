import { fileKindNames, isSeaKind, isToolKind, recordsOf } from '@contract/files/fileKindNames';
import { useSearchParams } from 'react-router-dom';
import { Redirect } from '../../app/Redirect';
import { idIn } from '../../kinds/recordId';
import { FileWizard } from '../shared/bill/FileWizard';
import { uploadPath } from '../shared/bill/UploadMenu';

/** Upload of a file of one kind; the path may name a bill, or a job whose returned rows are corrected. */
export default function FileUpload() {
  const [search] = useSearchParams();
  const kind = fileKindNames.find((name) => name === search.get('kind'));
  if (!kind) return <Redirect to="/bill/files" />;
  if (recordsOf(kind) || isToolKind(kind) || isSeaKind(kind) || kind === 'bill_cost')
    return <Redirect to={uploadPath(kind)} />;
  return <FileWizard kind={kind} billId={idIn(search.get('bill'))} jobId={idIn(search.get('job'))} />;
}
