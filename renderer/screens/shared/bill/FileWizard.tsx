import { Button, Callout, FormGroup } from '@blueprintjs/core';
import { billName } from '@contract/bill/billName';
import type { FileJob } from '@contract/files/fileJobRow';
import {
  type billKindNames,
  type FileKind,
  isSeaKind,
  recordsOf,
  type SeaKind,
} from '@contract/files/fileKindNames';
import { type FileKindRule, fileKinds } from '@contract/files/fileKinds';
import { fileTemplates } from '@contract/files/templates';
import { type ReactElement, type ReactNode, useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { invalidate, queryClient, read } from '../../../api/queries';
import { useData } from '../../../api/unshownFailures';
import { useSpeech } from '../../../app/language';
import { ownTime } from '../../../app/zone';
import { ImportWizard } from '../../../resource/importing/ImportWizard';
import type { ImportSpec } from '../../../resource/importing/importRun';
import type { Import } from '../../../resource/importing/useImport';
import { paragraph } from '../../../ui/paragraph';
import { BillChooser, type NamedBill } from './BillChooser';
import { billPath } from './billPath';
import { borrowErrors, JobView } from './JobView';

/** Import wizard of one kind of file: for a given or selected bill, or for all bills named in its rows. */
export function FileWizard({
  kind,
  billId = null,
  jobId = null,
  also,
  beneath,
  ...texts
}: {
  kind: FileKind;
  /** Id of its bill, if fixed. */
  billId?: number | null;
  /** Id of a conversion whose refused rows are to be corrected. */
  jobId?: number | null;
  /** Title, if the kind has its own texts. */
  title?: string;
  importAll?: (count: number) => string;
  importGood?: (count: number) => string;
  /** Further actions on a finished conversion. */
  also?: (job: FileJob) => ReactNode;
  /** Content below while no file is being imported. */
  beneath?: ReactElement;
}) {
  const { t } = useTranslation();
  const speech = useSpeech();
  const [hit, setHit] = useState<NamedBill | null>(null);
  const { scope, mode, trial }: FileKindRule = fileKinds[kind];
  const refused = useData({
    ...read('fileJob', 'get', { params: { id: jobId ?? 1 } }),
    enabled: jobId !== null,
  });
  // A kind whose rows name their bills is sent without a bill, wherever the upload was started.
  const named = scope === 'bills' || scope === 'records';
  const bill = named ? null : (billId ?? refused?.billId ?? hit?.billId ?? null);
  const spec = useMemo(
    (): ImportSpec => ({
      name: kind,
      template: fileTemplates[kind],
      ...callsOf(kind, bill),
      trial: trial === true,
    }),
    [kind, bill, trial],
  );
  const done = useCallback(() => void invalidate(queryClient, 'fileJob'), []);
  const settled = billId !== null || jobId !== null || named;
  const of = recordsOf(kind) ? 'records' : (kind as (typeof billKindNames)[number] | SeaKind);
  return (
    <ImportWizard
      spec={spec}
      title={texts.title ?? speech.choice('fileKind', kind)}
      intro={paragraph(t(`files.intro.${of}`), t(`files.introOf.${mode === 'whole' ? 'all' : mode}`))}
      importAll={texts.importAll ?? ((count) => t('files.importAll', { count }))}
      importGood={texts.importGood ?? ((count) => t('files.importGood', { count }))}
      ready={scope !== 'bill' || bill !== null}
      before={
        settled ? (
          bill !== null && <OfBill id={bill} />
        ) : (
          <FormGroup
            className="fc-import-bill"
            label={scope === 'bill' ? t('common.bill') : t('files.billOptional')}
            labelFor="file-bill"
            helperText={t(scope === 'bill' ? 'files.billHint' : 'files.billOptionalHint')}
          >
            <BillChooser id="file-bill" bill={hit} onChoose={setHit} />
          </FormGroup>
        )
      }
      job={(job, run) => <Outcome job={job.id} run={run} also={also} />}
      {...(beneath ? { beneath } : {})}
      opening={refused?.hasErrorFile ? () => borrowErrors(refused) : undefined}
      onDone={done}
    />
  );
}

/** Returns the calls that upload a file of a kind and return its template. */
function callsOf(kind: FileKind, bill: number | null): Pick<ImportSpec, 'templateOf' | 'send'> {
  const { mode } = fileKinds[kind];
  const list = recordsOf(kind) ?? (isSeaKind(kind) ? kind : undefined);
  if (list)
    return {
      templateOf: { call: `listTemplate.${list}`, query: {} },
      send: { call: `listImport.${list}`, input: { query: {} }, mode },
    };
  return {
    templateOf: { call: 'fileJob.template', query: { kind } },
    send:
      bill === null
        ? { call: 'fileJob.uploadMany', input: { query: { kind } }, mode }
        : { call: 'fileJob.upload', input: { params: { id: bill }, query: { kind } }, mode },
  };
}

/** Shows the bill of the file. */
function OfBill({ id }: { id: number }) {
  const { t } = useTranslation();
  const data = useData(read('bill', 'get', { params: { id } }));
  return (
    <p className="fc-muted">
      {t('common.bill')}: {data ? billName(data) : ''}
    </p>
  );
}

/** Progress of the conversion, its result, and the next actions. */
function Outcome({
  job: id,
  run,
  also,
}: {
  job: number;
  run: Import;
  also: ((job: FileJob) => ReactNode) | undefined;
}) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const job = useData(read('fileJob', 'get', { params: { id } }));
  const { sentBefore } = run.state;
  return (
    <div className="fc-import-result">
      {sentBefore && (
        <Callout compact intent="warning">
          <SentBefore at={sentBefore.at} by={sentBefore.by} />
        </Callout>
      )}
      <JobView
        id={id}
        onCorrect={async (found, issues) => {
          // If nothing was imported, the whole file is corrected; otherwise only the returned rows.
          if (found.appliedAt === null && issues.length > 0) run.toCheck(issues);
          else await run.open(() => borrowErrors(found));
        }}
      >
        {job && also?.(job)}
        <Button onClick={run.again}>{t('files.another')}</Button>
        {job?.billId ? (
          <Button onClick={() => navigate(billPath(job.billId))}>{t('common.openBill')}</Button>
        ) : null}
        {!(job && (recordsOf(job.kind) || isSeaKind(job.kind))) && (
          <Button variant="minimal" onClick={() => navigate('/bill/files')}>
            {t('files.showAll')}
          </Button>
        )}
      </JobView>
    </div>
  );
}

function SentBefore({ at, by }: { at: string; by: string }) {
  const { t } = useTranslation();
  return <>{t('files.sentBefore', { at: ownTime(at), by })}</>;
}
