import { Button, Callout, FormGroup } from '@blueprintjs/core';
import type { AppError } from '@contract/errors';
import { metaOf } from '@contract/fields';
import { fieldOf } from '@contract/rowFields';
import { useCallback, useEffect, useId, useRef } from 'react';
import { Controller } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type * as z from 'zod';
import { useSpeech } from '../app/language';
import { Restored } from '../app/Restored';
import { TypedElsewhere } from '../app/TypedElsewhere';
import { kindOf } from '../kinds';
import { UnreadInput } from '../kinds/Unread';
import { BusyButton } from '../ui/BusyButton';
import { useShortcuts } from '../ui/shortcuts';
import { ConflictDialog } from './ConflictDialog';
import { keepInSight, useFirstFocus, useFocusAfterSaving } from './recordFormFocus';
import { TypedValues } from './TypedValues';
import { useAddress } from './useAddress';
import { type RecordFormOptions, useRecordForm, type Values } from './useRecordForm';

export interface FormGroupChoice {
  readonly title: string;
  readonly fields: readonly string[];
}

export type Hints = Readonly<Record<string, string>>;

/** Access to a form for content beside its fields, which may fill them in. */
export interface FormInside {
  /** Returns true if a field shows an error. */
  readonly wrong: (name: string) => boolean;
  readonly values: Values;
  readonly set: (name: string, value: unknown) => void;
  /** The id of a field's input. */
  readonly idOf: (name: string) => string;
}

interface Props<Saved, S extends z.ZodType> extends RecordFormOptions<Saved, S> {
  /** Schema of the row, with the kind of each field. */
  readonly row: z.ZodObject;
  readonly groups: readonly FormGroupChoice[];
  /** Hints under fields without an error; may depend on the values. */
  readonly hints?: Hints | ((values: Values) => Hints);
  /** Fields that cannot be changed; their hint says why. */
  readonly fixed?: readonly string[];
  /** Further values of the record that are not in the form, for fields that depend on them. */
  readonly about?: Values;
  readonly onCancel?: () => void;
  readonly submitText?: string;
  /** Starts a new record with the typed values, when the one being edited was deleted. */
  readonly asNew?: (values: Values) => void;
  /** Further content between the fields and the buttons. */
  readonly more?: (form: FormInside) => React.ReactNode;
  /** Called with the values at every change, for screens whose groups depend on a value. */
  readonly watch?: (values: Values) => void;
}

/** Form with the contract's fields, in titled groups. */
export function RecordForm<Saved, S extends z.ZodType = z.ZodType>(props: Props<Saved, S>) {
  const { row, groups, resource, onCancel } = props;
  const { t } = useTranslation();
  const base = useId();
  const address = useAddress(row);
  const { rules } = props;
  const allRules = useCallback(
    (given: Values) => [...(rules?.(given) ?? []), ...address.rules(given)],
    [rules, address.rules],
  );
  const record = useRecordForm({ ...props, rules: allRules });
  const { form, values, failure, conflict, restoredAt, submit } = record;
  const { read } = record;
  const given = typeof props.hints === 'function' ? props.hints(read) : props.hints;
  const hints = { ...address.hints(read), ...given };
  const { errors, isSubmitting } = form.formState;
  const count = Object.keys(errors).length;
  const wrong = Object.keys(failure?.fields ?? {}).map((name) => name.split('.')[0] ?? name);
  const isShown = (name: string) => groups.some(({ fields }) => fields.includes(name));
  // Hides the form's message if every error is already shown beside its field.
  const apart = wrong.length > 0 && wrong.every(isShown) ? null : failure;
  // Content after the groups may have required fields of its own.
  const starred = !!props.more || groups.some(({ fields }) => fields.some((name) => record.required(name)));
  const { watch } = props;
  useEffect(() => watch?.(read), [watch, read]);
  const own = useRef<HTMLFormElement>(null);
  const locked = record.typedElsewhere !== undefined;
  const noteFocus = useFocusAfterSaving(own, isSubmitting, conflict !== null);
  const isUntouched = useFirstFocus(own, base, {
    names: record.known ? [] : groups.flatMap(({ fields }) => fields),
    required: record.required,
    valueAt: form.getValues,
  });
  const send = () => {
    if (locked) return;
    noteFocus();
    void submit();
  };
  useShortcuts([{ combo: 'mod+s', label: t('common.save'), run: send, typing: true }]);

  return (
    <form
      ref={own}
      className="fc-form"
      noValidate
      onFocus={({ target, currentTarget }) => keepInSight(target, currentTarget)}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      {locked ? (
        <TypedElsewhere at={record.typedElsewhere} changed={record.changed} onGoOn={record.goOn} />
      ) : (
        <Restored at={restoredAt} onDiscard={record.discard} />
      )}
      <fieldset className="fc-form-all" disabled={locked}>
        {groups.map(({ title, fields }) => (
          <fieldset key={fields[0]} className="fc-form-group">
            <legend>{title}</legend>
            <div className="fc-form-fields">
              {fields.map((name) => (
                <FormField
                  key={name}
                  {...{ record, resource, name, hint: hints[name] }}
                  id={`${base}-${name}`}
                  schema={fieldOf(row, name)}
                  disabled={isSubmitting || locked || !!props.fixed?.includes(name)}
                  values={{ ...props.about, ...read }}
                  // The app set this focus; do not validate the field if it is left unchanged.
                  ignoresBlur={() => isUntouched(name)}
                />
              ))}
            </div>
          </fieldset>
        ))}
        {props.more?.({
          wrong: (name) => !!errors[name],
          values: read,
          set: (name, value) => form.setValue(name, value, { shouldDirty: true, shouldTouch: true }),
          idOf: (name) => `${base}-${name}`,
        })}
      </fieldset>
      {apart && (
        <FormFailure failure={apart} isDeleted={record.gone}>
          <TypedValues resource={resource} shape={row.shape} values={values} />
          {props.asNew && (
            <Button size="small" onClick={() => props.asNew?.(record.forNew())}>
              {t('kept.asNew')}
            </Button>
          )}
        </FormFailure>
      )}
      <div className="fc-form-foot" data-over>
        <BusyButton type="submit" intent="primary" busy={isSubmitting} disabled={locked}>
          {props.submitText ?? t('common.save')}
        </BusyButton>
        {onCancel && <Button onClick={onCancel}>{t('common.cancel')}</Button>}
        {count > 0 && <span className="fc-form-invalid">{t('common.formInvalid', { count })}</span>}
        <span className="fc-spring" />
        {starred && <span className="fc-muted">{t('common.formHint')}</span>}
      </div>
      {conflict && (
        <ConflictDialog
          row={row}
          resource={resource}
          conflict={conflict}
          onResolve={record.resolve}
          onClose={record.leaveConflict}
        />
      )}
    </form>
  );
}

