import './importing.css';
import { Button, Callout } from '@blueprintjs/core';
import type { FileJob } from '@contract/files/fileJobRow';
import { type ReactElement, type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { queryClient } from '../../api/queries';
import { useTabPath } from '../../app/TabFrame';
import { markUnsaved } from '../../app/tabs';
import { firstField } from '../../ui/firstField';
import { afterOverlayClosed, canTakeFocus } from '../../ui/free';
import { CheckStep } from './CheckStep';
import { ColumnsStep } from './ColumnsStep';
import { FileStep } from './FileStep';
import type { ImportSpec, Step } from './importRun';
import { type Import, useImport } from './useImport';

const STEPS = ['file', 'columns', 'check', 'result'] as const;
const TITLES = {
  file: 'importing.stepFile',
  columns: 'importing.stepColumns',
  check: 'importing.stepCheck',
  result: 'common.result',
} as const satisfies Record<Step, string>;

/** One wizard for every import: file, columns, check, result. Nothing is written before the check is passed. */
export function ImportWizard(props: {
  spec: ImportSpec;
  /** What is imported, as headings and names of files have it. */
  title: string;
  /** One line on what is in the file, and what becomes of it. */
  intro: string;
  importAll: (count: number) => string;
  importGood: (count: number) => string;
  /** What comes of it. */
  job: (job: FileJob, run: Import) => ReactElement;
  onDone?: () => void;
  /** What must be said before a file is chosen; without an answer to it none is taken. */
  before?: ReactNode;
  ready?: boolean;
  /** A file that is opened without asking, once. */
  opening?: (() => Promise<{ token: string } | null>) | undefined;
  /** What stands beneath while no file is at work. */
  beneath?: ReactElement;
}) {
  const { t } = useTranslation();
  const path = useTabPath();
  const run = useImport(props.spec);
  const { step, job } = run.state;
  useEffect(() => {
    markUnsaved(path, step === 'columns' || step === 'check');
  }, [path, step]);
  const { onDone, opening } = props;
  const opened = useRef(false);
  useEffect(() => {
    if (!opening || opened.current) return;
    opened.current = true;
    if (step === 'file') void run.open(opening);
  }, [opening, step, run]);
  const done = step === 'result';
  useEffect(() => {
    if (done) onDone?.();
  }, [done, onDone]);
  const place = useRef<HTMLElement>(null);
  useStanding(place, step, (run.state.counts?.errors ?? 0) > 0);
  return (
    <section className="fc-import" ref={place}>
      <ol className="fc-steps">
        {STEPS.map((one, index) => (
          <li
            key={one}
            aria-current={one === step ? 'step' : undefined}
            className={STEPS.indexOf(step) > index ? 'fc-passed' : ''}
          >
            <span>{index + 1}</span> {t(TITLES[one])}
          </li>
        ))}
      </ol>
      {step === 'file' && <p className="fc-import-intro">{props.intro}</p>}
      {step === 'file' && props.before}
      {step === 'file' && (
        <FileStep run={run} spec={props.spec} title={props.title} ready={props.ready !== false} />
      )}
      {step === 'columns' && <ColumnsStep run={run} template={props.spec.template} />}
      {step === 'check' && (
        <CheckStep run={run} spec={props.spec} importAll={props.importAll} importGood={props.importGood} />
      )}
      {done && (job ? props.job(job, run) : <SentAlone run={run} />)}
      {(step === 'file' || done) && props.beneath}
    </section>
  );
}

/** Result of a file that was sent to a server without jobs: the values that it answered. */
function SentAlone({ run }: { run: Import }) {
  const { t } = useTranslation();
  const facts = Object.entries(run.state.facts);
  // Because nothing reports the end of the import, all lists are read again when they are looked at.
  useEffect(() => void queryClient.invalidateQueries(), []);
  return (
    <div className="fc-import-result">
      <Callout intent="primary" title={t('importing.sentAlone')}>
        <p>{t('importing.sentAloneDetail')}</p>
        {facts.length > 0 && <p>{facts.map(([name, value]) => `${name}: ${value}`).join(' · ')}</p>}
      </Callout>
      <Button onClick={run.again}>{t('files.another')}</Button>
    </div>
  );
}

/** Where one stands on coming to a step, where nothing else has the focus: at what leads on, or at what keeps one from it. */
function useStanding(place: RefObject<HTMLElement | null>, step: Step, wrong: boolean): void {
  useEffect(
    () =>
      afterOverlayClosed(() => {
        const { current } = place;
        // A dialog that goes gives the focus to the rows: with the last error mended, it is the way on that is wanted.
        const inRows = !wrong && document.activeElement?.matches('[role=grid]');
        if (!current || !(canTakeFocus(current) || inRows)) return;
        const next = current.querySelector<HTMLElement>('.fc-form-foot .bp6-intent-primary:enabled');
        const stands = {
          file: () => firstField(current, ''),
          columns: () => current.querySelector<HTMLElement>('.fc-missing select') ?? next,
          // Errors are gone to by themselves.
          check: () => (wrong ? null : next),
          result: () => current.closest<HTMLElement>('[tabindex]'),
        };
        stands[step]()?.focus({ preventScroll: step !== 'columns' });
      }),
    [place, step, wrong],
  );
}
