import { useData, usePart } from '../../../api/unshownFailures';
import { NotLoaded } from '../../../resource/Answered';
import './letters.css';
import '../../shared/config/mail.css';
import { Button, Callout, HTMLSelect, HTMLTable } from '@blueprintjs/core';
import { billName } from '@contract/bill/billName';
import { metaOf } from '@contract/fields';
import { refusalOf } from '@contract/machine';
import {
  type Letter,
  type LetterAction,
  letterEdits,
  letterMachines,
  letterStates,
  type NoaMail,
  taxProblem,
  type UtbMail,
} from '@contract/mail/letter';
import { permit } from '@contract/permissions';
import { patchOf } from '@contract/resource';
import { type LetterField, letterFields } from '@contract/rules/letterReading';
import { type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { client } from '../../../api/client';
import { invalidate, queryClient, read } from '../../../api/queries';
import { useAllowed, usePermits } from '../../../app/guard';
import { useSpeech } from '../../../app/language';
import { useSaveFile } from '../../../app/useSaveFile';
import { ownTime } from '../../../app/zone';
import { fieldCell } from '../../../kinds';
import { targetsOf, useLookups } from '../../../kinds/lookups';
import { RecordForm } from '../../../resource/RecordForm';
import { recordValues } from '../../../resource/recordValues';
import { StateActions } from '../../../resource/StateActions';
import { Skeleton } from '../../../ui/Loading';
import { SidePanel } from '../../../ui/SidePanel';
import { StateTag, toneOf } from '../../../ui/StateTag';
import { useShortcuts } from '../../../ui/shortcuts';
import { notify, notifyFailed } from '../../../ui/toaster';
import { billPath } from '../../shared/bill/billPath';
import type { InboxSpec } from './inboxSpec';
import { MatchDialog } from './MatchDialog';

interface ExtractedValue {
  readonly field: LetterField;
  readonly text: string;
  readonly problem: string | null;
}
type Detail = Letter & {
  readonly text: string;
  readonly taken: readonly ExtractedValue[];
  readonly files: readonly { fileId: string; fileName: string; size: number }[];
  readonly leftOut: readonly string[];
  readonly candidates: readonly {
    id: number;
    billNo: string;
    batchNo: string;
    boxCount: number;
    customerId: number;
  }[];
};

interface Props<Row extends Letter> {
  readonly spec: InboxSpec<Row>;
  readonly id: number | null;
  readonly onProcess: (letter: Letter) => void;
  readonly onAct: (action: 'ignore' | 'restore' | 'reopen', id: number) => void;
  readonly onNext: () => void;
  readonly onClose: () => void;
}

/** Side panel of one email: the extracted values beside its text, and the actions. */
export function LetterDrawer<Row extends Letter>(props: Props<Row>) {
  const { spec, id, onClose } = props;
  const { t } = useTranslation();
  const { data, error, retry } = usePart({
    ...read(spec.group, 'get', { params: { id: id ?? 1 } }),
    enabled: id !== null,
  });
  const letter = id !== null && data?.id === id ? data : undefined;
  return (
    <SidePanel
      isOpen={id !== null}
      width={720}
      title={letter ? letter.subject || t('letters.noSubject') : '…'}
      onClose={onClose}
    >
      {error && !data ? (
        <NotLoaded error={error} onRetry={retry} />
      ) : letter ? (
        <LetterContent key={letter.id} {...props} letter={letter} />
      ) : (
        <Skeleton lines={10} />
      )}
    </SidePanel>
  );
}

function LetterContent<Row extends Letter>({
  spec,
  letter,
  onProcess,
  onAct,
  onNext,
}: Props<Row> & { letter: Detail }) {
  const { kind, group } = spec;
  const { t } = useTranslation();
  const speech = useSpeech();
  const { permits } = usePermits();
  const machine = letterMachines[kind];
  const mayEdit = useAllowed(machine.actions.update.permission);
  const [doing, setDoing] = useState<'update' | 'match' | 'assign' | null>(null);
  const allowed = (action: LetterAction) => refusalOf(machine, action, letter) === undefined;
  const write = async (work: () => Promise<unknown>) => {
    try {
      await work();
      setDoing(null);
    } catch (error) {
      notifyFailed(error);
    }
    await invalidate(queryClient, group);
  };
  const act = (action: LetterAction) => {
    if (action === 'process') onProcess(letter);
    else if (action === 'ignore' || action === 'restore' || action === 'reopen') onAct(action, letter.id);
    else setDoing(action);
  };
  const version = letter.version;
  useShortcuts([{ combo: 'n', label: t('letters.next'), run: onNext }]);
  const head = useRef<HTMLDivElement>(null);
  // After processing the previous email, its button is gone: focus the one of this email.
  useLayoutEffect(() => {
    if (document.activeElement === document.body)
      head.current?.querySelector<HTMLElement>('.bp6-intent-primary:enabled')?.focus();
  }, []);
  return (
    <div className="fc-drawer">
      <div className="fc-drawer-head" ref={head}>
        <StateTag tone={toneOf(letterStates, letter.status)}>
          {speech.state('letter', letter.status)}
        </StateTag>
        <BillOf letter={letter} />
        <span className="fc-spring" />
        <StateActions
          machine={machine}
          row={letter}
          first={['process', 'match']}
          all={['process', 'match', 'assign', 'update', 'ignore', 'restore', 'reopen']}
          allows={(action) =>
            (permits?.allows(machine.actions[action].permission) ?? false) &&
            // Actions that the state rules out for good are not offered.
            (action === 'process' || allowed(action))
          }
          onAct={act}
        />
        <Button variant="minimal" onClick={onNext}>
          {t('letters.next')}
        </Button>
      </div>
      <p className="fc-muted">
        {letter.mailFrom} · {ownTime(letter.receivedAt)}
        {letter.mailTo && ` · ${speech.pair(speech.label('mailTo'), letter.mailTo)}`}
      </p>
      {letter.status === 'ignored' && letter.ignoreReason && (
        <Callout compact>{speech.pair(speech.label('ignoreReason'), letter.ignoreReason)}</Callout>
      )}
      {letter.status === 'received' && <Callout compact>{t('letters.unrecognised')}</Callout>}
      {kind === 'noa' && <Difference letter={letter as NoaMail} />}
      {kind === 'utb' && <Sum letter={letter as UtbMail} />}
      {doing === 'assign' && mayEdit && (
        <Assign
          group={group}
          kind={kind}
          onChosen={(mailboxId) =>
            void write(() =>
              client[group].assign({ params: { id: letter.id }, body: { version, mailboxId } }),
            )
          }
          onCancel={() => setDoing(null)}
        />
      )}
      {doing === 'update' ? (
        <Edit spec={spec} letter={letter} onDone={() => setDoing(null)} />
      ) : (
        <ReadFields spec={spec} letter={letter} />
      )}
      <h2>{speech.label('text')}</h2>
      <pre className="fc-mail-text" data-testid="letter-text">
        <Marked text={letter.text} found={letter.taken.map(({ text }) => text)} />
      </pre>
      <Files group={group} letter={letter} />
      {doing === 'match' && (
        <MatchDialog
          letter={letter}
          onClose={() => setDoing(null)}
          onBill={(billId) =>
            void write(() => client[group].match({ params: { id: letter.id }, body: { version, billId } }))
          }
        />
      )}
    </div>
  );
}

function BillOf({ letter }: { letter: Letter }) {
  const mayLook = useAllowed(permit('bill.manage.view'));
  if (letter.billId === null) return null;
  const no = billName(letter);
  return mayLook ? <Link to={billPath(letter.billId)}>{no}</Link> : <span>{no}</span>;
}

/** Difference between the count of a notice and that of its waybill. */
function Difference({ letter: { difference, pieces, boxCount } }: { letter: NoaMail }) {
  const { t } = useTranslation();
  if (!difference || pieces === null || boxCount === null) return null;
  return (
    <Callout compact intent="warning">
      {t('letters.difference', { noa: pieces, boxes: boxCount })}
    </Callout>
  );
}

function Sum({ letter }: { letter: UtbMail }) {
  const speech = useSpeech();
  const wrong = taxProblem(letter);
  return wrong ? (
    <Callout compact intent="warning">
      {speech.message(wrong)}
    </Callout>
  ) : null;
}

/** Extracted values by field: the original text, its meaning, and its problem. */
function ReadFields<Row extends Letter>({ spec, letter }: { spec: InboxSpec<Row>; letter: Detail }) {
  const { t } = useTranslation();
  const speech = useSpeech();
  const fields = [
    ...letterFields[spec.kind],
    ...(spec.kind === 'noa' ? (['cargoStationId'] as const) : []),
    'mailboxId' as const,
  ];
  const metas = fields.map((field) => metaOf(spec.row.shape[field]));
  const lookups = useLookups(targetsOf(metas));
  return (
    <HTMLTable compact striped className="fc-letter-read">
      <thead>
        <tr>
          <th>{t('common.field')}</th>
          <th>{t('letters.inMail')}</th>
          <th>{t('letters.means')}</th>
        </tr>
      </thead>
      <tbody>
        {fields.map((field, index) => {
          const found = letter.taken.find((one) => one.field === field);
          const meta = metas[index];
          const shown: ReactNode =
            meta && fieldCell(field, meta, { speech, lookups, row: letter, long: true });
          return (
            <tr key={field}>
              <th scope="row">{speech.label(field, spec.group)}</th>
              <td>{found ? found.text : <span className="fc-muted">{t('mail.tryNothing')}</span>}</td>
              <td>
                {found?.problem && field === 'statedBillNo' ? null : shown}
                {found?.problem && <div className="fc-letter-wrong">{found.problem}</div>}
              </td>
            </tr>
          );
        })}
      </tbody>
    </HTMLTable>
  );
}

function Edit<Row extends Letter>(props: { spec: InboxSpec<Row>; letter: Detail; onDone: () => void }) {
  const { spec, letter, onDone } = props;
  const { t } = useTranslation();
  const speech = useSpeech();
  const names: readonly string[] = letterEdits[spec.kind];
  return (
    <RecordForm<Letter>
      resource={spec.group}
      row={spec.row}
      schema={patchOf(spec.row, names)}
      groups={[{ title: speech.action('letter', 'update'), fields: names }]}
      initial={recordValues(letter, names)}
      about={{ landingAirportId: letter.landingAirportId }}
      draft={`${spec.group}/${letter.id}`}
      save={(values) =>
        client[spec.group].update({ params: { id: letter.id }, body: values as never }) as Promise<Letter>
      }
      onSaved={() => {
        notify({ text: t('common.saved'), intent: 'success' });
        void invalidate(queryClient, spec.group);
        onDone();
      }}
      onCancel={onDone}
    />
  );
}

function Assign(props: {
  group: 'noaMail' | 'utbMail';
  kind: 'noa' | 'utb';
  onChosen: (mailboxId: number) => void;
  onCancel: () => void;
}) {
  const { kind, onChosen, onCancel } = props;
  const { t } = useTranslation();
  const speech = useSpeech();
  const id = useId();
  const data = useData(read('mailbox', 'all'));
  const boxes = (data ?? []).filter((box) => box.kind === kind && box.active);
  const [chosen, setChosen] = useState<number | null>(null);
  const one = chosen ?? boxes[0]?.id;
  if (data && boxes.length === 0) return <Callout compact>{t('letters.noBox')}</Callout>;
  return (
    <div className="fc-drawer-head">
      <label htmlFor={id}>{speech.label('mailboxId')}</label>
      <HTMLSelect
        id={id}
        value={one}
        onChange={(event) => setChosen(Number(event.currentTarget.value))}
        options={boxes.map((box) => ({ value: box.id, label: box.address }))}
      />
      <Button intent="primary" disabled={one === undefined} onClick={() => one && onChosen(one)}>
        {speech.action('letter', 'assign')}
      </Button>
      <Button onClick={onCancel}>{t('common.cancel')}</Button>
    </div>
  );
}

/** Text with each extracted value highlighted at its first occurrence. */
function Marked({ text, found }: { text: string; found: readonly string[] }) {
  const spots = found
    .flatMap((one) => {
      const at = text.indexOf(one);
      return at < 0 ? [] : [{ at, end: at + one.length }];
    })
    .sort((a, b) => a.at - b.at);
  const parts: ReactNode[] = [];
  let done = 0;
  for (const { at, end } of spots) {
    if (at < done) continue;
    parts.push(text.slice(done, at), <mark key={at}>{text.slice(at, end)}</mark>);
    done = end;
  }
  return (
    <>
      {parts}
      {text.slice(done)}
    </>
  );
}

function Files({ group, letter }: { group: 'noaMail' | 'utbMail'; letter: Detail }) {
  const { t } = useTranslation();
  const saveFile = useSaveFile('open');
  if (letter.files.length === 0 && letter.leftOut.length === 0) return null;
  return (
    <section>
      <h2>{t('common.attachments')}</h2>
      <ul className="fc-letter-files">
        {letter.files.map(({ fileId, fileName, size }) => (
          <li key={fileId}>
            <Button
              variant="minimal"
              size="small"
              onClick={() =>
                void saveFile({
                  call: `${group}.file`,
                  input: { params: { id: letter.id, fileId } },
                  name: fileName,
                })
              }
            >
              {t('letters.saveFile', { name: fileName, size: Math.max(1, Math.round(size / 1024)) })}
            </Button>
          </li>
        ))}
      </ul>
      {letter.leftOut.length > 0 && (
        <p className="fc-muted">{t('letters.leftOut', { names: letter.leftOut })}</p>
      )}
    </section>
  );
}
