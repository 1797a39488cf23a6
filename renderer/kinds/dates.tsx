import { Button, PopoverNext } from '@blueprintjs/core';
import { DatePicker, DateRangePicker } from '@blueprintjs/datetime';
import { Calendar } from '@blueprintjs/icons';
import { dayText, readTime } from '@contract/importing/timeText';
import { formatDay, two } from '@contract/rules/zonedTime';
import { enGB, zhCN } from 'date-fns/locale';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../app/language';

/** The words of calendars in the current language. */
export function useCalendarLocale() {
  return useLanguage() === 'cn' ? zhCN : enGB;
}

const dayOf = (date: Date): string =>
  `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
const dateOf = (day: string): Date => new Date(`${day}T00:00:00`);
const shifted = (days: number): string => dayOf(new Date(Date.now() + days * 86_400_000));

/**
 * A day as people type it, as `YYYY-MM-DD`: `03/11/2026`, `3/2/26`, `030226`, `t` for today, `+3` and `-1` from today.
 * Undefined for what is no day.
 */
export function readDay(typed: string): string | undefined {
  const text = typed.trim().toLowerCase();
  if (text === 't' || text === '今天') return shifted(0);
  if (/^[+-]\d{1,3}$/.test(text)) return shifted(Number(text));
  const digits = /^(\d{2})(\d{2})(\d{2}|\d{4})$/.exec(text);
  const read = readTime(digits ? `${digits[1]}/${digits[2]}/${digits[3]}` : text, 'DMY');
  return 'code' in read ? undefined : dayText(read.wall);
}

/** A button that opens a calendar. */
export function DayButton({
  day,
  disabled,
  label,
  onChoose,
}: {
  day: string | null;
  disabled?: boolean;
  label: string;
  onChoose: (day: string) => void;
}) {
  const locale = useCalendarLocale();
  return (
    <PopoverNext
      disabled={!!disabled}
      placement="bottom-end"
      content={
        <DatePicker
          locale={locale}
          value={day ? dateOf(day) : null}
          minDate={new Date(2000, 0, 1)}
          maxDate={new Date(2100, 11, 31)}
          highlightCurrentDay
          onChange={(chosen, isUserChange) => chosen && isUserChange && onChoose(dayOf(chosen))}
        />
      }
    >
      <Button variant="minimal" size="small" icon={<Calendar />} aria-label={label} disabled={!!disabled} />
    </PopoverNext>
  );
}

/** From one day to another: the date-range picker of every filter, with the usual spans. */
export function DayRange(props: {
  id: string;
  from: string | undefined;
  to: string | undefined;
  onChange: (from: string | undefined, to: string | undefined) => void;
}) {
  const { t } = useTranslation();
  const locale = useCalendarLocale();
  const { from, to, onChange } = props;
  const [open, setOpen] = useState(false);
  const month = new Date();
  const shortcuts = [
    { label: t('common.today'), dateRange: [dateOf(shifted(0)), dateOf(shifted(0))] as [Date, Date] },
    { label: t('common.lastWeek'), dateRange: [dateOf(shifted(-6)), dateOf(shifted(0))] as [Date, Date] },
    {
      label: t('common.lastMonth'),
      dateRange: [
        new Date(month.getFullYear(), month.getMonth() - 1, 1),
        new Date(month.getFullYear(), month.getMonth(), 0),
      ] as [Date, Date],
    },
  ];
  return (
    <PopoverNext
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
          onChange={([start, end]) => {
            onChange(start ? dayOf(start) : undefined, end ? dayOf(end) : undefined);
            if (start && end) setOpen(false);
          }}
        />
      }
    >
      <Button
        id={props.id}
        fill
        size="small"
        alignText="start"
        icon={<Calendar />}
        className={from || to ? '' : 'fc-empty'}
      >
        {from || to
          ? `${from ? formatDay(from) : '…'} – ${to ? formatDay(to) : '…'}`
          : `${t('common.startDate')} – ${t('common.endDate')}`}
      </Button>
    </PopoverNext>
  );
}
