import { InputGroup } from '@blueprintjs/core';
import type { FieldMeta } from '@contract/fields';
import { type KeyboardEvent, useEffect, useState } from 'react';
import type { FilterProps } from './kind';

interface Props {
  readonly id: string;
  /** Text of the value while the user is not typing. */
  readonly shown: string;
  /** Parses the typed text; null for an empty field. A text that cannot be parsed is passed on unchanged. */
  readonly read: (text: string) => unknown;
  readonly onChange: (value: unknown) => void;
  readonly onBlur: () => void;
  readonly invalid: boolean;
  readonly disabled: boolean;
  readonly required: boolean;
  readonly align?: 'end';
  readonly unit?: string | undefined;
  readonly placeholder?: string | undefined;
  readonly maxLength?: number;
  readonly right?: React.ReactElement;
  readonly onKeyDown?: (event: KeyboardEvent) => void;
}

/** Field that shows the typed text until blur, then the parsed value. */
export function TextInput(props: Props) {
  const { shown, read, onChange, onBlur, unit, right } = props;
  const [typed, setTyped] = useState<string | null>(null);
  // A value set from outside, by a draft or another field, replaces the typed text unless the field has the focus.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new value from outside counts
  useEffect(() => {
    if (document.activeElement?.id !== props.id) setTyped(null);
  }, [shown]);
  return (
    <InputGroup
      id={props.id}
      fill
      autoComplete="off"
      spellCheck={false}
      className={props.align === 'end' ? 'fc-number' : undefined}
      disabled={props.disabled}
      intent={props.invalid ? 'danger' : 'none'}
      aria-invalid={props.invalid}
      aria-required={props.required}
      aria-describedby={`${props.id}-help`}
      placeholder={props.placeholder}
      maxLength={props.maxLength}
      value={typed ?? shown}
      onKeyDown={props.onKeyDown}
      rightElement={right ?? (unit ? <span className="fc-unit">{unit}</span> : undefined)}
      onValueChange={(text) => {
        setTyped(text);
        onChange(text.trim() === '' ? null : read(text));
      }}
      onBlur={() => {
        setTyped(null);
        onBlur();
      }}
    />
  );
}

/** A filter that takes effect a moment after the last key. */
export function TextFilter(props: {
  id: string;
  value: string;
  label?: string;
  align?: 'end';
  onChange: (value: string) => void;
}) {
  const { value, onChange } = props;
  const [typed, setTyped] = useState(value);
  useEffect(() => setTyped(value), [value]);
  useEffect(() => {
    if (typed === value) return;
    const timer = setTimeout(() => onChange(typed), 300);
    return () => clearTimeout(timer);
  }, [typed, value, onChange]);
  return (
    <InputGroup
      id={props.id}
      size="small"
      fill
      className={props.align === 'end' ? 'fc-number' : undefined}
      value={typed}
      placeholder={props.label}
      aria-label={props.label}
      onValueChange={setTyped}
    />
  );
}

/** Filter of the kinds that are searched by what is typed. */
export const TypedFilter = ({ id, name, parts, onChange }: Omit<FilterProps<FieldMeta>, 'meta'>) => (
  <TextFilter
    id={id}
    value={String(parts[name] ?? '')}
    onChange={(typed) => onChange({ [name]: typed || undefined })}
  />
);
