import { Button } from '@blueprintjs/core';
import { DatePicker, DateRangePicker } from '@blueprintjs/datetime';
import { Calendar } from '@blueprintjs/icons';
import type { FieldMeta } from '@contract/fields';
import { dayText, readTime } from '@contract/importing/timeText';
import {
  type DaySpan,
  dayFilter,
  daysOf,
  isSpanned,
  type SpanFilter,
  spansOf,
} from '@contract/rules/daySpans';
import { dayAt, formatDay, pad2 } from '@contract/rules/zonedTime';
import { enGB, zhCN } from 'date-fns/locale';
import { type KeyboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../app/language';
import { ownZone, today } from '../app/zone';
import { DropDown } from '../ui/DropDown';
import { comboText } from '../ui/shortcuts';
import type { FilterProps } from './kind';

/** Returns the calendar locale of the current language. */
export function useCalendarLocale() {
  return useLanguage() === 'cn' ? zhCN : enGB;
}

const dayOf = (date: Date): string =>
  `${date.getFullYear()}-${pad2(date.getMonth() + 1)}-${pad2(date.getDate())}`;
const dateOf = (day: string): Date => new Date(`${day}T00:00:00`);
const shifted = (days: number): string => dayOf(new Date(Date.now() + days * 86_400_000));

/**
 * Parses a typed day to `YYYY-MM-DD`: `03/11/2026`, `3/2/26`, `030226`, `t` for today, `+3` and `-1` from today.
 * Returns undefined if the text is no day.
 */
export function readDay(typed: string): string | undefined {
  const text = typed.trim().toLowerCase();
  if (text === 't' || text === '今天') return shifted(0);
  if (/^[+-]\d{1,3}$/.test(text)) return shifted(Number(text));
  const digits = /^(\d{2})(\d{2})(\d{2}|\d{4})$/.exec(text);
  const read = readTime(digits ? `${digits[1]}/${digits[2]}/${digits[3]}` : text, 'DMY');
  return 'code' in read ? undefined : dayText(read.wall);
}

/**
 * Calendar of a field for typed days: its button, and the key that opens it from the field. The button is no tab stop;
 * after selecting or cancelling, the focus returns to the field.
 */
export function useCalendar({
  field,
  day,
  disabled,
  onChoose,
}: {
  /** Id of the field. */
  field: string;
  day: string | null;
  disabled: boolean;
  onChoose: (day: string) => void;
}) {
  const { t } = useTranslation();
  const locale = useCalendarLocale();
  const [open, setOpen] = useState(false);
  const button = (
    <DropDown
      isOpen={open && !disabled}
      onInteraction={setOpen}
      back={field}
      placement="bottom-end"
      content={
        <DatePicker
          locale={locale}
          value={day ? dateOf(day) : null}
          minDate={new Date(2000, 0, 1)}
          maxDate={new Date(2100, 11, 31)}
          highlightCurrentDay
          canClearSelection={false}
          dayPickerProps={{ initialFocus: true }}
          onChange={(chosen, isUserChange) => {
            if (!chosen || !isUserChange) return;
            onChoose(dayOf(chosen));
            setOpen(false);
          }}
        />
      }
    >
      <Button
        variant="minimal"
        size="small"
        tabIndex={-1}
        icon={<Calendar />}
        title={`${t('common.calendar')} (${comboText('alt+arrowdown')})`}
        aria-label={t('common.calendar')}
        aria-keyshortcuts="Alt+ArrowDown"
        disabled={disabled}
      />
    </DropDown>
  );
  const onKeyDown = (event: KeyboardEvent) => {
    if (!event.altKey || event.key !== 'ArrowDown') return;
    event.preventDefault();
    setOpen(true);
  };
  return { button, onKeyDown };
}

/** Date-range picker of every filter, with the usual named periods. */
export function DayRange(props: {
  id: string;
  from: string | undefined;
  to: string | undefined;
  onChange: (from: string | undefined, to: string | undefined) => void;
  /** Periods that are offered; by default, all that have started. */
  spans?: readonly DaySpan[];
  /** Selected period and its setter; without `onSpan`, a period is replaced by its dates as of today. */
  span?: DaySpan | undefined;
  onSpan?: (span: DaySpan) => void;
}) {
  const { t } = useTranslation();
  const locale = useCalendarLocale();
  const { from, to, onChange, spans = spansOf(''), span, onSpan } = props;
  const [open, setOpen] = useState(false);
  const shortcuts = spans.map((one) => {
    const [start, end] = daysOf(one, today());
    return { label: t(`common.span_${one}`), dateRange: [dateOf(start), dateOf(end)] as [Date, Date] };
  });
  return (
    <DropDown
      isOpen={open}
      onInteraction={setOpen}
      placement="bottom-start"
      content={
        <DateRangePicker
          locale={locale}
          value={[from ? dateOf(from) : null, to ? dateOf(to) : null]}
          minDate={new Date(2000, 0, 1)}
          maxDate={new Date(2100, 11, 31)}
          allowSingleDayRange
          contiguousCalendarMonths={false}
          shortcuts={shortcuts}
          selectedShortcutIndex={span ? spans.indexOf(span) : -1}
          onChange={([start, end]) => {
            onChange(start ? dayOf(start) : undefined, end ? dayOf(end) : undefined);
            if (start && end) setOpen(false);
          }}
          onShortcutChange={(_, index) => {
            const chosen = spans[index];
            if (chosen) onSpan?.(chosen);
          }}
        />
      }
    >
      <Button
        id={props.id}
        // With a label as its name, the selected days are the description.
        aria-describedby={`${props.id}-days`}
        fill
        size="small"
        alignText="start"
        icon={<Calendar />}
        className={from || to ? '' : 'fc-empty'}
      >
        <span id={`${props.id}-days`}>
          {span
            ? t(`common.span_${span}`)
            : from || to
              ? `${from ? formatDay(from) : '…'} – ${to ? formatDay(to) : '…'}`
              : `${t('common.startDate')} – ${t('common.endDate')}`}
        </span>
      </Button>
    </DropDown>
  );
}

/** Filter on days or instants: from day to day in the user's own zone, or a period that is stored by its name. */
export function DayFilter({
  id,
  name,
  parts,
  onChange,
  of,
}: Pick<FilterProps<FieldMeta>, 'id' | 'name' | 'parts' | 'onChange'> & { of: SpanFilter['of'] }) {
  const [start, end] = [`${name}From`, `${name}To`];
  const kept = parts[name];
  const span = isSpanned(kept) ? kept.span : undefined;
  const dayOf = (value: unknown) =>
    typeof value !== 'string' ? undefined : of === 'date' ? value : dayAt(value, ownZone);
  const [from, to] = span ? daysOf(span, today()) : [dayOf(parts[start]), dayOf(parts[end])];
  return (
    <DayRange
      id={id}
      from={from}
      to={to}
      onChange={(first, last) => {
        const [fromPart, toPart] = dayFilter(of, first, last, ownZone);
        onChange({ [name]: undefined, [start]: fromPart, [end]: toPart });
      }}
      spans={spansOf(name)}
      span={span}
      onSpan={(chosen) => onChange({ [name]: { span: chosen, of }, [start]: undefined, [end]: undefined })}
    />
  );
}
