import { Button, Callout, FormGroup } from '@blueprintjs/core';
import { fieldOf, metaOf } from '@contract/fields';
import { useCallback, useEffect, useId, useLayoutEffect, useRef } from 'react';
import { Controller } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type * as z from 'zod';
import { useSpeech } from '../app/language';
import { Restored } from '../app/Restored';
import { TypedElsewhere } from '../app/TypedElsewhere';
import { kindOf } from '../kinds';
import { UnreadInput } from '../kinds/Unread';
import { BusyButton } from '../ui/BusyButton';
import { firstField, wrongField } from '../ui/firstField';
import { isTyping, useShortcuts } from '../ui/shortcuts';
import { ConflictDialog } from './ConflictDialog';
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

/** Scrolls a focused field out from under the bar that covers the end of its form. */
function keepInSight(field: Element, form: Element): void {
  if (field.closest('[data-over]')) return;
  // The browser scrolls it into the window first, and ignores elements that cover it.
  requestAnimationFrame(() => {
    const over = [...form.querySelectorAll('[data-over]')].map((one) => one.getBoundingClientRect().top);
    const under = field.getBoundingClientRect().bottom + 10 - Math.min(...over);
    if (under > 0) form.closest('.fc-tab-body, .fc-side-body')?.scrollBy({ top: under });
  });
}

/** Form with the contract's fields, in titled groups. */
export function RecordForm<Saved, S extends z.ZodType = z.ZodType>(props: Props<Saved, S>) {
  const { row, groups, resource, onCancel } = props;
  const { t } = useTranslation();
  const speech = useSpeech();
  const base = useId();
  const address = useAddress(row);
  const { rules } = props;
  const allRules = useCallback(
    (given: Values) => [...(rules?.(given) ?? []), ...address.rules(given)],
    [rules, address.rules],
  );
  const record = useRecordForm({ ...props, rules: allRules });
  const { form, values, failure, conflict, restoredAt, warnings, submit } = record;
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
  const messageRef = useRef<HTMLDivElement>(null);
  // Scrolls the message into view: in a long form it may be off screen.
  useEffect(() => {
    if (apart) messageRef.current?.scrollIntoView({ block: 'center' });
  }, [apart]);
  const own = useRef<HTMLFormElement>(null);
  const left = useRef<Element | null>(null);
  // The fields are disabled while saving and lose the focus: afterwards it goes to the first error, or back.
  useEffect(() => {
    if (isSubmitting || !left.current) return;
    const to = wrongField(own.current) ?? left.current;
    left.current = null;
    // The conflict dialog takes the focus itself.
    if (conflict) return;
    if (to instanceof HTMLElement && own.current?.contains(to)) to.focus();
  }, [isSubmitting, conflict]);
  const locked = record.typedElsewhere !== undefined;
  // Focuses the first field of a newly opened form, unless the user is typing somewhere else.
  const first = useRef<{ readonly name: string; readonly value: unknown } | undefined>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the first render counts
  useLayoutEffect(() => {
    if (isTyping(document.activeElement)) return;
    // In a new record, skips fields with default values; if no required field is empty, Enter can send it at once.
    const names = record.known ? [] : groups.flatMap(({ fields }) => fields);
    const isEmpty = (one: string) => String(form.getValues(one) ?? '') === '';
    const lacks = names.some((one) => record.required(one) && isEmpty(one));
    const empty = lacks ? names.find(isEmpty) : undefined;
    const input = own.current?.querySelector<HTMLElement>(`[id="${base}-${empty}"]:enabled`);
    const field = input ?? firstField(own.current, '.fc-form-fields');
    if (!field || field.getBoundingClientRect().bottom > window.innerHeight) return;
    const name = field.id.slice(base.length + 1);
    first.current = { name, value: form.getValues(name) };
    field.focus({ preventScroll: true });
  }, [base, form]);
  const send = () => {
    if (locked) return;
    left.current = document.activeElement;
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
              {fields.map((name) => {
                const schema = fieldOf(row, name);
                const meta = metaOf(schema);
                const required = record.required(name);
                const unread = record.unread(name);
                const Input = unread ? UnreadInput : kindOf(meta).Input;
                const message = errors[name]?.message;
                const id = `${base}-${name}`;
                return (
                  <FormGroup
                    key={name}
                    className={`fc-field fc-field-${meta.kind}`}
                    label={speech.label(name, resource)}
                    labelFor={id}
                    labelInfo={required ? <span title={t('common.required')}>*</span> : undefined}
                    intent={message ? 'danger' : warnings[name] ? 'warning' : 'none'}
                    helperText={
                      <span id={`${id}-help`} role={message ? 'alert' : undefined}>
                        {message ?? warnings[name] ?? (unread ? t('common.unreadHint') : (hints[name] ?? ''))}
                      </span>
                    }
                  >
                    <Controller
                      name={name}
                      control={form.control}
                      render={({ field }) => (
                        <Input
                          id={id}
                          name={name}
                          meta={meta}
                          schema={schema}
                          value={field.value}
                          onChange={field.onChange}
                          onBlur={() => {
                            // The app set this focus; do not validate the field if it is left unchanged.
                            const { current: come } = first;
                            first.current = undefined;
                            if (come?.name !== name || come.value !== form.getValues(name)) field.onBlur();
                          }}
                          invalid={!!message}
                          disabled={isSubmitting || locked || !!props.fixed?.includes(name)}
                          required={required}
                          row={{ ...props.about, ...read }}
                        />
                      )}
                    />
                  </FormGroup>
                );
              })}
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
        <div ref={messageRef}>
          <Callout compact intent="danger" role="alert" className="fc-banner">
            {apart.unknownResult
              ? t('common.unknownResult')
              : record.gone
                ? t('kept.recordGone')
                : apart.message}
            {record.gone && (
              <>
                <TypedValues resource={resource} shape={row.shape} values={values} />
                {props.asNew && (
                  <Button size="small" onClick={() => props.asNew?.(record.forNew())}>
                    {t('kept.asNew')}
                  </Button>
                )}
              </>
            )}
          </Callout>
        </div>
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
