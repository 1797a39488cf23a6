import './approvalSteps.css';
import './lines.css';
import { Checkbox, FormGroup, InputGroup } from '@blueprintjs/core';
import type { RefTarget } from '@contract/refTargets';
import { type ApprovalStep, type EligibleApprovers, stuckSteps } from '@contract/rules/approval';
import { type ApprovalColumn, readApprovalSteps } from '@contract/rules/approvalPaste';
import {
  type ApproverNames,
  type ApproverState,
  approvalText,
  approverText,
  stepsText,
} from '@contract/rules/approvalText';
import { useTranslation } from 'react-i18next';
import { type Speech, useSpeech } from '../app/language';
import { StateTag } from '../ui/StateTag';
import { ManySelect } from './ChoiceInput';
import type { InputProps, Kind, MetaOf } from './kind';
import { usePastedRows } from './linesParts';
import { type LookupRow, type Lookups, useLookups } from './lookups';
import type { Option } from './options';
import { useSteps } from './steps';

const COLUMN_NAMES = {
  name: 'common.name',
  approverStaffIds: 'config.stepPeople',
  approverGroupIds: 'config.stepGroup',
  mode: 'config.stepMode',
  dueHours: 'config.stepHours',
} as const satisfies Record<ApprovalColumn, string>;
const TARGETS: readonly RefTarget[] = ['adminGroup', 'staff'];

/** Names and states of the approvers in steps, from their records. */
function namesOf(lookups: Lookups, speech: Speech): ApproverNames & { able: EligibleApprovers } {
  const staff = (id: number) => {
    const row = lookups.find('staff', id);
    const state: ApproverState = row?.active ? 'able' : row?.deleted ? 'deleted' : 'forbidden';
    return row && { name: String(row.realName), state };
  };
  const group = (id: number) => {
    const row = lookups.find('adminGroup', id);
    return row && speech.name(row);
  };
  const able = {
    staff: (id: number) => staff(id)?.state === 'able',
    group: (id: number) => Number(lookups.find('adminGroup', id)?.ableCount ?? 0) > 0,
  };
  return { staff, group, able };
}

/** Returns the steps at which nobody can decide; none until the staff are loaded. */
const stuckOf = (steps: readonly ApprovalStep[], lookups: Lookups, able: EligibleApprovers): number[] =>
  lookups.rows('staff').length === 0 ? [] : stuckSteps(steps, able);

/** Approvers in their order: edited as a list of steps, shown as a sentence. */
export const approvalSteps: Kind<'approvalSteps'> = {
  align: 'start',
  width: 420,
  toText: (value: readonly ApprovalStep[], _meta, { speech, lookups }) =>
    stepsText(speech.language, value, namesOf(lookups, speech)),
  Cell: (value: readonly ApprovalStep[], _meta, { speech, lookups }) => {
    const names = namesOf(lookups, speech);
    const text = stepsText(speech.language, value, names);
    const [no] = stuckOf(value, lookups, names.able);
    if (no === undefined) return text;
    return (
      <span className="fc-steps-cell">
        <StuckTag no={no} /> {text}
      </span>
    );
  },
  Input: StepsInput,
  Filter: null,
};

/** Finds active and inactive records by a pasted name; a person also by either half of `李伟 / Li Wei`. */
function byName(rows: readonly LookupRow[], namesIn: (row: LookupRow) => readonly unknown[]) {
  const key = (text: unknown) => String(text).trim().toLowerCase();
  return (name: string) =>
    rows
      .filter((row) => namesIn(row).some((one) => key(one) !== '' && key(one) === key(name)))
      .map(({ id, active }) => ({ id, active: active !== false }));
}

const NEW_STEP: ApprovalStep = {
  name: '',
  mode: 'any',
  approverStaffIds: [],
  approverGroupIds: [],
  dueHours: null,
};

/** Tag on a step at which nobody can decide. */
function StuckTag({ no }: { readonly no: number }) {
  const speech = useSpeech();
  return <StateTag tone="bad">{speech.message({ code: 'APPROVAL_STUCK', params: { no } })}</StateTag>;
}

interface StepPart {
  readonly id: string;
  readonly no: number;
  readonly step: ApprovalStep;
  readonly onChange: (changes: Partial<ApprovalStep>) => void;
}

/** Selects the approvers of a step, people and groups. Those already selected stay among the options. */
function Approvers({ id, no, step, lookups, onChange }: StepPart & { readonly lookups: Lookups }) {
  const { t } = useTranslation();
  const speech = useSpeech();
  const names = namesOf(lookups, speech);
  const known = (to: RefTarget, chosen: readonly number[]) => [
    ...lookups.rows(to).map((row) => row.id),
    ...chosen.filter((one) => !lookups.find(to, one)),
  ];
  const people = known('staff', step.approverStaffIds)
    .filter((one) => names.able.staff(one) || step.approverStaffIds.includes(one))
    .map((value): Option => {
      const person = names.staff(value);
      return { value, label: approverText(speech.language, value, person), search: person?.name ?? '' };
    });
  const groups = known('adminGroup', step.approverGroupIds).map((value): Option => {
    const row = lookups.find('adminGroup', value);
    return {
      value,
      label: names.group(value) ?? approverText(speech.language, value, undefined),
      search: `${row?.nameEn ?? ''} ${row?.nameCn ?? ''}`,
    };
  });
  return (
    <>
      <FormGroup label={t('config.stepPeople')} labelFor={`${id}-staff`}>
        <ManySelect
          id={`${id}-staff`}
          label={t('config.stepStaff', { no })}
          options={people}
          retry={lookups.retry('staff')}
          values={step.approverStaffIds}
          onChange={(ids) => onChange({ approverStaffIds: ids.map(Number) })}
        />
      </FormGroup>
      <FormGroup label={t('config.stepGroup')} labelFor={`${id}-groups`}>
        <ManySelect
          id={`${id}-groups`}
          label={t('config.stepGroups', { no })}
          options={groups}
          retry={lookups.retry('adminGroup')}
          values={step.approverGroupIds}
          onChange={(ids) => onChange({ approverGroupIds: ids.map(Number) })}
        />
      </FormGroup>
    </>
  );
}

