import './importing.css';
import type { ImportAnswer } from '@contract/bill/billImport';
import type { ImportName } from '@contract/desktop';
import type { ImportTemplate } from '@contract/importing/template';
import { type ReactElement, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useTabPath } from '../../app/TabFrame';
import { markUnsaved } from '../../app/tabs';
import { CheckStep } from './CheckStep';
import { ColumnsStep } from './ColumnsStep';
import { FileStep } from './FileStep';
import { type Step, useImport } from './useImport';

const STEPS = ['file', 'columns', 'check', 'result'] as const;
const TITLES = {
  file: 'importing.stepFile',
  columns: 'importing.stepColumns',
  check: 'importing.stepCheck',
  result: 'importing.stepResult',
} as const satisfies Record<Step, string>;

/** One wizard for every import: file, columns, check, result. Nothing is written before the check is passed. */
export function ImportWizard(props: {
  name: ImportName;
  template: ImportTemplate;
  /** The upload endpoint that checks and writes. */
  call: string;
  /** The blob endpoint that answers the template. */
  templateCall: string;
  importAll: (count: number) => string;
  importGood: (count: number) => string;
  result: (answer: ImportAnswer, again: () => void) => ReactElement;
  onDone?: () => void;
  /** What stands beneath while no file is at work. */
  beneath?: ReactElement;
}) {
  const { t } = useTranslation();
  const path = useTabPath();
  const run = useImport(props.name, props.template, props.call);
  const { step, answer } = run.state;
  useEffect(() => {
    markUnsaved(path, step === 'columns' || step === 'check');
  }, [path, step]);
  const { onDone } = props;
  useEffect(() => {
    if (answer) onDone?.();
  }, [answer, onDone]);
  return (
    <section className="fc-import">
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
      {step === 'file' && <FileStep run={run} template={props.template} templateCall={props.templateCall} />}
      {step === 'columns' && <ColumnsStep run={run} template={props.template} />}
      {step === 'check' && (
        <CheckStep
          run={run}
          template={props.template}
          importAll={props.importAll}
          importGood={props.importGood}
        />
      )}
      {step === 'result' && answer && props.result(answer, run.again)}
      {(step === 'file' || step === 'result') && props.beneath}
    </section>
  );
}
