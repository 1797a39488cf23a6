import { Button, Callout, Tab, Tag } from '@blueprintjs/core';
import type { ImportCounts, ImportSheet } from '@contract/desktop/importing';
import type { FixKind } from '@contract/importing/fixes';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { desktop } from '../../api/bridge';
import { useData } from '../../api/unshownFailures';
import { useLanguage, useSpeech } from '../../app/language';
import { ownTime } from '../../app/zone';
import { formatSize } from '../../kinds/size';
import { BusyButton } from '../../ui/BusyButton';
import { ErrorText } from '../../ui/Failed';
import { Progress } from '../../ui/Progress';
import { panelOf } from '../../ui/panelOf';
import { useShortcuts } from '../../ui/shortcuts';
import { Tabs } from '../../ui/Tabs';
import { notify, notifyFailed } from '../../ui/toaster';
import { CheckGrid } from './CheckGrid';
import { Notices } from './ColumnsStep';
import { type ImportSpec, partTemplate } from './importRun';
import type { View } from './importView';
import { RecordsSummary } from './RecordsSummary';
import type { Import } from './useImport';

const VIEWS: readonly View[] = ['all', 'errors', 'warnings', 'left'];
const DECIMALS = { point: 'importing.decimalPoint', comma: 'importing.decimalComma' } as const;
const ORDERS = {
  DMY: 'importing.dateDmy',
  MDY: 'importing.dateMdy',
  YMD: 'importing.dateYmd',
} as const;

/** Third step: the checked grid. Invalid cells show why and are corrected in place before anything is sent. */
export function CheckStep({
  run,
  spec,
  importAll,
  importGood,
}: {
  run: Import;
  spec: ImportSpec;
  importAll: (count: number) => string;
  importGood: (count: number) => string;
}) {
  const { t } = useTranslation();
  const { sheet, counts, records, busy } = run.state;
  const [view, setView] = useState<View>(counts && counts.errors > 0 ? 'errors' : 'all');
  const firstWrong = counts?.parts.findIndex(({ errors }) => errors > 0) ?? -1;
  const [chosen, setChosen] = useState(Math.max(0, firstWrong));
  const part = Math.min(chosen, (counts?.parts.length ?? 1) - 1);
  // With errors, the focus starts in the first of them.
  const [jumps, setJumps] = useState(counts && counts.errors > 0 ? 1 : 0);
  const jump = () => {
    if (!counts || counts.errors === 0) return;
    if (counts.parts[part]?.errors === 0) setChosen(firstWrong);
    setView('errors');
    setJumps(jumps + 1);
  };
  useShortcuts([{ combo: 'f8', label: t('importing.nextError'), run: jump }]);
  if (!sheet || !counts) return null;
  return (
    <div className="fc-import-check">
      <div className="fc-import-head">
        <h2>{sheet.fileName}</h2>
        {counts.errors === 0 && (
          <Tag minimal intent={counts.warnings > 0 ? 'warning' : 'success'}>
            {counts.warnings > 0
              ? t('importing.onlyWarnings', { count: counts.warnings })
              : t('importing.allGood')}
          </Tag>
        )}
        <Notices sheet={sheet} />
      </div>
      <FileNotes run={run} sheet={sheet} />
      {records && <RecordsSummary records={records} template={spec.template} />}
      {sheet.parts.length > 1 && (
        <SheetTabs
          {...{ sheet, counts, part }}
          onPart={(to) => {
            setJumps(0);
            setChosen(to);
          }}
        />
      )}
      {counts.errors + counts.warnings > 0 && (
        <Fixes
          session={sheet.session}
          counts={counts}
          onFixed={(now, kind) => {
            run.edited(now, kind);
            if (now.errors === 0) setView('all');
          }}
        />
      )}
      <div className="fc-import-views">
        <ViewTabs
          counts={counts.parts[part] ?? counts}
          view={view}
          onView={(to) => {
            setJumps(0);
            setView(to);
          }}
        />
        {counts.errors > 0 && (
          <Button size="small" onClick={jump}>
            {t('importing.nextError')}
          </Button>
        )}
      </div>
      <div className="fc-import-panel" {...panelOf('import-view', view)}>
        <CheckGrid
          key={`${part} ${view}`}
          session={sheet.session}
          part={part}
          view={view}
          template={partTemplate(spec.template, sheet.parts[part]?.key ?? '')}
          jumps={jumps}
          onEdited={(now, mended) => {
            run.edited(now, mended);
            // No errors are left to show, or no rows that were left out.
            const isOver = view === 'left' ? now.parts[part]?.left === 0 : now.errors === 0;
            if (isOver) setView('all');
          }}
        />
      </div>
      {busy === 'sending' && <Sending progress={run.state.progress} onStop={run.stop} />}
      <SendFoot {...{ run, spec, sheet, counts, importAll, importGood }} />
    </div>
  );
}

