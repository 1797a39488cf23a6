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

/** Wizard for every import: file, columns, check, result. Nothing is written before the check has passed. */
export function ImportWizard(props: {
  spec: ImportSpec;
  /** Name of the import, for headings and file names. */
  title: string;
  /** One line on the contents of the file and on their use. */
  intro: string;
  importAll: (count: number) => string;
  importGood: (count: number) => string;
  /** Draws the result of the conversion. */
  job: (job: FileJob, run: Import) => ReactElement;
  onDone?: () => void;
  /** Inputs required before a file can be selected; `ready` is true once they are filled in. */
  before?: ReactNode;
  ready?: boolean;
  /** Picks a file to open once, without the user's selection. */
  opening?: (() => Promise<{ token: string } | null>) | undefined;
  /** Content below while no file is being imported. */
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
  useStepFocus(place, step, (run.state.counts?.errors ?? 0) > 0);
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

/** Result of a file sent to a server without jobs: the values in its response. */
function SentAlone({ run }: { run: Import }) {
  const { t } = useTranslation();
  const facts = Object.entries(run.state.facts);
  // Nothing reports the end of the import, so all lists are refetched when next shown.
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

/**
 * Focuses, on entering a step and if nothing else has the focus, the control that leads on or the one that blocks it.
 */
function useStepFocus(place: RefObject<HTMLElement | null>, step: Step, wrong: boolean): void {
  useEffect(
    () =>
      afterOverlayClosed(() => {
        const { current } = place;
        // A closing dialog returns the focus to the rows; with the last error corrected, the next button is wanted.
        const inRows = !wrong && document.activeElement?.matches('[role=grid]');
        if (!current || !(canTakeFocus(current) || inRows)) return;
        const next = current.querySelector<HTMLElement>('.fc-form-foot .bp6-intent-primary:enabled');
        const targets = {
          file: () => firstField(current, ''),
          columns: () => current.querySelector<HTMLElement>('.fc-missing select') ?? next,
          // CheckStep itself moves to the first error.
          check: () => (wrong ? null : next),
          result: () => current.closest<HTMLElement>('[tabindex]'),
        };
        targets[step]()?.focus({ preventScroll: step !== 'columns' });
      }),
    [place, step, wrong],
  );
}
