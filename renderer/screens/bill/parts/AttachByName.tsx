import { Button, HTMLSelect, HTMLTable } from '@blueprintjs/core';
import { type Attachment, attachmentCategories } from '@contract/bill/attachment';
import { billName } from '@contract/bill/billName';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { desktop, failureOf, takeFile } from '../../../api/bridge';
import { client } from '../../../api/client';
import { invalidate, queryClient } from '../../../api/queries';
import { useSpeech } from '../../../app/language';
import { BusyButton } from '../../../ui/BusyButton';
import { ChoiceSelect } from '../../../ui/Choices';
import { DropZone } from '../../../ui/DropZone';
import { notify, notifyFailed } from '../../../ui/toaster';
import { BillChooser, type NamedBill } from '../../shared/bill/BillChooser';

type Category = Attachment['category'];

/** A file waiting for its bill, which its name or the user determines. */
interface Waiting {
  readonly key: string;
  readonly token: string;
  readonly name: string;
  /** Bills whose numbers are in its name. */
  readonly offered: readonly NamedBill[];
  readonly bill: NamedBill | null;
  readonly category: Category;
  readonly failure: string | null;
}

/**
 * Attaches files to the bills whose numbers are in their names. A file with no number, or several, waits until the user
 * selects a bill; a refused one stays with the reason.
 */
export function AttachByName() {
  const { t } = useTranslation();
  const [files, setFiles] = useState<readonly Waiting[]>([]);
  const [busy, setBusy] = useState(false);
  const change = (key: string, patch: Partial<Waiting>) =>
    setFiles((before) => before.map((file) => (file.key === key ? { ...file, ...patch } : file)));
  const drop = (key: string) => setFiles((before) => before.filter((file) => file.key !== key));

  const add = async (take: () => Promise<readonly { token: string; name: string }[]>) => {
    setBusy(true);
    try {
      const taken = await take();
      if (taken.length === 0) return;
      const matches = await client.attachment.match({ body: { names: taken.map(({ name }) => name) } });
      const added = taken.map(({ token, name }, at): Waiting => {
        const { bills = [], category = null } = matches[at] ?? {};
        const [only, other] = bills;
        return {
          ...{ key: crypto.randomUUID(), token, name, offered: bills, failure: null },
          bill: only && !other ? only : null,
          category: category ?? 'other',
        };
      });
      setFiles((before) => [...before, ...added]);
    } catch (error) {
      notifyFailed(error);
    } finally {
      setBusy(false);
    }
  };

  const ready = files.filter(({ bill }) => bill !== null);
  const send = async () => {
    setBusy(true);
    let done = 0;
    for (const { key, token, bill, category } of ready) {
      if (!bill?.billId) continue;
      try {
        // A retry uses the same key, so that a file that had arrived is not attached twice.
        await client.attachment.upload(
          { params: { id: bill.billId }, query: { category }, file: token },
          { key },
        );
        done += 1;
        drop(key);
      } catch (error) {
        change(key, { failure: failureOf(error).message });
      }
    }
    setBusy(false);
    if (done > 0) notify({ text: t('bill.attachByNameDone', { count: done }), intent: 'success' });
    await invalidate(queryClient, 'attachment');
  };

  return (
    <div className="fc-attach">
      <DropZone
        title={t('bill.attachByName')}
        hint={t('bill.attachByNameHint')}
        choose={t('importing.choose')}
        busy={busy}
        onDrop={(dropped) => void add(() => Promise.all(dropped.map(takeFile)))}
        onChoose={() =>
          void add(async () => {
            const file = await desktop.files.pick({ call: 'attachment.upload' });
            return file ? [file] : [];
          })
        }
      />
      {files.length > 0 && (
        <>
          <HTMLTable compact striped aria-label={t('bill.attachByName')}>
            <tbody>
              {files.map((file) => (
                <WaitingRow
                  key={file.key}
                  file={file}
                  busy={busy}
                  onChange={(patch) => change(file.key, patch)}
                  onDrop={() => drop(file.key)}
                />
              ))}
            </tbody>
          </HTMLTable>
          <div className="fc-buttons">
            <BusyButton
              intent="primary"
              busy={busy}
              disabled={ready.length === 0}
              onClick={() => void send()}
              text={t('bill.attachByNameSend', { count: ready.length })}
            />
            {ready.length < files.length && (
              <span className="fc-muted">
                {t('bill.attachByNameOpen', { count: files.length - ready.length })}
              </span>
            )}
          </div>
        </>
      )}
    </div>
  );
}

/** A waiting file with its bill, its category, and the reason if it was refused. */
function WaitingRow(props: {
  file: Waiting;
  busy: boolean;
  onChange: (patch: Partial<Waiting>) => void;
  onDrop: () => void;
}) {
  const { file, busy, onChange, onDrop } = props;
  const { t } = useTranslation();
  const speech = useSpeech();
  return (
    <tr>
      <td>
        {file.name}
        {file.failure && (
          <p role="alert" className="fc-late">
            {file.failure}
          </p>
        )}
        <WhichBill file={file} onChoose={(bill) => onChange({ bill })} />
        <ChoiceSelect
          aria-label={`${speech.label('category')}: ${file.name}`}
          value={file.category}
          options={attachmentCategories.map((value) => ({
            value,
            label: speech.choice('attachmentCategory', value),
          }))}
          onChange={(category) => onChange({ category })}
        />
        <Button
          size="small"
          variant="minimal"
          disabled={busy}
          aria-label={`${t('bill.attachByNameDrop')}: ${file.name}`}
          onClick={onDrop}
        >
          {t('bill.attachByNameDrop')}
        </Button>
      </td>
    </tr>
  );
}

/** Bill of a file: from its name, selected among several, or any bill if the name has none. */
function WhichBill({ file, onChoose }: { file: Waiting; onChoose: (bill: NamedBill | null) => void }) {
  const { t } = useTranslation();
  const { key, name, offered, bill } = file;
  const [only, other] = offered;
  if (only && !other) return <p className="fc-muted">{billName(only)}</p>;
  if (!only) return <BillChooser id={`attach-${key}`} bill={bill} onChoose={onChoose} />;
  return (
    <HTMLSelect
      fill
      aria-label={`${t('bill.attachmentBill')}: ${name}`}
      value={bill?.billId ?? ''}
      options={[
        { value: '', label: t('common.pleaseSelect') },
        ...offered.map((one) => ({ value: String(one.billId), label: billName(one) })),
      ]}
      onChange={({ target }) =>
        onChoose(offered.find(({ billId }) => String(billId) === target.value) ?? null)
      }
    />
  );
}
