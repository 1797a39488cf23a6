import { Button, Callout, FormGroup, HTMLSelect, HTMLTable } from '@blueprintjs/core';
import type { ReadOptions } from '@contract/desktop';
import type { Problem } from '@contract/errors';
import type { ImportTemplate } from '@contract/importing/template';
import { useTranslation } from 'react-i18next';
import { useLanguage, useSpeech } from '../../app/language';
import { Failed } from '../../ui/Failed';
import type { Import } from './useImport';

const ENCODINGS = ['utf-8', 'gb18030', 'utf-16le', 'utf-16be', 'windows-1252', 'big5'];
const SEPARATORS = [',', ';', '\t', '|'];

/** Second step: how the file is read, and which of its columns is which of ours. Shown when something needs a look. */
export function ColumnsStep({ run, template }: { run: Import; template: ImportTemplate }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { sheet, failure, busy } = run.state;
  const speech = useSpeech();
  if (!sheet) return null;
  const title = (key: string) => {
    const column = template.columns.find((one) => one.key === key);
    return column ? column[language] : key;
  };
  const mapped = new Set(sheet.mapping);
  const missing = template.columns.filter(({ key, required }) => required && !mapped.has(key));
  const choose = (key: string, header: number) => {
    const mapping = sheet.mapping.map((one, index) => (index === header ? key : one === key ? null : one));
    run.map(mapping);
  };
  const samples = (header: number) =>
    sheet.sample
      .slice(0, 3)
      .map((row) => row[header] ?? '')
      .filter(Boolean)
      .join(' · ');
  return (
    <div className="fc-import-columns">
      <Reading run={run} />
      {missing.length > 0 && (
        <Callout compact intent="warning">
          {t('importing.columnsMissing', { columns: missing.map(({ key }) => title(key)).join(', ') })}
        </Callout>
      )}
      <Failed text={failure?.message} />
      <HTMLTable compact striped>
        <thead>
          <tr>
            <th>{t('importing.columnOurs')}</th>
            <th>{t('importing.columnTheirs')}</th>
            <th>{t('importing.columnSamples')}</th>
          </tr>
        </thead>
        <tbody>
          {template.columns.map(({ key, required }) => {
            const header = sheet.mapping.indexOf(key);
            return (
              <tr key={key} className={required && header < 0 ? 'fc-missing' : ''}>
                <th scope="row">
                  {title(key)}
                  {required && <span className="fc-star"> *</span>}
                </th>
                <td>
                  <HTMLSelect
                    fill
                    value={header}
                    aria-label={title(key)}
                    onChange={(event) => choose(key, Number(event.currentTarget.value))}
                  >
                    <option value={-1}>—</option>
                    {sheet.headers.map((text, index) => (
                      // biome-ignore lint/suspicious/noArrayIndexKey: headers are known by their place; two may read alike
                      <option key={index} value={index}>
                        {text || `#${index + 1}`}
                      </option>
                    ))}
                  </HTMLSelect>
                </td>
                <td className="fc-muted">{header >= 0 ? samples(header) : ''}</td>
              </tr>
            );
          })}
        </tbody>
      </HTMLTable>
      {sheet.notices.map((notice) => (
        <p key={notice.code} className="fc-muted">
          {speech.message(notice as Problem)}
        </p>
      ))}
      <div className="fc-form-foot">
        <Button onClick={run.again}>{t('common.back')}</Button>
        <Button intent="primary" disabled={missing.length > 0} loading={busy !== null} onClick={run.check}>
          {t('common.next')}
        </Button>
      </div>
    </div>
  );
}

/** How the file was understood, each guess open to correction, with the first rows as read. */
function Reading({ run }: { run: Import }) {
  const { t } = useTranslation();
  const { sheet } = run.state;
  if (!sheet) return null;
  const reread = (options: ReadOptions) =>
    run.reread({
      headerRow: sheet.headerRow,
      dateOrder: sheet.dateOrder,
      ...(sheet.encoding ? { encoding: sheet.encoding } : {}),
      ...(sheet.separator ? { separator: sheet.separator } : {}),
      ...(sheet.sheet ? { sheet: sheet.sheet } : {}),
      ...options,
    });
  const select = (
    id: string,
    label: string,
    value: string | number,
    options: readonly { value: string | number; label: string }[],
    onChange: (value: string) => void,
  ) => (
    <FormGroup key={id} label={label} labelFor={id}>
      <HTMLSelect
        id={id}
        value={value}
        options={[...options]}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </FormGroup>
  );
  return (
    <section>
      <h2>
        {sheet.fileName} <span className="fc-muted">{t('importing.rows', { count: sheet.rows })}</span>
      </h2>
      <div className="fc-reading">
        {sheet.encoding !== null &&
          select(
            'read-encoding',
            t('importing.encoding'),
            sheet.encoding,
            ENCODINGS.map((one) => ({ value: one, label: one })),
            (encoding) => reread({ encoding }),
          )}
        {sheet.separator !== null &&
          select(
            'read-separator',
            t('importing.delimiter'),
            sheet.separator,
            SEPARATORS.map((one) => ({
              value: one,
              label: one === '\t' ? t('importing.delimiterTab') : one,
            })),
            (separator) => reread({ separator }),
          )}
        {sheet.sheets.length > 1 &&
          select(
            'read-sheet',
            t('importing.sheet'),
            sheet.sheet ?? '',
            sheet.sheets.map((one) => ({ value: one, label: one })),
            (name) => reread({ sheet: name }),
          )}
        {select(
          'read-header',
          t('importing.headerRow'),
          sheet.headerRow,
          Array.from({ length: 10 }, (_, index) => ({ value: index + 1, label: String(index + 1) })),
          (row) => reread({ headerRow: Number(row) }),
        )}
        {select(
          'read-dates',
          t('importing.dateOrder'),
          sheet.dateOrder,
          [
            { value: 'DMY', label: t('importing.dateDmy') },
            { value: 'MDY', label: t('importing.dateMdy') },
          ],
          (order) => reread({ dateOrder: order as 'DMY' | 'MDY' }),
        )}
      </div>
      <div className="fc-sample">
        <HTMLTable compact striped bordered>
          <caption>{t('importing.firstRows')}</caption>
          <thead>
            <tr>
              {sheet.headers.map((header, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: headers are known by their place
                <th key={index}>{header}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {sheet.sample.map((row, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the sample is read anew as a whole
              <tr key={index}>
                {sheet.headers.map((_, column) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: as above
                  <td key={column}>{row[column] ?? ''}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </HTMLTable>
      </div>
    </section>
  );
}
