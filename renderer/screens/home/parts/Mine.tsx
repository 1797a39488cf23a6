import { type FileJob, fileJobStates } from '@contract/files/fileJobRow';
import { permit } from '@contract/permissions';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useAnswer } from '../../../api/answers';
import { read } from '../../../api/queries';
import { useDesk } from '../../../app/desk';
import { useKeptForms } from '../../../app/drafts';
import { useAllowed, usePermits } from '../../../app/guard';
import { useSpeech } from '../../../app/language';
import { useTitles } from '../../../app/titles';
import { ownTime } from '../../../app/zone';
import { Answered } from '../../../resource/Answered';
import { StateTag, toneOf } from '../../../ui/StateTag';
import { screenOf } from '../..';

const SHOWN = 5;

/** The user's unfinished work: drafts of forms, and the last files sent. */
export function Mine() {
  const { t } = useTranslation();
  const speech = useSpeech();
  const { permits } = usePermits();
  const mayFiles = useAllowed(permit('bill.files.view'));
  const staffId = useDesk(({ session }) => session.profile?.id);
  const kept = useKeptForms();
  const titleOf = useTitles();
  const answer = useAnswer({
    ...read('fileJob', 'list', {
      query: { createdBy: [staffId ?? 0], sort: '-createdAt', pageSize: SHOWN },
    }),
    enabled: mayFiles && staffId !== undefined,
  });
  const drafts = kept.filter(({ path }) => {
    const screen = screenOf(path);
    return screen && permits?.opens(screen);
  });
  const list = (jobs: readonly FileJob[]) =>
    drafts.length === 0 && jobs.length === 0 ? (
      <p className="fc-muted">{t('report.desk.mineNone')}</p>
    ) : (
      <ul className="fc-met-lines">
        {drafts.map(({ key, path, at, title }) => (
          <li key={key}>
            <Link to={path}>{titleOf({ path, title })}</Link>
            <time>{ownTime(at)}</time>
            <StateTag tone="warning">{t('report.desk.draft')}</StateTag>
          </li>
        ))}
        {jobs.map(({ id, fileName, createdAt, status }) => (
          <li key={id}>
            <Link to="/bill/files">{fileName}</Link>
            <time>{ownTime(createdAt)}</time>
            <StateTag tone={toneOf(fileJobStates, status)}>{speech.state('fileJob', status)}</StateTag>
          </li>
        ))}
      </ul>
    );
  // Drafts are stored on this computer, independent of the server.
  return answer.state === 'idle' ? (
    list([])
  ) : (
    <>
      {answer.data === undefined && drafts.length > 0 && list([])}
      <Answered answer={answer}>{({ list: jobs }) => list(jobs)}</Answered>
    </>
  );
}
