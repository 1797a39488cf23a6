import { Button, Checkbox, HTMLTable } from '@blueprintjs/core';
import type { FileIssue } from '@contract/files/fileJobRow';
import type { LeftRow } from '@contract/files/fileReading';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { read } from '../../../api/queries';
import { useData } from '../../../api/unshownFailures';
import { useSpeech } from '../../../app/language';
import { AppDialog } from '../../../ui/AppDialog';

/** Number of issues shown at first. */
const ISSUES = 50;

/** Issues of the conversion by cell. Rows of a file that is not imported yet can be left out. */
export function JobIssues({
  id,
  onLeave,
}: {
  id: number;
  onLeave: ((rows: readonly LeftRow[]) => Promise<boolean>) | undefined;
}) {
  const { t } = useTranslation();
  const speech = useSpeech();
  const [shown, setShown] = useState(ISSUES);
  const [selected, setSelected] = useState<readonly RowOfFile[]>([]);
  const [isAsking, setIsAsking] = useState(false);
  const data = useData({
    ...read('fileJob', 'issues', { params: { id }, query: { pageSize: shown } }),
  });
  if (!data || data.total === 0) return null;
  const inSheets = data.list.some(({ sheet }) => sheet !== '');
  const isSelected = (one: RowOfFile) => selected.some((other) => isSame(one, other));
  const toggle = ({ sheet, row }: RowOfFile) => {
    const others = selected.filter((one) => !isSame(one, { sheet, row }));
    setSelected(others.length < selected.length ? others : [...selected, { sheet, row }]);
  };
  return (
    <section>
      <h3>
        {t('files.issues')}{' '}
        <span className="fc-muted">
          {t('files.issuesShown', { shown: data.list.length, total: data.total })}
        </span>
        {onLeave && (
          <Button
            className="fc-job-leave"
            size="small"
            disabled={selected.length === 0}
            onClick={() => setIsAsking(true)}
          >
            {t('files.leaveOut')}
          </Button>
        )}
      </h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable areas must be reachable by keyboard */}
      <section className="fc-job-issues" tabIndex={0} aria-label={t('files.issues')}>
        <HTMLTable compact striped>
          <thead>
            <tr>
              {onLeave && <th />}
              {inSheets && <th>{t('importing.sheet')}</th>}
              <th className="fc-number">{t('importing.row')}</th>
              <th>{speech.label('field')}</th>
              <th>{t('importing.problems')}</th>
            </tr>
          </thead>
          <tbody>
            {data.list.map((issue, at) => (
              <tr key={`${issue.sheet} ${issue.row} ${issue.column} ${issue.code}`}>
                {onLeave && (
                  <td>
                    {/* A row with several problems is selected once. */}
                    {data.list.findIndex((one) => isSame(one, issue)) === at && (
                      <Checkbox
                        className="fc-job-select"
                        aria-label={t('common.selectRow', { row: issue.row })}
                        checked={isSelected(issue)}
                        onChange={() => toggle(issue)}
                      />
                    )}
                  </td>
                )}
                {inSheets && <td>{issue.sheet && speech.choice('importSheet', issue.sheet)}</td>}
                <td className="fc-number">{issue.row}</td>
                <td>{issue.header}</td>
                <td className={issue.level === 'warning' ? 'fc-late' : ''}>{issue.message}</td>
              </tr>
            ))}
          </tbody>
        </HTMLTable>
        {data.list.length < data.total && shown < 500 && (
          <Button variant="minimal" onClick={() => setShown(Math.min(500, shown * 4))}>
            {t('files.issuesMore')}
          </Button>
        )}
      </section>
      {onLeave && isAsking && (
        <LeaveDialog
          rows={selected}
          onClose={() => setIsAsking(false)}
          onLeave={async (alike) => {
            if (!(await onLeave(selected.map((one) => ({ ...one, alike }))))) return;
            setIsAsking(false);
            setSelected([]);
          }}
        />
      )}
    </section>
  );
}

/** Row of a file, identified by the key of its sheet and its number. */
type RowOfFile = Pick<FileIssue, 'sheet' | 'row'>;
const isSame = (one: RowOfFile, other: RowOfFile) => one.sheet === other.sheet && one.row === other.row;

/** Confirms converting a file again without some of its rows. */
function LeaveDialog({
  rows,
  onClose,
  onLeave,
}: {
  rows: readonly RowOfFile[];
  onClose: () => void;
  onLeave: (alike: boolean) => Promise<void>;
}) {
  const { t } = useTranslation();
  const [alike, setAlike] = useState(false);
  const count = rows.length;
  const numbers = rows.map(({ row }) => row).toSorted((a, b) => a - b);
  return (
    <AppDialog
      title={t('files.leaveRows', { count })}
      onClose={onClose}
      onSubmit={() => void onLeave(alike)}
      actions={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button type="submit" intent="primary">
            {t('files.leaveRows', { count })}
          </Button>
        </>
      }
    >
      <p>{t('files.leaveDetail', { count, rows: numbers })}</p>
      <Checkbox autoFocus label={t('files.leaveAlike')} checked={alike} onChange={() => setAlike(!alike)} />
    </AppDialog>
  );
}
