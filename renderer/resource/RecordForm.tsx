import { Button, Callout, FormGroup } from '@blueprintjs/core';
import { metaOf } from '@contract/fields';
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

/** What stands in a form beside its fields, and may fill them in. */
export interface FormInside {
  /** Whether a rule's field is said to be wrong. */
  readonly wrong: (name: string) => boolean;
  readonly values: Values;
  readonly set: (name: string, value: unknown) => void;
  /** The id of a field's input. */
  readonly idOf: (name: string) => string;
}

interface Props<Saved, S extends z.ZodType> extends RecordFormOptions<Saved, S> {
  /** The row's schema: it says of what kind each field is. */
  readonly row: z.ZodObject;
  readonly groups: readonly FormGroupChoice[];
  /** What stands under a field while there is nothing wrong with it; it may depend on what is filled in. */
  readonly hints?: Hints | ((values: Values) => Hints);
  /** Fields that may not be changed; their hint says why. */
  readonly fixed?: readonly string[];
  /** What is known of the record besides what is typed, for fields that depend on it. */
  readonly about?: Values;
  readonly onCancel?: () => void;
  readonly submitText?: string;
  /** Begins a new record with what was typed, when the one that was being changed is gone. */
  readonly asNew?: (values: Values) => void;
  /** What else stands between the fields and the buttons. */
  readonly more?: (form: FormInside) => React.ReactNode;
  /** Hears of every change, for screens whose groups depend on a value. */
  readonly watch?: (values: Values) => void;
}

/** A field that the focus comes to stands above what lies over the end of its form. */
function keepInSight(field: Element, form: Element): void {
  if (field.closest('[data-over]')) return;
  // The browser itself brings it into the window first, and knows of nothing that lies over it.
  requestAnimationFrame(() => {
    const over = [...form.querySelectorAll('[data-over]')].map((one) => one.getBoundingClientRect().top);
    const under = field.getBoundingClientRect().bottom + 10 - Math.min(...over);
    if (under > 0) form.closest('.fc-tab-body, .fc-side-body')?.scrollBy({ top: under });
  });
}

/** A form from the contract's fields, in titled groups. */
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
  // What is said beside its fields is not said once more.
  const apart = wrong.length > 0 && wrong.every(isShown) ? null : failure;
  // What stands after the groups marks what it needs itself.
  const starred = !!props.more || groups.some(({ fields }) => fields.some((name) => record.required(name)));
  const { watch } = props;
  useEffect(() => watch?.(read), [watch, read]);
  const said = useRef<HTMLDivElement>(null);
  // A long form would else say it where nobody looks.
  useEffect(() => {
    if (apart) said.current?.scrollIntoView({ block: 'center' });
  }, [apart]);
  const own = useRef<HTMLFormElement>(null);
  const left = useRef<Element | null>(null);
  // While it is sent the fields are closed, and the focus is nowhere: it goes to what is wrong then, or back.
  useEffect(() => {
    if (isSubmitting || !left.current) return;
    const to = wrongField(own.current) ?? left.current;
    left.current = null;
    // The question that two people's changes raise has the focus itself.
    if (conflict) return;
    if (to instanceof HTMLElement && own.current?.contains(to)) to.focus();
  }, [isSubmitting, conflict]);
  const locked = record.typedElsewhere !== undefined;
  // Whoever asks for a form is about to type; who types elsewhere already is left there.
  const first = useRef<{ readonly name: string; readonly value: unknown } | undefined>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only that one comes to it counts
  useLayoutEffect(() => {
    if (isTyping(document.activeElement)) return;
    // What has its usual value already is passed over in a new record; where nothing is missing, Enter sends it as it is.
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
                const schema = row.shape[name] as z.ZodType;
                const meta = metaOf(schema);
                const required = record.required(name);
                const unread = record.unread(name);
                const Input = unread ? UnreadInput : kindOf(meta).Input;
                const message = errors[name]?.message as string | undefined;
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
                            // It was not this person who went into it: one that is left as it was is not spoken of yet.
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
        <div ref={said}>
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
