import { type FileJob, fileJobStates } from '@contract/files/fileJob';
import { permit } from '@contract/permissions';
import { formatInstant } from '@contract/rules/zonedTime';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { read } from '../../../api/queries';
import { useDesk } from '../../../app/desk';
import { useKeptForms } from '../../../app/drafts';
import { useAllowed, usePermits } from '../../../app/guard';
import { useSpeech } from '../../../app/language';
import { ownZone } from '../../../app/zone';
import { StateTag } from '../../../ui/StateTag';
import { screenOf } from '../..';

const SHOWN = 5;

/** Forms that are screens of their own: what their half-filled state is kept under, and where they are gone on with. */
const FORMS = [
  { kept: /^bill\/new$/, title: 'bill.addBill', path: () => '/bill/add_bill' },
  { kept: /^bill\/(\d+)$/, title: 'bill.editBill', path: (id: string) => `/bill/edit_bill?id=${id}` },
  { kept: /^cmr\/new$/, title: 'cmr.add', path: () => '/config/cmr/add' },
  { kept: /^cmr\/(\d+)$/, title: 'cmr.edit', path: (id: string) => `/config/cmr/edit/${id}` },
  { kept: /^customer\/new$/, title: 'config.addCustomer', path: () => '/customer/add_customer' },
  {
    kept: /^customer\/(\d+)$/,
    title: 'config.editCustomer',
    path: (id: string) => `/customer/edit_customer?id=${id}`,
  },
  { kept: /^staff\/new$/, title: 'staff.add', path: () => '/staff/add-edit' },
  { kept: /^staff\/(\d+)$/, title: 'staff.editTitle', path: (id: string) => `/staff/add-edit/${id}` },
] as const;

/** What the reader has begun and not ended: half-filled forms, and the last files that they sent. */
export function Mine() {
  const { t } = useTranslation();
  const speech = useSpeech();
  const { permits } = usePermits();
  const mayFiles = useAllowed(permit('bill.files.view'));
  const staffId = useDesk(({ session }) => session.profile?.id);
  const kept = useKeptForms();
  const { data } = useQuery({
    ...read('fileJob', 'list', {
      query: { createdBy: [staffId ?? 0], sort: '-createdAt', pageSize: SHOWN },
    }),
    enabled: mayFiles && staffId !== undefined,
  });
  const drafts = Object.entries(kept).flatMap(([key, { at }]) => {
    const form = FORMS.find((one) => one.kept.test(key));
    if (!form) return [];
    const path = form.path(form.kept.exec(key)?.[1] ?? '');
    const allowed = permits?.allows(screenOf(path)?.permission ?? null);
    return allowed ? [{ key, path, at, title: t(form.title) as string }] : [];
  });
  const jobs: readonly FileJob[] = data?.list ?? [];
  if (drafts.length === 0 && jobs.length === 0)
    return <p className="fc-muted">{t('report.desk.mineNone')}</p>;
  return (
    <ul className="fc-met-lines">
      {drafts
        .toSorted((a, b) => (a.at < b.at ? 1 : -1))
        .map(({ key, path, at, title }) => (
          <li key={key}>
            <Link to={path}>{title}</Link>
            <time>{formatInstant(at, ownZone)}</time>
            <StateTag tone="warning">{t('report.desk.draft')}</StateTag>
          </li>
        ))}
      {jobs.map(({ id, fileName, createdAt, status }) => (
        <li key={id}>
          <Link to="/bill/files">{fileName}</Link>
          <time>{formatInstant(createdAt, ownZone)}</time>
          <StateTag tone={fileJobStates[status].tone}>{speech.state('fileJob', status)}</StateTag>
        </li>
      ))}
    </ul>
  );
}