/** Notes on the file besides its rows: an earlier import, earlier corrections, and its reading options. */
function FileNotes({ run, sheet }: { readonly run: Import; readonly sheet: ImportSheet }) {
  const { t } = useTranslation();
  const { sentBefore, mended, busy, failure, cancelled, atServer } = run.state;
  return (
    <>
      {sentBefore && (
        <Callout compact intent="warning">
          {t('importing.sentBefore', { at: ownTime(sentBefore.at), by: sentBefore.by })}
        </Callout>
      )}
      {mended && (
        <Callout compact intent="primary" role="status">
          {t('importing.mended', { count: mended.count, at: ownTime(mended.at) })}{' '}
          <Button size="small" intent="primary" onClick={() => run.mendAgain(true)}>
            {t('importing.mendAgain')}
          </Button>{' '}
          <Button size="small" onClick={() => run.mendAgain(false)}>
            {t('kept.discard')}
          </Button>
        </Callout>
      )}
      {sheet.known && (
        <Callout compact intent="primary" role="status">
          {t('importing.known', { at: ownTime(sheet.known) })}{' '}
          {[
            sheet.encoding,
            sheet.decimal && sheet.decimal !== 'open' && t(DECIMALS[sheet.decimal]),
            sheet.dateOrder && sheet.dateOrder !== 'open' && t(ORDERS[sheet.dateOrder]),
          ]
            .filter(Boolean)
            .join(' · ')}{' '}
          <Button size="small" disabled={busy !== null} onClick={run.toColumns}>
            {t('common.change')}
          </Button>
        </Callout>
      )}
      <ErrorText text={failure?.message} />
      {cancelled && (
        <Callout compact role="status">
          {t('importing.cancelled')}
        </Callout>
      )}
      {!atServer && <Callout compact>{t('importing.notAtServer')}</Callout>}
    </>
  );
}

/** The sheets of a workbook, each with its rows or errors. */
function SheetTabs(props: {
  readonly sheet: ImportSheet;
  readonly counts: ImportCounts;
  readonly part: number;
  readonly onPart: (part: number) => void;
}) {
  const { sheet, counts, part, onPart } = props;
  const speech = useSpeech();
  return (
    <Tabs id="import-sheet" selectedTabId={part} onChange={(id) => onPart(Number(id))}>
      {sheet.parts.map(({ key }, at) => {
        const { rows = 0, errors = 0 } = counts.parts[at] ?? {};
        return (
          <Tab
            key={key}
            id={at}
            title={speech.choice('importSheet', key)}
            tagContent={errors > 0 ? errors : rows}
            {...(errors > 0 ? { tagProps: { intent: 'danger' } } : {})}
          />
        );
      })}
    </Tabs>
  );
}

/** The rows to show: all, those with errors or warnings, and those left out. */
function ViewTabs(props: {
  readonly counts: Pick<ImportCounts, 'rows' | 'errors' | 'warnings' | 'left'>;
  readonly view: View;
  readonly onView: (view: View) => void;
}) {
  const { counts, view, onView } = props;
  const { t } = useTranslation();
  return (
    <Tabs
      id="import-view"
      selectedTabId={view}
      onChange={(id) => onView(VIEWS.find((one) => one === id) ?? 'all')}
    >
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
      {counts.left > 0 && <Tab id="left" title={t('importing.viewLeft')} tagContent={counts.left} />}
    </Tabs>
  );
}

/** Progress of the upload, which can be stopped. */
function Sending(props: { readonly progress: Import['state']['progress']; readonly onStop: () => void }) {
  const { progress, onStop } = props;
  const { t } = useTranslation();
  const language = useLanguage();
  const onItsWay = progress.total > 0 && progress.done < progress.total;
  const sent = onItsWay
    ? t('importing.sendingBytes', {
        done: formatSize(progress.done, language),
        total: formatSize(progress.total, language),
      })
    : t('importing.sending');
  return (
    <div className="fc-sending" role="status">
      <Progress label={sent} part={onItsWay ? progress.done / progress.total : undefined} />
      <span>{sent}</span>
      <Button size="small" onClick={onStop}>
        {t('common.cancel')}
      </Button>
    </div>
  );
}

