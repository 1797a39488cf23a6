import { Button, Callout, ProgressBar, Tab, Tabs, Tag } from '@blueprintjs/core';
import type { Problem } from '@contract/errors';
import type { ImportTemplate } from '@contract/importing/template';
import { formatInstant } from '@contract/rules/zonedTime';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { desktop, failureOf } from '../../api/bridge';
import { useSpeech } from '../../app/language';
import { ownZone } from '../../app/zone';
import { panelOf } from '../../ui/panelOf';
import { notify } from '../../ui/toaster';
import { CheckGrid, type View } from './CheckGrid';
import type { Import } from './useImport';

/** Third step: the checked grid. Bad cells say why, are mended in place, and only then is anything sent. */
export function CheckStep({
  run,
  template,
  importAll,
  importGood,
}: {
  run: Import;
  template: ImportTemplate;
  importAll: (count: number) => string;
  importGood: (count: number) => string;
}) {
  const { t } = useTranslation();
  const { sheet, counts, sentBefore, busy, progress, failure } = run.state;
  const speech = useSpeech();
  const [view, setView] = useState<View>(counts && counts.errors > 0 ? 'errors' : 'all');
  if (!sheet || !counts) return null;
  const saveErrors = async (format: 'xlsx' | 'csv') => {
    try {
      const saved = await desktop.importing.saveErrors({
        session: sheet.session,
        format,
        name: `${sheet.fileName} ${speech.words.desktop.errorColumn}`,
      });
      if (saved) notify({ text: t('common.exported', { name: saved.name }), intent: 'success' });
    } catch (error) {
      notify({ text: failureOf(error).message, intent: 'danger' });
    }
  };
  return (
    <div className="fc-import-check">
      <div className="fc-import-head">
        <h2>{sheet.fileName}</h2>
        {counts.errors === 0 && (
          <Tag minimal intent="success">
            {t('importing.allGood')}
          </Tag>
        )}
        {sheet.notices.map((notice) => (
          <span key={notice.code} className="fc-muted">
            {speech.message(notice as Problem)}
          </span>
        ))}
      </div>
      {sentBefore && (
        <Callout compact intent="warning">
          {t('importing.sentBefore', { at: formatInstant(sentBefore.at, ownZone), by: sentBefore.by })}
        </Callout>
      )}
      {failure && (
        <Callout compact intent="danger" role="alert">
          {failure.message}
        </Callout>
      )}
      <Tabs id="import-view" selectedTabId={view} onChange={(id) => setView(id as View)}>
        <Tab id="all" title={t('importing.viewAll')} tagContent={counts.rows} />
        <Tab
          id="errors"
          title={t('importing.viewErrors')}
          tagContent={counts.errors}
          {...(counts.errors > 0 ? { tagProps: { intent: 'danger' } } : {})}
        />
        <Tab
          id="warnings"
          title={t('importing.viewWarnings')}
          tagContent={counts.warnings}
          {...(counts.warnings > 0 ? { tagProps: { intent: 'warning' } } : {})}
        />
      </Tabs>
      <div className="fc-import-panel" {...panelOf('import-view', view)}>
        <CheckGrid key={view} session={sheet.session} view={view} template={template} onEdited={run.edited} />
      </div>
      {busy === 'sending' && (
        <div className="fc-sending" role="status">
          <ProgressBar
            intent="primary"
            {...(progress > 0 && counts.rows > 0 ? { value: progress / counts.rows } : {})}
          />
          <span>{t('importing.sending')}</span>
        </div>
      )}
      <div className="fc-form-foot">
        <Button onClick={run.toColumns}>{t('common.back')}</Button>
        <Button
          intent="primary"
          disabled={counts.errors > 0 || counts.good === 0}
          loading={busy === 'sending'}
          onClick={() => run.send('all')}
        >
          {importAll(counts.good)}
        </Button>
        {counts.errors > 0 && counts.good > 0 && (
          <Button loading={busy === 'sending'} onClick={() => run.send('good')}>
            {importGood(counts.good)}
          </Button>
        )}
        {counts.errors > 0 && (
          <Button onClick={() => void saveErrors('xlsx')}>{t('importing.saveErrors')}</Button>
        )}
        {counts.errors > 0 && <span className="fc-muted">{t('importing.fixFirst')}</span>}
      </div>
    </div>
  );
}
