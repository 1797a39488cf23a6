import { Button, Callout, FormGroup, HTMLSelect, HTMLTable } from '@blueprintjs/core';
import type { ImportPart, ImportSheet } from '@contract/desktop/importing';
import type { Problem } from '@contract/errors';
import { ENCODINGS } from '@contract/importing/encodings';
import type { ImportTemplate } from '@contract/importing/template';
import type { Language } from '@contract/limits';
import { useTranslation } from 'react-i18next';
import { useLanguage, useSpeech } from '../../app/language';
import { ownTime } from '../../app/zone';
import { useNumber } from '../../kinds/NumberInput';
import { BusyButton } from '../../ui/BusyButton';
import { ErrorText } from '../../ui/Failed';
import { missingIn, partTemplate } from './importRun';
import type { Import } from './useImport';

/** Formats a day with the name of its month. */
const dayInWords = (day: string, language: Language): string =>
  new Intl.DateTimeFormat(language === 'cn' ? 'zh-CN' : 'en-GB', {
    dateStyle: 'medium',
    timeZone: 'UTC',
  }).format(Date.parse(day));

const SEPARATORS = [',', ';', '\t', '|'];

/** Second step: reading options and the mapping of the file's columns. Shown only if something needs a check. */
export function ColumnsStep({ run, template }: { run: Import; template: ImportTemplate }) {
  const { t } = useTranslation();
  const { sheet, failure, busy } = run.state;
  const speech = useSpeech();
  const language = useLanguage();
  if (!sheet) return null;
  const sheetOf = (key: string) => (key === '' ? '' : speech.choice('importSheet', key));
  const missing = sheet.parts.flatMap(({ key, mapping }) =>
    missingIn(template, key, mapping).map((column) =>
      [sheetOf(key), column[language]].filter(Boolean).join(' · '),
    ),
  );
  return (
    <div className="fc-import-columns">
      <Reading run={run} />
      {missing.length > 0 && (
        <Callout compact intent="warning">
          {t('importing.columnsMissing', { columns: missing })}
        </Callout>
      )}
      <ErrorText text={failure?.message} />
      {sheet.known && (
        <Callout compact intent="primary" role="status">
          {t('importing.known', { at: ownTime(sheet.known) })}{' '}
          <Button size="small" disabled={busy !== null} onClick={run.forget}>
            {t('importing.forget')}
          </Button>
        </Callout>
      )}
      {sheet.asked && <EncodingChoice asked={sheet.asked} />}
      {sheet.dateOrder === 'open' && (
        <Callout compact intent="warning" role="status">
          {t('importing.datesAsked', { values: sheet.dateExamples.map(({ text }) => text) })}
        </Callout>
      )}
      {sheet.decimal === 'open' && (
        <Callout compact intent="warning" role="status">
          {t('importing.decimalAsked', { value: sheet.numberExamples[0]?.text ?? '' })}
        </Callout>
      )}
      {sheet.parts.map((part) => (
        <PartColumns
          key={part.key}
          part={part}
          title={sheetOf(part.key)}
          columns={partTemplate(template, part.key).columns}
          onMap={(mapping) => run.map(part.key, mapping)}
        />
      ))}
      <p className="fc-import-head">
        <Notices sheet={sheet} />
      </p>
      <div className="fc-form-foot">
        <Button onClick={run.again}>{t('common.back')}</Button>
        <BusyButton
          intent="primary"
          disabled={missing.length > 0 || sheet.dateOrder === 'open' || sheet.decimal === 'open'}
          busy={busy !== null}
          onClick={run.check}
        >
          {t('common.next')}
        </BusyButton>
      </div>
    </div>
  );
}

/** Asks whether non-ASCII letters are read correctly, with rows that contain some; the encoding is selected above. */
function EncodingChoice({ asked: { rows } }: { asked: NonNullable<ImportSheet['asked']> }) {
  const { t } = useTranslation();
  return (
    <Callout compact intent="warning" role="status">
      {t('importing.encodingAsked')}
      <ul className="fc-import-asked">
        {rows.map(({ number, cells }) => (
          <li key={number}>
            {t('importing.rowAt', { row: number })}: <strong>{cells.join(' · ')}</strong>
          </li>
        ))}
      </ul>
    </Callout>
  );
}