/** A field with its label, and beneath it an error, a warning or a hint. */
function FormField<Saved, S extends z.ZodType>(props: {
  readonly record: ReturnType<typeof useRecordForm<Saved, S>>;
  readonly resource: RecordFormOptions<Saved, S>['resource'];
  readonly name: string;
  readonly id: string;
  readonly schema: z.ZodType;
  readonly hint: string | undefined;
  readonly disabled: boolean;
  /** Values of the record, on which the input may depend. */
  readonly values: Values;
  readonly ignoresBlur: () => boolean;
}) {
  const { record, resource, name, id, schema, hint, disabled, values, ignoresBlur } = props;
  const { t } = useTranslation();
  const speech = useSpeech();
  const meta = metaOf(schema);
  const required = record.required(name);
  const unread = record.unread(name);
  const Input = unread ? UnreadInput : kindOf(meta).Input;
  const message = record.form.formState.errors[name]?.message;
  const warning = record.warnings[name];
  return (
    <FormGroup
      className={`fc-field fc-field-${meta.kind}`}
      label={speech.label(name, resource)}
      labelFor={id}
      labelInfo={required ? <span title={t('common.required')}>*</span> : undefined}
      intent={message ? 'danger' : warning ? 'warning' : 'none'}
      helperText={
        <span id={`${id}-help`} role={message ? 'alert' : undefined}>
          {message ?? warning ?? (unread ? t('common.unreadHint') : (hint ?? ''))}
        </span>
      }
    >
      <Controller
        name={name}
        control={record.form.control}
        render={({ field }) => (
          <Input
            {...{ id, name, meta, schema, disabled, required }}
            value={field.value}
            onChange={field.onChange}
            onBlur={() => {
              if (!ignoresBlur()) field.onBlur();
            }}
            invalid={!!message}
            row={values}
          />
        )}
      />
    </FormGroup>
  );
}

/** Why a record was not saved; if it is gone, with what the user typed. */
function FormFailure(props: {
  readonly failure: AppError;
  readonly isDeleted: boolean;
  readonly children: React.ReactNode;
}) {
  const { failure, isDeleted, children } = props;
  const { t } = useTranslation();
  const messageRef = useRef<HTMLDivElement>(null);
  // Scrolls the message into view: in a long form it may be off screen.
  // biome-ignore lint/correctness/useExhaustiveDependencies: at every further failure too
  useEffect(() => {
    messageRef.current?.scrollIntoView({ block: 'center' });
  }, [failure]);
  return (
    <div ref={messageRef}>
      <Callout compact intent="danger" role="alert" className="fc-banner">
        {failure.unknownResult
          ? t('common.unknownResult')
          : isDeleted
            ? t('kept.recordGone')
            : failure.message}
        {isDeleted && children}
      </Callout>
    </div>
  );
}
