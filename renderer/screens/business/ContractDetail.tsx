import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import { read } from '../../api/queries';
import { idIn, OneRecord } from '../../resource/OneRecord';
import { StateTag } from '../../ui/StateTag';
import { contractScreen, endsIn } from './parts/contractScreen';
import { DocumentScreen } from './parts/DocumentScreen';
import { listOf } from './parts/documents';

/** One contract: with whom, for how long, its papers, and how it was approved. */
export default function ContractDetail() {
  const { t } = useTranslation();
  const id = idIn(useParams().id);
  return (
    <OneRecord
      ask={id === null ? null : read('contract', 'get', { params: { id } })}
      list={listOf.contract}
      title={({ contractNo }) => contractNo}
    >
      {(contract) => {
        const count = endsIn(contract);
        return (
          <DocumentScreen
            group="contract"
            screen={contractScreen}
            row={contract}
            subtitle={contract.title}
            files={contract.fileCount}
            badges={
              count !== undefined && <StateTag tone="warning">{t('business.endsSoon', { count })}</StateTag>
            }
          />
        );
      }}
    </OneRecord>
  );
}