/** Notices about a file that do not block its import. */
export function Notices({ sheet }: { sheet: ImportSheet }) {
  const speech = useSpeech();
  return sheet.notices.map((notice) => (
    <span key={`${notice.sheet} ${notice.code}`} className="fc-muted">
      {notice.sheet !== '' && `${speech.choice('importSheet', notice.sheet)}: `}
      {speech.message(notice as Problem)}
    </span>
  ));
}

/** Mapping of a sheet's columns to the template's. */
function PartColumns({
  part: { headers, mapping, sample },
  title,
  columns,
  onMap,
}: {
  part: ImportPart;
  /** Name of the sheet; empty if the file has only one. */
  title: string;
  columns: ImportTemplate['columns'];
  onMap: (mapping: readonly (string | null)[]) => void;
}) {
  const { t } = useTranslation();
  const language = useLanguage();
  const choose = (key: string, header: number) =>
    onMap(mapping.map((one, index) => (index === header ? key : one === key ? null : one)));
  const samples = (header: number) =>
    sample
      .slice(0, 3)
      .map((row) => row[header] ?? '')
      .filter(Boolean)
      .join(' · ');
  return (
    <>
      {title !== '' && <h3>{title}</h3>}
      <HTMLTable compact striped>
        <thead>
          <tr>
            <th>{t('importing.columnOurs')}</th>
            <th>{t('importing.columnTheirs')}</th>
            <th>{t('importing.columnSamples')}</th>
          </tr>
        </thead>
        <tbody>
          {columns.map(({ key, required, [language]: name }) => {
            const header = mapping.indexOf(key);
            return (
              <tr key={key} className={required && header < 0 ? 'fc-missing' : ''}>
                <th scope="row">
                  {name}
                  {required && <span className="fc-star"> *</span>}
                </th>
                <td>
                  <HTMLSelect
                    fill
                    value={header}
                    aria-label={title === '' ? name : `${title} · ${name}`}
                    onChange={(event) => choose(key, Number(event.currentTarget.value))}
                  >
                    <option value={-1}>—</option>
                    {headers.map((text, index) => (
                      // biome-ignore lint/suspicious/noArrayIndexKey: two headers may be equal
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
    </>
  );
}

/** Detected reading options, each of which can be corrected, with the first rows as read. */
function Reading({ run }: { run: Import }) {
  const { t } = useTranslation();
  const { sheet } = run.state;
  const [first] = sheet?.parts ?? [];
  if (!sheet || !first) return null;
  const rows = sheet.parts.reduce((sum, part) => sum + part.rows, 0);
  return (
    <section>
      <h2>
        {sheet.fileName} <span className="fc-muted">{t('importing.rows', { count: rows })}</span>
      </h2>
      <div className="fc-reading">
        <FileOptions sheet={sheet} headerRow={first.headerRow} onReread={run.reread} />
        <CellOptions sheet={sheet} ofBook={first.key !== ''} onReread={run.reread} />
      </div>
      {sheet.parts.map((part) => (
        <Sample key={part.key} part={part} />
      ))}
    </section>
  );
}

interface OptionsProps {
  readonly sheet: ImportSheet;
  readonly onReread: Import['reread'];
}

const asOption = (text: string) => ({ value: text, label: text });

/** Selects how one thing is read; `examples` are sample cells as read so. */
function Option<V extends string | number>(props: {
  readonly id: string;
  readonly label: string;
  readonly value: V;
  readonly options: readonly { readonly value: V; readonly label: string }[];
  readonly onChange: (value: V) => void;
  readonly examples?: readonly string[];
}) {
  const { id, label, value, options, onChange, examples = [] } = props;
  return (
    <FormGroup label={label} labelFor={id} helperText={examples.join(' · ')}>
      <HTMLSelect
        id={id}
        value={value}
        options={[...options]}
        onChange={({ currentTarget }) => {
          const chosen = options.find((one) => String(one.value) === currentTarget.value);
          if (chosen) onChange(chosen.value);
        }}
      />
    </FormGroup>
  );
}

/** How the file is read: encoding, separator, sheet, and the row of its headers. */
function FileOptions({ sheet, headerRow, onReread }: OptionsProps & { readonly headerRow: number }) {
  const { t } = useTranslation();
  return (
    <>
      {sheet.encoding !== null && (
        <Option
          id="read-encoding"
          label={t('importing.encoding')}
          value={sheet.encoding}
          // Encodings that fit come first; the question about them is shown beside the rows.
          options={[...new Set([...(sheet.asked?.encodings ?? []), ...ENCODINGS])].map(asOption)}
          onChange={(encoding) => onReread({ encoding })}
        />
      )}
      {sheet.separator !== null && (
        <Option
          id="read-separator"
          label={t('importing.delimiter')}
          value={sheet.separator}
          options={SEPARATORS.map((value) => ({
            value,
            label: value === '\t' ? t('importing.delimiterTab') : value,
          }))}
          onChange={(separator) => onReread({ separator })}
        />
      )}
      {sheet.sheet !== null && sheet.sheets.length + sheet.hiddenSheets.length > 1 && (
        <Option
          id="read-sheet"
          label={t('importing.sheet')}
          value={sheet.sheet}
          options={[
            ...sheet.sheets.map(asOption),
            ...sheet.hiddenSheets.map((value) => ({
              value,
              label: t('importing.sheetHidden', { sheet: value }),
            })),
          ]}
          onChange={(name) => onReread({ sheet: name })}
        />
      )}
      <Option
        id="read-header"
        label={t('importing.headerRow')}
        value={headerRow}
        options={Array.from({ length: 10 }, (_, index) => ({ value: index + 1, label: String(index + 1) }))}
        onChange={(row) => onReread({ headerRow: row })}
      />
    </>
  );
}

/** How cells are read: dates, hidden rows, decimal signs. */
function CellOptions({ sheet, ofBook, onReread }: OptionsProps & { readonly ofBook: boolean }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const number = useNumber();
  return (
    <>
      {sheet.dateOrder !== null && (
        <Option
          id="read-dates"
          label={t('importing.dateOrder')}
          value={sheet.dateOrder}
          options={[
            ...(sheet.dateOrder === 'open' ? [{ value: 'open' as const, label: '—' }] : []),
            { value: 'DMY' as const, label: t('importing.dateDmy') },
            { value: 'MDY' as const, label: t('importing.dateMdy') },
            { value: 'YMD' as const, label: t('importing.dateYmd') },
          ]}
          onChange={(order) => order !== 'open' && onReread({ dateOrder: order })}
          examples={sheet.dateExamples.map(({ text, day }) =>
            day ? `${text} = ${dayInWords(day, language)}` : text,
          )}
        />
      )}
      {sheet.hidden !== null && (
        <Option
          id="read-hidden"
          label={t(ofBook ? 'importing.hiddenInBook' : 'importing.hiddenRows')}
          value={sheet.hidden}
          options={[
            { value: 'take' as const, label: t('common.import') },
            { value: 'leave' as const, label: t('importing.leaveThemOut') },
          ]}
          onChange={(hidden) => onReread({ hidden })}
        />
      )}
      {sheet.decimal !== null && (
        <Option
          id="read-decimal"
          label={t('importing.decimal')}
          value={sheet.decimal}
          options={[
            ...(sheet.decimal === 'open' ? [{ value: 'open' as const, label: '—' }] : []),
            { value: 'point' as const, label: t('importing.decimalPoint') },
            { value: 'comma' as const, label: t('importing.decimalComma') },
          ]}
          onChange={(decimal) => decimal !== 'open' && onReread({ decimal })}
          examples={sheet.numberExamples.map(({ text, value }) =>
            value ? `${text} = ${number(Number(value))}` : text,
          )}
        />
      )}
    </>
  );
}

/** The first rows of a sheet, as read. */
function Sample({ part: { key, headers, sample } }: { readonly part: ImportPart }) {
  const { t } = useTranslation();
  const speech = useSpeech();
  return (
    <div className="fc-sample">
      <HTMLTable compact striped bordered>
        <caption>
          {t('importing.firstRows')}
          {key !== '' && ` · ${speech.choice('importSheet', key)}`}
        </caption>
        <thead>
          <tr>
            {headers.map((header, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: headers are identified by their position
              <th key={index}>{header}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {sample.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the sample is replaced as a whole
            <tr key={index}>
              {headers.map((_, column) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the sample is replaced as a whole
                <td key={column}>{row[column] ?? ''}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </HTMLTable>
    </div>
  );
}