/** How a step is decided: by one or by all of its people, and within how many hours. */
function DecisionTerms({ id, no, step, disabled, onChange }: StepPart & { readonly disabled: boolean }) {
  const { t } = useTranslation();
  return (
    <div className="fc-step-how">
      <Checkbox
        checked={step.mode === 'all'}
        disabled={disabled}
        label={t('config.stepAll')}
        onChange={({ currentTarget }) => onChange({ mode: currentTarget.checked ? 'all' : 'any' })}
      />
      <label htmlFor={`${id}-hours`}>{t('config.stepHours')}</label>
      <InputGroup
        id={`${id}-hours`}
        className="fc-step-hours"
        inputMode="numeric"
        maxLength={4}
        disabled={disabled}
        value={String(step.dueHours ?? '')}
        aria-label={t('config.stepHoursOf', { no })}
        onValueChange={(typed) => {
          const hours = Number(typed.replace(/\D/g, ''));
          onChange({ dueHours: hours > 0 ? Math.min(hours, 8760) : null });
        }}
      />
    </div>
  );
}

function StepsInput(props: InputProps<MetaOf<'approvalSteps'>>) {
  const { id, value, onChange, onBlur, invalid, disabled, row } = props;
  const { t } = useTranslation();
  const speech = useSpeech();
  const lookups = useLookups(TARGETS);
  const names = namesOf(lookups, speech);
  const steps = value ?? [];
  const stuck = stuckOf(steps, lookups, names.able);
  const { list, change, onKeyDown, buttons, foot } = useSteps<ApprovalStep>({
    ...{ id, steps, onChange, disabled, fresh: NEW_STEP, focus: '.fc-step-name input' },
    nameOf: ({ name }) => name,
  });
  const staff = lookups.rows('staff');
  const paste = usePastedRows<ApprovalStep, ApprovalColumn>({
    disabled,
    ready: TARGETS.every((to) => lookups.loaded(to)),
    hint: t('config.stepsPasteHint'),
    read: (block, sign) => {
      const words = {
        staff: byName(staff, ({ realName }) => [realName, ...String(realName).split(' / ')]),
        group: byName(lookups.rows('adminGroup'), ({ nameEn, nameCn }) => [nameEn, nameCn]),
      };
      return readApprovalSteps(block, words, sign);
    },
    onLines: (read) => onChange([...steps, ...read]),
    columnName: (column) => t(COLUMN_NAMES[column]),
  });
  const text = (name: string) =>
    typeof row[name] === 'string' && row[name] !== '' ? String(row[name]) : null;
  const [docType, currency] = [text('docType'), text('currency')];
  const amount = (name: string) => (/^\d+(\.\d+)?$/.test(text(name) ?? '') ? text(name) : null);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles blur and paste of everything inside
    <div className="fc-steps" onBlur={onBlur} onPaste={paste.onPaste}>
      <ol ref={list<HTMLOListElement>()}>
        {steps.map((step, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: steps are identified by their position
          <li key={index} onKeyDown={(event) => onKeyDown(event, index)}>
            <header>
              <InputGroup
                id={index === 0 ? id : `${id}-${index + 1}`}
                className="fc-step-name"
                fill
                maxLength={60}
                disabled={disabled}
                value={step.name}
                placeholder={t('config.stepNameHint')}
                aria-label={t('config.stepName', { no: index + 1 })}
                aria-describedby={`${id}-help`}
                aria-invalid={invalid && step.name.trim() === ''}
                onValueChange={(name) => change(index, { name })}
              />
              {buttons(index)}
            </header>
            <Approvers
              {...{ id: `${id}-${index + 1}`, no: index + 1, step, lookups }}
              onChange={(changes) => change(index, changes)}
            />
            <DecisionTerms
              {...{ id: `${id}-${index + 1}`, no: index + 1, step, disabled }}
              onChange={(changes) => change(index, changes)}
            />
            {stuck.includes(index + 1) && step.approverStaffIds.length + step.approverGroupIds.length > 0 && (
              <StuckTag no={index + 1} />
            )}
          </li>
        ))}
      </ol>
      {foot}
      <div className="fc-lines">{paste.panel}</div>
      {docType && steps.length > 0 && (
        <p className="fc-steps-say">
          <b>{t('config.approvalSays')}</b>{' '}
          {approvalText(
            speech.language,
            { docType, currency, minAmount: amount('minAmount'), maxAmount: amount('maxAmount'), steps },
            names,
          )}
        </p>
      )}
    </div>
  );
}
