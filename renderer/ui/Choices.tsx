import {
  HTMLSelect,
  type HTMLSelectProps,
  SegmentedControl,
  type SegmentedControlProps,
} from '@blueprintjs/core';

interface Choices<V extends string> {
  readonly value: V;
  readonly options: readonly { readonly value: V; readonly label: string }[];
  readonly onChange: (value: V) => void;
}

/** Calls back with the option whose text was selected. */
const calledWith =
  <V extends string>({ options, onChange }: Choices<V>) =>
  (text: string) => {
    const chosen = options.find(({ value }) => value === text);
    if (chosen) onChange(chosen.value);
  };

/** The system's own select of one of some fixed values. */
export const ChoiceSelect = <V extends string>(
  props: Choices<V> & Omit<HTMLSelectProps, keyof Choices<V> | 'children'>,
) => <HTMLSelect {...props} onChange={({ currentTarget }) => calledWith(props)(currentTarget.value)} />;

/** Buttons in a row, of which one is pressed. */
export const ChoiceButtons = <V extends string>({
  onChange,
  ...props
}: Choices<V> & Omit<SegmentedControlProps, keyof Choices<V> | 'onValueChange'>) => (
  <SegmentedControl
    {...props}
    options={[...props.options]}
    onValueChange={calledWith({ ...props, onChange })}
  />
);
