import { usePart } from '../../api/unshownFailures';
import { NotLoaded } from '../../resource/Answered';
import './parts/entry.css';
import { Button, Callout, FormGroup, InputGroup, NonIdealState } from '@blueprintjs/core';
import { refusalOf } from '@contract/machine';
import { draftOf, freshOf } from '@contract/resource';
import { billNo } from '@contract/rules/codes';
import { entryNo } from '@contract/rules/customs';
import { entryMachine, type SeaEntry, seaEntry } from '@contract/sea/seaEntry';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams, useSearchParams } from 'react-router-dom';
import { client } from '../../api/client';
import { invalidate, queryClient, read } from '../../api/queries';
import { useSpeech } from '../../app/language';
import { useTabPath } from '../../app/TabFrame';
import { closeTab } from '../../app/tabs';
import { idIn } from '../../kinds/recordId';
import { RecordForm } from '../../resource/RecordForm';
import { RecordLoader } from '../../resource/RecordLoader';
import { recordValues } from '../../resource/recordValues';
import type { Values } from '../../resource/useRecordForm';
import { Skeleton } from '../../ui/Loading';
import { notify, notifyFailed } from '../../ui/toaster';
import { entryPath } from '../shared/sea/entryScreen';
import { ENTRY_GROUPS, EntryAside } from './parts/entryForm';
import { PerConsignee } from './parts/PerConsignee';

/** Form of an entry: a new one, a draft, or a rejected one. */
export default function EntryAmend() {
  const { id } = useParams();
  if (id === undefined) return <NewEntry />;
  const key = idIn(id);
  return (
    <RecordLoader
      query={key === null ? null : read('seaEntry', 'get', { params: { id: key } })}
      list="/sea/entry"
      title={({ entryNo: no }) => shown(no)}
      still
    >
      {(entry) => <Amend entry={entry} />}
    </RecordLoader>
  );
}

/** Form of a new entry for the bill in the path. */
function NewEntry() {
  const [search] = useSearchParams();
  const seaBillId = idIn(search.get('seaBill'));
  const billId = idIn(search.get('bill'));
  if (seaBillId === null && billId === null) return <Form initial={freshOf(seaEntry)} />;
  return <Prefilled query={seaBillId === null ? { billId: billId ?? 0 } : { seaBillId }} />;
}

function Prefilled({ query }: { query: { seaBillId?: number; billId?: number } }) {
  const { data, error, retry } = usePart({
    ...read('seaEntry', 'prefill', { query }),
    // The user edits the prefilled values, so they are not refetched while the form is open.
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (error && !data) return <NotLoaded error={error} onRetry={retry} />;
  if (!data) return <Skeleton lines={14} />;
  // The ISF that prefilled it is no field of the form; it is found again by the bill.
  return <Form initial={Object.fromEntries(seaEntry.draft.map((name) => [name, data[name] ?? null]))} />;
}

function Amend({ entry }: { entry: SeaEntry }) {
  const { t } = useTranslation();
  const speech = useSpeech();
  const navigate = useNavigate();
  const refused = refusalOf(entryMachine, 'update', { ...entry, submitter: false, decides: 'no' });
  if (refused)
    return (
      <NonIdealState
        title={speech.message(refused)}
        action={<Button onClick={() => navigate(entryPath(entry.id))}>{t('sea.openEntry')}</Button>}
      />
    );
  return <Form entry={entry} initial={recordValues(entry, seaEntry.draft)} />;
}

const shown = (no: string | null) => entryNo.format?.(no ?? '') ?? '';

const schema = draftOf(seaEntry.row, seaEntry.draft);

function Form({ initial, entry }: { initial: Values; entry?: SeaEntry }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const path = useTabPath();
  const air = initial.billId != null && initial.seaBillId == null;
  const leave = (id?: number) => {
    const to = id === undefined ? '/sea/entry' : entryPath(id);
    closeTab(path, to);
    navigate(to, { replace: true });
  };
  return (
    <section className="fc-form-screen fc-entry-form">
      <h1>{entry ? `${t('sea.amendEntry')} ${shown(entry.entryNo)}` : t('sea.addEntry')}</h1>
      {entry?.reason && (
        <Callout compact intent="warning" className="fc-banner">
          {entry.reason}
        </Callout>
      )}
      {entry?.state === 'rejected' && entry.lastAnswer && (
        <Callout compact intent="danger" className="fc-banner">
          {entry.lastAnswer}
        </Callout>
      )}
      {!entry && !air && initial.seaBillId == null && <ByAir />}
      {!entry && air && <PerConsignee billId={Number(initial.billId)} />}
      <RecordForm
        resource="seaEntry"
        row={seaEntry.row}
        schema={schema}
        groups={ENTRY_GROUPS.map(({ title, fields }) => ({
          title: t(title),
          fields: air ? fields.filter((name) => name !== 'seaBillId') : [...fields],
        }))}
        initial={initial}
        hints={{
          entryNo: t('sea.hintEntryNo'),
          seaBillId: t('sea.hintSeaBill'),
          grossWeight: t('sea.hintKg'),
        }}
        draft={
          entry ? `seaEntry/${entry.id}` : `seaEntry/new/${initial.seaBillId ?? ''}/${initial.billId ?? ''}`
        }
        more={(form) => <EntryAside form={form} fresh={!entry} />}
        save={(values, key) =>
          entry
            ? client.seaEntry.update({ params: { id: entry.id }, body: values })
            : client.seaEntry.create({ body: values }, { key })
        }
        onSaved={(saved) => {
          notify({ text: t('common.saved'), intent: 'success' });
          void invalidate(queryClient, 'seaEntry');
          leave(saved.id);
        }}
        onCancel={() => leave(entry?.id)}
      />
    </section>
  );
}

/** Creates an entry by air from the waybill of its bill. */
function ByAir() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const id = useId();
  const [typed, setTyped] = useState('');
  const find = async () => {
    const no = billNo.normalise(typed);
    const { list } = await client.bill.list({ query: { billNo: [no], pageSize: 1 } as never });
    const [found] = list;
    if (found) navigate(`/sea/entry/add?bill=${found.id}`, { replace: true });
    else notify({ text: t('sea.noAirBill', { no }), intent: 'warning' });
  };
  return (
    <form
      className="fc-entry-air"
      onSubmit={(event) => {
        event.preventDefault();
        if (typed.trim()) void find().catch(notifyFailed);
      }}
    >
      <FormGroup label={t('sea.airBill')} labelFor={id} inline>
        <InputGroup
          id={id}
          value={typed}
          onValueChange={setTyped}
          rightElement={<Button type="submit">{t('sea.takeOver')}</Button>}
        />
      </FormGroup>
    </form>
  );
}
