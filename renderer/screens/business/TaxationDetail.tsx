import { useParams } from 'react-router-dom';
import { read } from '../../api/queries';
import { idIn } from '../../kinds/recordId';
import { RecordLoader } from '../../resource/RecordLoader';
import { listOf } from '../shared/business/documents';
import { DocumentScreen } from './parts/DocumentScreen';
import { taxationScreen } from './parts/taxationScreen';

/** Screen of one tax rate: its charge, its start, and its approval. */
export default function TaxationDetail() {
  const id = idIn(useParams().id);
  return (
    <RecordLoader
      query={id === null ? null : read('taxation', 'get', { params: { id } })}
      list={listOf.taxation}
      title={({ taxNo }) => `${taxNo}`}
    >
      {(rate) => (
        <DocumentScreen
          group="taxation"
          screen={taxationScreen}
          row={rate}
          subtitle={`${rate.countryCode} · ${rate.hsCode}`}
        />
      )}
    </RecordLoader>
  );
}
