import { DATE_FORMAT } from '@contract/limits';
import { formatDay } from '@contract/rules/zonedTime';
import { DayFilter, readDay, useCalendar } from './dates';
import type { Kind } from './kind';
import { TextInput } from './TextInput';

/** True for a day in its stored form, which a text that is being typed is not yet. */
export const isDay = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value);

/** A calendar day, typed or picked, shown as DD/MM/yyyy. */
export const date: Kind<'date'> = {
  align: 'start',
  width: 100,
  toText: (value: string) => formatDay(value),
  Input: ({ value, onChange, ...rest }) => {
    const { button, onKeyDown } = useCalendar({
      field: rest.id,
      day: isDay(value) ? value : null,
      disabled: rest.disabled,
      onChoose: onChange,
    });
    return (
      <TextInput
        {...rest}
        onChange={onChange}
        placeholder={DATE_FORMAT}
        shown={isDay(value) ? formatDay(value) : String(value ?? '')}
        read={(typed) => readDay(typed) ?? typed}
        right={button}
        onKeyDown={onKeyDown}
      />
    );
  },
  Filter: (props) => <DayFilter {...props} of="date" />,
};
