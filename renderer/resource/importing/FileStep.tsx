import { Button, Callout, Menu, MenuItem } from '@blueprintjs/core';
import { Download } from '@blueprintjs/icons';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../app/language';
import { useServed } from '../../app/offered';
import { useSaveFile } from '../../app/useSaveFile';
import { useNumber } from '../../kinds/NumberInput';
import { DropDown } from '../../ui/DropDown';
import { DropZone } from '../../ui/DropZone';
import { Progress } from '../../ui/Progress';
import type { ImportSpec } from './importRun';
import type { Import } from './useImport';

/** First step: drop zone or selection of a file, with its template to download and its limits. */
export function FileStep({
  run,
  spec,
  title,
  ready,
}: {
  run: Import;
  spec: ImportSpec;
  title: string;
  ready: boolean;
}) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { template } = spec;
  const { busy, progress, failure } = run.state;
  const number = useNumber();
  const saveFile = useSaveFile('open');
  const hasTemplate = useServed(spec.templateOf.call);
  const download = (format: 'xlsx' | 'csv') =>
    saveFile({
      call: spec.templateOf.call,
      input: { query: { ...spec.templateOf.query, language, format } },
      name: `${title} ${t('importing.template')}.${format}`,
    });
  const text =
    busy === 'reading' ? t('importing.reading', { rows: number(progress.done) }) : t('importing.checking');
  return (
    <div className="fc-import-file">
      <DropZone
        title={t('importing.drop')}
        choose={t('importing.choose')}
        hint={t('importing.limits', {
          types: template.types,
          size: number(template.maxSize / 1024 / 1024),
          rows: number(template.maxRows),
        })}
        busy={busy !== null}
        disabled={!ready}
        onDrop={run.drop}
        onChoose={run.choose}
      >
        {busy && (
          <div className="fc-sending" role="status">
            <Progress label={text} />
            <span>{text}</span>
            <Button size="small" onClick={run.stop}>
              {t('common.cancel')}
            </Button>
          </div>
        )}
      </DropZone>
      {failure && (
        <Callout intent="danger" role="alert">
          {failure.message}
        </Callout>
      )}
      {!hasTemplate ? null : template.types.includes('xlsx') ? (
        <DropDown
          placement="bottom-start"
          content={
            <Menu>
              <MenuItem text={t('importing.templateXlsx')} onClick={() => void download('xlsx')} />
              <MenuItem text={t('importing.templateCsv')} onClick={() => void download('csv')} />
            </Menu>
          }
        >
          <Button icon={<Download />}>{t('importing.template')}</Button>
        </DropDown>
      ) : (
        <Button icon={<Download />} onClick={() => void download('csv')}>
          {t('importing.templateCsv')}
        </Button>
      )}
    </div>
  );
}