/** Buttons that go back, import all rows or the valid ones, and save the others. */
function SendFoot(props: {
  readonly run: Import;
  readonly spec: ImportSpec;
  readonly sheet: ImportSheet;
  readonly counts: ImportCounts;
  readonly importAll: (count: number) => string;
  readonly importGood: (count: number) => string;
}) {
  const { run, spec, sheet, counts, importAll, importGood } = props;
  const { busy } = run.state;
  const { t } = useTranslation();
  const speech = useSpeech();
  // A conversion in mode "all" or "whole" accepts no part of a file; the others import valid rows and return the rest.
  const mayPart = spec.send.mode !== 'all' && spec.send.mode !== 'whole';
  const saveErrors = async (format: 'xlsx' | 'csv') => {
    try {
      const saved = await desktop.importing.saveErrors({
        session: sheet.session,
        format,
        name: `${sheet.fileName} ${speech.words.desktop.errorColumn}`,
      });
      if (saved) notify({ text: t('common.exported', { name: saved.name }), intent: 'success' });
    } catch (error) {
      notifyFailed(error);
    }
  };
  return (
    <div className="fc-form-foot">
      <Button disabled={busy !== null} onClick={run.toColumns}>
        {t('common.back')}
      </Button>
      <BusyButton
        intent="primary"
        disabled={counts.errors > 0 || counts.good === 0}
        busy={busy !== null}
        onClick={() => run.send('all')}
      >
        {importAll(counts.good)}
      </BusyButton>
      {counts.errors > 0 && counts.good > 0 && mayPart && (
        <BusyButton busy={busy === 'sending'} onClick={() => run.send('good')}>
          {importGood(counts.good)}
        </BusyButton>
      )}
      {counts.errors > 0 && (
        <Button onClick={() => void saveErrors(spec.template.types.includes('xlsx') ? 'xlsx' : 'csv')}>
          {t('importing.saveErrors')}
        </Button>
      )}
      {counts.errors > 0 && (
        <span className="fc-muted">{t(mayPart ? 'importing.fixFirst' : 'importing.fixAll')}</span>
      )}
    </div>
  );
}

/** Message keys of each correction: the problem, and the button that corrects it. */
const FIX_WORDS = {
  zeros: ['importing.zerosLost', 'importing.restoreZeros'],
  dates: ['importing.datesSwapped', 'importing.swapDates'],
  sides: ['importing.sidesOther', 'importing.convertSides'],
  batches: ['importing.batchesKnown', 'importing.useBatches'],
  known: ['importing.billsKnown', 'importing.leaveThemOut'],
  alike: ['importing.billsAlike', 'importing.leaveThemOut'],
  prices: ['importing.pricesHundredfold', 'importing.dividePrices'],
  letters: ['importing.lettersTwice', 'importing.restoreLetters'],
  rates: ['importing.ratesShares', 'importing.multiplyRates'],
  codes: ['importing.codesMeant', 'importing.writeCodes'],
} as const satisfies Record<FixKind, readonly [string, string]>;

/** Corrections that the problems suggest, each with a button that applies it to all rows. */
function Fixes({
  session,
  counts: { errors, warnings },
  onFixed,
}: {
  session: string;
  counts: ImportCounts;
  onFixed: (counts: ImportCounts, kind: FixKind) => void;
}) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const fixes = useData({
    queryKey: ['importing', session, 'fixes', errors, warnings],
    queryFn: () => desktop.importing.fixes({ session }),
    gcTime: 10_000,
  });
  const fix = async (kind: FixKind) => {
    try {
      onFixed((await desktop.importing.fix({ session, kind })).counts, kind);
      await queries.invalidateQueries({ queryKey: ['importing', session] });
    } catch (error) {
      notifyFailed(error);
    }
  };
  return fixes?.map(({ kind, count }) => {
    const [wrong, button] = FIX_WORDS[kind];
    return (
      <Callout key={kind} compact intent="primary" role="status">
        {t(wrong, { count })}{' '}
        <Button size="small" intent="primary" onClick={() => void fix(kind)}>
          {t(button)}
        </Button>
      </Callout>
    );
  });
}
