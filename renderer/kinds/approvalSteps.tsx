import './approvalSteps.css';
import './lines.css';
import { Checkbox, FormGroup, InputGroup } from '@blueprintjs/core';
import type { RefTarget } from '@contract/fields';
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
import { ManySelect, type Option } from './ChoiceInput';
import type { InputProps, Kind, MetaOf } from './kind';
import { usePastedRows } from './linesParts';
import { type LookupRow, type Lookups, useLookups } from './lookups';
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
        <StateTag tone="bad">{speech.message({ code: 'APPROVAL_STUCK', params: { no } })}</StateTag> {text}
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

function StepsInput(props: InputProps<MetaOf<'approvalSteps'>>) {
  const { id, value, onChange, onBlur, invalid, disabled, row } = props;
  const { t } = useTranslation();
  const speech = useSpeech();
  const lookups = useLookups(TARGETS);
  const names = namesOf(lookups, speech);
  const steps = (value as ApprovalStep[] | null) ?? [];
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
  const peopleFor = (chosen: readonly number[]): Option[] =>
    [...staff.map((person) => person.id), ...chosen.filter((one) => !lookups.find('staff', one))]
      .filter((one) => names.able.staff(one) || chosen.includes(one))
      .map((one) => ({
        value: one,
        label: approverText(speech.language, one, names.staff(one)),
        search: names.staff(one)?.name ?? '',
      }));
  const groupsFor = (chosen: readonly number[]): Option[] =>
    [
      ...lookups.rows('adminGroup').map((group) => group.id),
      ...chosen.filter((one) => !lookups.find('adminGroup', one)),
    ].map((one) => {
      const name = names.group(one);
      const row = lookups.find('adminGroup', one);
      return {
        value: one,
        label: name ?? approverText(speech.language, one, undefined),
        search: `${row?.nameEn ?? ''} ${row?.nameCn ?? ''}`,
      };
    });
  const text = (name: string) =>
    typeof row[name] === 'string' && row[name] !== '' ? String(row[name]) : null;
  const [docType, currency] = [text('docType'), text('currency')];
  const amount = (name: string) => (/^\d+(\.\d+)?$/.test(text(name) ?? '') ? text(name) : null);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles blur and paste of everything inside
    <div className="fc-steps" onBlur={onBlur} onPaste={paste.onPaste}>
      <ol ref={list<HTMLOListElement>()}>
        {steps.map((step, index) => {
          const no = index + 1;
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: steps are identified by their position
            <li key={index} onKeyDown={(event) => onKeyDown(event, index)}>
              <header>
                <InputGroup
                  id={index === 0 ? id : `${id}-${no}`}
                  className="fc-step-name"
                  fill
                  maxLength={60}
                  disabled={disabled}
                  value={step.name}
                  placeholder={t('config.stepNameHint')}
                  aria-label={t('config.stepName', { no })}
                  aria-describedby={`${id}-help`}
                  aria-invalid={invalid && step.name.trim() === ''}
                  onValueChange={(name) => change(index, { name })}
                />
                {buttons(index)}
              </header>
              <FormGroup label={t('config.stepPeople')} labelFor={`${id}-${no}-staff`}>
                <ManySelect
                  id={`${id}-${no}-staff`}
                  label={t('config.stepStaff', { no })}
                  options={peopleFor(step.approverStaffIds)}
                  retry={lookups.retry('staff')}
                  values={step.approverStaffIds}
                  onChange={(ids) => change(index, { approverStaffIds: ids as number[] })}
                />
              </FormGroup>
              <FormGroup label={t('config.stepGroup')} labelFor={`${id}-${no}-groups`}>
                <ManySelect
                  id={`${id}-${no}-groups`}
                  label={t('config.stepGroups', { no })}
                  options={groupsFor(step.approverGroupIds)}
                  retry={lookups.retry('adminGroup')}
                  values={step.approverGroupIds}
                  onChange={(ids) => change(index, { approverGroupIds: ids as number[] })}
                />
              </FormGroup>
              <div className="fc-step-how">
                <Checkbox
                  checked={step.mode === 'all'}
                  disabled={disabled}
                  label={t('config.stepAll')}
                  onChange={({ currentTarget }) =>
                    change(index, { mode: currentTarget.checked ? 'all' : 'any' })
                  }
                />
                <label htmlFor={`${id}-${no}-hours`}>{t('config.stepHours')}</label>
                <InputGroup
                  id={`${id}-${no}-hours`}
                  className="fc-step-hours"
                  inputMode="numeric"
                  maxLength={4}
                  disabled={disabled}
                  value={step.dueHours === null ? '' : String(step.dueHours)}
                  aria-label={t('config.stepHoursOf', { no })}
                  onValueChange={(typed) => {
                    const hours = Number(typed.replace(/\D/g, ''));
                    change(index, { dueHours: hours > 0 ? Math.min(hours, 8760) : null });
                  }}
                />
              </div>
              {stuck.includes(no) && step.approverStaffIds.length + step.approverGroupIds.length > 0 && (
                <StateTag tone="bad">{speech.message({ code: 'APPROVAL_STUCK', params: { no } })}</StateTag>
              )}
            </li>
          );
        })}
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
