import { Button } from '@blueprintjs/core';
import { problem } from '@contract/errors';
import { jobProblem } from '@contract/files/fileJob';
import type { FileJob } from '@contract/files/fileJobRow';
import { isKeyOf } from '@contract/names';
import { permit } from '@contract/permissions';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { useAnswer } from '../api/answers';
import { client } from '../api/client';
import { invalidate, queryClient, read } from '../api/queries';
import { useJobActions } from '../screens/shared/bill/useJobActions';
import { Progress } from '../ui/Progress';
import { notify } from '../ui/toaster';
import { useStableCallback } from '../ui/useStableCallback';
import { useDesk } from './desk';
import { useAllowed } from './guard';
import { useSpeech } from './language';

/** Milliseconds between polls of running jobs; no polling while none is running. */
const LOOK = 1_000;
const MESSAGES = {
  success: ['FILE_DONE', 'success'],
  exception: ['FILE_QUESTION', 'warning'],
  failed: ['FILE_ENDED', 'danger'],
} as const;

/** Progress of the user's file jobs, visible on every screen, with a message when one has ended. */
export function RunningJobs() {
  const mayView = useAllowed(permit('bill.files.view'), 'fileJob.list', 'fileJob.get');
  const id = useDesk(({ session }) => session.profile?.id);
  return mayView && id !== undefined ? <Running staffId={id} /> : null;
}

function Running({ staffId }: { staffId: number }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const reportEnd = useResultReport();
  const { data } = useAnswer({
    ...read('fileJob', 'list', {
      query: { status: ['unprocessed', 'processing'], createdBy: [staffId], pageSize: 100 },
    }),
    refetchInterval: ({ state }) => (state.data && state.data.list.length > 0 ? LOOK : false),
  });
  const list = data?.list;
  const before = useRef<readonly FileJob[]>([]);
  useEffect(() => {
    if (!list) return;
    const ended = before.current.filter(({ id }) => !list.some((job) => job.id === id));
    before.current = list;
    for (const { id } of ended) void reportEnd(id);
    // Refetch the records that the jobs wrote.
    if (ended.length > 0) void invalidate(queryClient, 'fileJob');
  }, [list, reportEnd]);
  if (!list || list.length === 0) return null;
  const percent = Math.round(list.reduce((sum, { progress }) => sum + progress, 0) / list.length);
  const text = t('files.running', { count: list.length, percent });
  return (
    <Button
      className="fc-running"
      variant="minimal"
      onClick={() => navigate('/bill/files')}
      icon={<Progress className="fc-running-bar" label={text} part={percent / 100} />}
    >
      {text}
    </Button>
  );
}

/** Reports the result of a job, with a link to the rows that were returned. */
function useResultReport(): (id: number) => Promise<void> {
  const { t } = useTranslation();
  const speech = useSpeech();
  const navigate = useNavigate();
  const { save } = useJobActions();
  const report = async (id: number): Promise<void> => {
    const job = await client.fileJob.get({ params: { id } }).catch(() => undefined);
    if (!job || !isKeyOf(MESSAGES, job.status)) return;
    const [code, intent] = MESSAGES[job.status];
    const found = jobProblem(job);
    // No message to the user who cancelled it.
    if (found?.code === 'CANCELLED') return;
    const reason = speech.message(found ?? problem('INTERNAL'));
    notify({
      text: speech.message(problem(code, { name: job.fileName, ok: job.okRows, reason })),
      intent,
      action: job.hasErrorFile
        ? { text: t('files.errorFile'), run: () => void save(job, 'errorFile') }
        : { text: t('common.details'), run: () => navigate(`/bill/files?id=${job.id}`) },
    });
  };
  // A change of language must not restart the wait for a file.
  return useStableCallback(report);
}
