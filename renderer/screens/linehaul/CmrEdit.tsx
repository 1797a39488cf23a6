import './parts/cmr.css';
import { Button, NonIdealState } from '@blueprintjs/core';
import { problem } from '@contract/errors';
import { type CmrDetail, cmrDraft, cmrDraftFields, cmrMachine, cmrRow } from '@contract/linehaul/cmr';
import { refusalOf } from '@contract/machine';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router-dom';
import { client } from '../../api/client';
import { invalidate, queryClient, read } from '../../api/queries';
import { useSpeech } from '../../app/language';
import { useTabPath } from '../../app/TabFrame';
import { closeTab } from '../../app/tabs';
import { idIn } from '../../kinds/recordId';
import { RecordForm } from '../../resource/RecordForm';
import { RecordLoader } from '../../resource/RecordLoader';
import { recordValues } from '../../resource/recordValues';
import { notify } from '../../ui/toaster';
import { useCmrGroups, useCmrHints } from './parts/cmrForm';

/** Form for editing a consignment note. */
export default function CmrEdit() {
  const id = idIn(useParams().id);
  return (
    <RecordLoader
      query={id === null ? null : read('cmr', 'get', { params: { id } })}
      list="/config/cmr"
      title={({ cmrNo }) => cmrNo}
      still
    >
      {(cmr) => <EditForm cmr={cmr} />}
    </RecordLoader>
  );
}

const PLACES = ['fromWarehouseId', 'toDestinationId'];

function EditForm({ cmr }: { cmr: CmrDetail }) {
  const { t } = useTranslation();
  const speech = useSpeech();
  const navigate = useNavigate();
  const path = useTabPath();
  const groups = useCmrGroups();
  const hints = useCmrHints();
  const refused = refusalOf(cmrMachine, 'update', cmr);
  const leave = () => {
    const to = `/config/cmr/detail/${cmr.id}`;
    closeTab(path, to);
    navigate(to, { replace: true });
  };
  if (refused)
    return (
      <NonIdealState
        title={speech.message(refused)}
        action={<Button onClick={leave}>{t('cmr.open')}</Button>}
      />
    );
  const fixed = cmr.bills.length > 0 ? PLACES : [];
  const why = Object.fromEntries(fixed.map((name) => [name, speech.message(problem('CMR_PLACES_FIXED'))]));
  return (
    <section className="fc-form-screen fc-cmr-form">
      <h1>
        {t('cmr.edit')} {cmr.cmrNo}
      </h1>
      <RecordForm
        resource="cmr"
        row={cmrRow}
        schema={cmrDraft}
        groups={groups}
        initial={recordValues(cmr, cmrDraftFields)}
        draft={`cmr/${cmr.id}`}
        hints={{ ...hints, ...why }}
        fixed={fixed}
        save={(values) => client.cmr.update({ params: { id: cmr.id }, body: values })}
        onSaved={() => {
          notify({ text: t('common.saved'), intent: 'success' });
          void invalidate(queryClient, 'cmr');
          leave();
        }}
        onCancel={leave}
      />
    </section>
  );
}
