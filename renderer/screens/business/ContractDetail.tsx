import { useParams } from 'react-router-dom';
import { read } from '../../api/queries';
import { idIn } from '../../kinds/recordId';
import { RecordLoader } from '../../resource/RecordLoader';
import { listOf } from '../shared/business/documents';
import { contractScreen } from './parts/contractScreen';
import { DocumentScreen } from './parts/DocumentScreen';

/** Screen of one contract: its party, its term, its files, and its approval. */
export default function ContractDetail() {
  const id = idIn(useParams().id);
  return (
    <RecordLoader
      query={id === null ? null : read('contract', 'get', { params: { id } })}
      list={listOf.contract}
      title={({ contractNo }) => contractNo}
    >
      {(contract) => (
        <DocumentScreen
          group="contract"
          screen={contractScreen}
          row={contract}
          subtitle={contract.title}
          files={contract.fileCount}
        />
      )}
    </RecordLoader>
  );
}
