import { Button, Callout, NonIdealState } from '@blueprintjs/core';
import { isId } from '@contract/lenient';
import { refusalOf } from '@contract/machine';
import { draftOf as draftSchemaOf, freshOf } from '@contract/resource';
import { isfMissing } from '@contract/rules/isfMissing';
import { type IsfDraft, isfMachine, type SeaIsf, seaIsf } from '@contract/sea/seaIsf';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams, useSearchParams } from 'react-router-dom';
import { client } from '../../api/client';
import { invalidate, queryClient, read } from '../../api/queries';
import { useData, usePart } from '../../api/unshownFailures';
import { useSpeech } from '../../app/language';
import { useTabPath } from '../../app/TabFrame';
import { closeTab } from '../../app/tabs';
import { idIn } from '../../kinds/recordId';
import { NotLoaded } from '../../resource/Answered';
import { type FormInside, RecordForm } from '../../resource/RecordForm';
import { RecordLoader } from '../../resource/RecordLoader';
import { recordValues } from '../../resource/recordValues';
import type { Values } from '../../resource/useRecordForm';
import { Skeleton } from '../../ui/Loading';
import { buttonsOf, useOffered } from '../../ui/shortcuts';
import { notify, notifyFailed } from '../../ui/toaster';
import { ISF_LIST, isfPath } from '../shared/sea/isfScreen';
import { FiledDifference } from './parts/FiledDifference';
import { useIsfGroups } from './parts/isfGroups';
import { MissingPanel } from './parts/MissingPanel';

/** Form of an ISF: a new one, prefilled if the path names a sea bill, or an existing one. */
export default function IsfForm() {
  const { id: given } = useParams();
  const id = idIn(given);
  if (given === undefined) return <NewIsf />;
  return (
    <RecordLoader
      query={id === null ? null : read('seaIsf', 'get', { params: { id } })}
      list={ISF_LIST}
      title={({ isfNo }) => isfNo}
      still
    >
      {(isf) => <EditIsf isf={isf} />}
    </RecordLoader>
  );
}

function NewIsf() {
  const [search] = useSearchParams();
  const seaBillId = idIn(search.get('seaBillId'));
  const { data, error, retry } = usePart({
    ...read('seaIsf', 'prefill', { query: { seaBillId: seaBillId ?? 0 } }),
    enabled: seaBillId !== null,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (seaBillId === null) return <Form initial={freshOf(seaIsf)} draft="seaIsf/new" />;
  if (error && !data) return <NotLoaded error={error} onRetry={retry} />;
  if (!data) return <Skeleton lines={14} />;
  return <Form initial={data as Values} draft={`seaIsf/new/${seaBillId}`} />;
}

function EditIsf({ isf }: { isf: SeaIsf }) {
  const { t } = useTranslation();
  const speech = useSpeech();
  const navigate = useNavigate();
  const refused = refusalOf(isfMachine, 'update', {
    ...isf,
    ...{ arrived: false, entryFiled: false, submitter: false, decides: 'no' as const },
  });
  if (refused)
    return (
      <NonIdealState
        title={speech.message(refused)}
        action={<Button onClick={() => navigate(isfPath(isf.id))}>{t('sea.openIsf')}</Button>}
      />
    );
  return <Form isf={isf} initial={recordValues(isf, seaIsf.draft)} draft={`seaIsf/${isf.id}`} />;
}

const schema = draftSchemaOf(seaIsf.row, seaIsf.draft);

function Form({ isf, initial, draft }: { isf?: SeaIsf; initial: Values; draft: string }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const path = useTabPath();
  const [isfType, setIsfType] = useState<unknown>(initial.isfType);
  const groups = useIsfGroups(isfType);
  const amends = isf?.standing !== null && isf !== undefined;
  const filed = useData({
    ...read('seaIsf', 'filed', { params: { id: isf?.id ?? 0 } }),
    enabled: amends,
  });
  const leave = (id?: number) => {
    const to = id === undefined ? ISF_LIST : isfPath(id);
    closeTab(path, to);
    navigate(to, { replace: true });
  };
  return (
    <section className="fc-form-screen fc-filing-form">
      <h1>{isf ? `${t(amends ? 'sea.amendIsf' : 'sea.editIsf')} ${isf.isfNo}` : t('sea.addIsf')}</h1>
      <RecordForm
        resource="seaIsf"
        row={seaIsf.row}
        schema={schema}
        groups={groups}
        initial={initial}
        draft={draft}
        hints={{
          hblNo: t('sea.isfHintHbl'),
          amsBillNo: t('sea.isfHintAms'),
          actionReason: t('sea.isfHintReason'),
        }}
        watch={(values) => setIsfType(values.isfType)}
        more={(form) => (
          <>
            {amends && filed && (
              <section className="fc-form-group" aria-label={t('sea.changes')}>
                <h3>{t('sea.changes')}</h3>
                <FiledDifference
                  row={seaIsf.row}
                  resource="seaIsf"
                  filed={filed}
                  now={form.values}
                  fields={seaIsf.draft}
                />
              </section>
            )}
            <div className="fc-filing-foot" data-over>
              <FromBill form={form} known={initial.seaBillId} />
              <MissingPanel
                row={seaIsf.row}
                resource="seaIsf"
                missing={isfMissing(form.values as unknown as IsfDraft)}
                idOf={form.idOf}
              />
            </div>
          </>
        )}
        save={(values, key) =>
          isf
            ? client.seaIsf.update({ params: { id: isf.id }, body: values })
            : client.seaIsf.create({ body: values }, { key })
        }
        onSaved={(saved) => {
          notify({ text: t('common.saved'), intent: 'success' });
          void invalidate(queryClient, 'seaIsf');
          void invalidate(queryClient, 'seaBill');
          leave(saved.id);
        }}
        onCancel={() => leave(isf?.id)}
      />
    </section>
  );
}

const isBlank = (value: unknown) =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

/** Button that fills empty fields from another sea bill; typed values stay. */
function FromBill({ form, known }: { form: FormInside; known: unknown }) {
  const { t } = useTranslation();
  const [taken, setTaken] = useState(known);
  const place = useRef<HTMLDivElement>(null);
  // The button is at the end of the form, far from the bill's field at its start, so the palette offers it too.
  useOffered(() => buttonsOf(place.current));
  const { seaBillId } = form.values;
  if (!isId(seaBillId) || seaBillId === taken) return null;
  const take = async () => {
    try {
      const found = (await queryClient.fetchQuery(
        read('seaIsf', 'prefill', { query: { seaBillId } }),
      )) as Values;
      for (const [name, value] of Object.entries(found))
        if (isBlank(form.values[name]) && !isBlank(value)) form.set(name, value);
      setTaken(seaBillId);
    } catch (error) {
      notifyFailed(error);
    }
  };
  return (
    <div ref={place}>
      <Callout compact intent="primary" className="fc-banner">
        {t('sea.fillFromBillHint')}{' '}
        <Button size="small" onClick={() => void take()}>
          {t('sea.fillFromBill')}
        </Button>
      </Callout>
    </div>
  );
}
