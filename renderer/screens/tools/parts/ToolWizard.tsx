import './tools.css';
import { Button, Callout } from '@blueprintjs/core';
import type { ToolKind } from '@contract/files/fileKindNames';
import { fileKinds } from '@contract/files/fileKinds';
import { fileTemplates } from '@contract/files/templates';
import { type ReactElement, type ReactNode, useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { invalidate, queryClient, read } from '../../../api/queries';
import { useData } from '../../../api/unshownFailures';
import { ownTime } from '../../../app/zone';
import { idIn } from '../../../kinds/recordId';
import { ImportWizard } from '../../../resource/importing/ImportWizard';
import type { ImportSpec } from '../../../resource/importing/importRun';
import { useFilePermits } from '../../shared/bill/filePermits';
import { borrowErrors, JobView } from '../../shared/bill/JobView';
import type { FieldInput } from '../../shared/InputFields';

/** Returns the id of the job in the path whose refused rows are to be corrected; null if none. */
export function useCorrected(): number | null {
  const [search] = useSearchParams();
  const job = search.get('job');
  return idIn(job);
}

/** Screen of a tool that takes a file: its fields, the file and its check, the result; earlier files beneath. */
export function ToolWizard(props: {
  kind: ToolKind;
  call: `${string}.upload`;
  title: string;
  intro: string;
  /** Values sent with the file; undefined while incomplete. */
  input: FieldInput | undefined;
  fields: ReactNode;
  start: (count: number) => string;
  /** Buttons that save the output of a finished conversion; `view` is its further content. */
  buttons: (id: number) => ReactNode;
  view?: (id: number) => ReactNode;
  beneath: ReactElement;
}) {
  const { kind, call, input, start } = props;
  const { t } = useTranslation();
  const may = useFilePermits()('send', kind);
  const jobId = useCorrected();
  const refused = useData({
    ...read('fileJob', 'get', { params: { id: jobId ?? 1 } }),
    enabled: jobId !== null,
  });
  const spec = useMemo(
    (): ImportSpec => ({
      name: kind,
      template: fileTemplates[kind],
      templateOf: { call: 'fileJob.template', query: { kind } },
      send: { call, input: { query: input ?? {} }, mode: fileKinds[kind].mode },
    }),
    [kind, call, input],
  );
  const done = useCallback(() => void invalidate(queryClient, 'fileJob'), []);
  if (!may) return props.beneath;
  return (
    <div className="fc-tool">
      <ImportWizard
        spec={spec}
        title={props.title}
        intro={props.intro}
        importAll={start}
        importGood={start}
        ready={input !== undefined}
        before={props.fields}
        job={({ id }, run) => (
          <div className="fc-import-result">
            {run.state.sentBefore && (
              <Callout compact intent="warning">
                {t('files.sentBefore', {
                  at: ownTime(run.state.sentBefore.at),
                  by: run.state.sentBefore.by,
                })}
              </Callout>
            )}
            <JobView
              id={id}
              onGone={run.again}
              onCorrect={async (found, issues) => {
                if (found.appliedAt === null && issues.length > 0) run.toCheck(issues);
                else await run.open(() => borrowErrors(found));
              }}
            >
              {props.buttons(id)}
              <Button onClick={run.again}>{t('files.another')}</Button>
            </JobView>
            {props.view?.(id)}
          </div>
        )}
        beneath={props.beneath}
        opening={refused?.hasErrorFile && input ? () => borrowErrors(refused) : undefined}
        onDone={done}
      />
    </div>
  );
}
