import './parts/cmr.css';
import { cmrDraft, cmrRow } from '@contract/linehaul/cmr';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { client } from '../../api/client';
import { invalidate, queryClient } from '../../api/queries';
import { useTabPath } from '../../app/TabFrame';
import { closeTab } from '../../app/tabs';
import { RecordForm } from '../../resource/RecordForm';
import { notify } from '../../ui/toaster';
import { newCmr, useCmrGroups, useCmrHints } from './parts/cmrForm';

/** Form of a new consignment note; its pallets are added afterwards. */
export default function CmrAdd() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const path = useTabPath();
  return (
    <section className="fc-form-screen fc-cmr-form">
      <h1>{t('cmr.add')}</h1>
      <RecordForm
        resource="cmr"
        row={cmrRow}
        schema={cmrDraft}
        groups={useCmrGroups()}
        initial={newCmr}
        draft="cmr/new"
        hints={useCmrHints()}
        save={(values, key) => client.cmr.create({ body: values }, { key })}
        onSaved={(cmr) => {
          notify({ text: t('common.saved'), intent: 'success' });
          void invalidate(queryClient, 'cmr');
          const to = `/config/cmr/detail/${cmr.id}`;
          closeTab(path, to);
          navigate(to, { replace: true });
        }}
      />
    </section>
  );
}
