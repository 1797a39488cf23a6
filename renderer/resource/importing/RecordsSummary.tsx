import { Button, HTMLTable } from '@blueprintjs/core';
import { ChevronDown, ChevronRight } from '@blueprintjs/icons';
import type { RecordChanges } from '@contract/files/fileJobRow';
import type { ImportTemplate } from '@contract/importing/template';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSpeech } from '../../app/language';
import { useNumber } from '../../kinds/NumberInput';

/** Numbers of records that a file adds, changes and leaves unchanged. */
export function RecordCounts({ records }: { records: Omit<RecordChanges, 'changes'> }) {
  const { t } = useTranslation();
  const number = useNumber();
  return (
    <p className="fc-job-numbers">
      {(['added', 'changed', 'same'] as const).map((name) => (
        <span key={name}>
          <strong>{number(records[name])}</strong>
          {t(`importing.${name}Records`)}
        </span>
      ))}
    </p>
  );
}

/** Preview of a file of records before anything is written: in numbers, and field by field on demand. */
export function RecordsSummary({ records, template }: { records: RecordChanges; template: ImportTemplate }) {
  const { t } = useTranslation();
  const speech = useSpeech();
  const [open, setOpen] = useState(false);
  const { changes } = records;
  const title = (key: string) => template.columns.find((one) => one.key === key)?.[speech.language] ?? key;
  return (
    <section className="fc-import-records">
      <div className="fc-import-views">
        <RecordCounts records={records} />
        {changes.length > 0 && (
          <Button
            size="small"
            variant="minimal"
            icon={open ? <ChevronDown /> : <ChevronRight />}
            aria-expanded={open}
            onClick={() => setOpen(!open)}
          >
            {t('importing.whatChanges')}
          </Button>
        )}
      </div>
      {open && changes.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable areas must be reachable by keyboard
        <section className="fc-import-changes" tabIndex={0} aria-label={t('importing.whatChanges')}>
          <HTMLTable compact striped>
            <thead>
              <tr>
                <th className="fc-number">{t('importing.row')}</th>
                <th>{speech.label('objectNo')}</th>
                <th>{speech.label('field')}</th>
                <th>{speech.label('oldValue')}</th>
                <th>{speech.label('newValue')}</th>
              </tr>
            </thead>
            <tbody>
              {changes.flatMap(({ row, number, fields }) =>
                fields.map(({ field, before, after }, at) => (
                  <tr key={`${row} ${field}`}>
                    <td className="fc-number">{at === 0 ? row : ''}</td>
                    <td>{at === 0 ? <strong>{number}</strong> : ''}</td>
                    <td>{title(field)}</td>
                    <td>{before || '—'}</td>
                    <td>{after || '—'}</td>
                  </tr>
                )),
              )}
            </tbody>
          </HTMLTable>
          {changes.length < records.changed && (
            <p className="fc-muted">
              {t('importing.firstChanges', { shown: changes.length, total: records.changed })}
            </p>
          )}
        </section>
      )}
    </section>
  );
}
