import { useParams } from 'react-router-dom';
import { read } from '../../api/queries';
import { idIn } from '../../kinds/recordId';
import { RecordLoader } from '../../resource/RecordLoader';
import { CountResult } from './parts/CountResult';
import { CountStation } from './parts/CountStation';

/** A count of the stock: scanning while it is open, its differences once it is closed. */
export default function StockCountDetail() {
  const id = idIn(useParams().id);
  return (
    <RecordLoader
      query={id === null ? null : read('stockCount', 'get', { params: { id } })}
      list="/warehouse/count"
      title={({ countNo }) => countNo}
    >
      {(count) => (count.state === 'open' ? <CountStation count={count} /> : <CountResult count={count} />)}
    </RecordLoader>
  );
}
