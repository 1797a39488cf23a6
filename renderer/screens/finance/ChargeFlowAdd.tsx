import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { read } from '../../api/queries';
import { useTabPath } from '../../app/TabFrame';
import { closeTab } from '../../app/tabs';
import type { PlainRow } from '../../resource/ListScreen';
import { PlainForm } from '../../resource/PlainForm';
import { RecordFromQuery } from '../../resource/RecordLoader';
import { chargeFlowScreen, FLOW_LIST } from './parts/chargeFlowScreen';

/** Form of a new or existing charge flow. */
export default function ChargeFlowAdd() {
  const { t } = useTranslation();
  const [search] = useSearchParams();
  if (search.get('id') === null) return <Form editing="new" title={t('finance.addFlow')} />;
  return (
    <RecordFromQuery
      query={(id) => read('chargeFlow', 'get', { params: { id } })}
      list={FLOW_LIST}
      title={({ code }) => code}
      still
    >
      {(flow) => <Form editing={flow} title={flow.code} />}
    </RecordFromQuery>
  );
}

function Form({ editing, title }: { editing: PlainRow | 'new'; title: string }) {
  const navigate = useNavigate();
  const path = useTabPath();
  const leave = () => {
    closeTab(path);
    navigate(FLOW_LIST, { replace: true });
  };
  return (
    <section className="fc-form-screen">
      <h1>{title}</h1>
      <PlainForm screen={chargeFlowScreen} editing={editing} onDone={leave} />
    </section>
  );
}
