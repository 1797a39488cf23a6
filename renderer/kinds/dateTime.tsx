import { InputGroup, Tooltip } from '@blueprintjs/core';
import { dayText, instantIn, readTime } from '@contract/importing/timeText';
import { clockName, clockTitle } from '@contract/rules/clock';
import { formatDay, pad2, toWall, type WallTime } from '@contract/rules/zonedTime';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useSpeech } from '../app/language';
import { DayFilter, readDay, useCalendar } from './dates';
import type { InputProps, Kind, MetaOf } from './kind';
import { clockIn, targetsOf, useLookups } from './lookups';
import { PlaceTime, placeTime } from './PlaceTime';

const isInstant = (value: unknown): value is string => typeof value === 'string' && /^\d{4}-.*Z$/.test(value);

/** An instant, shown on the clock of its airport or warehouse, with the clock's name beside it. */
export const dateTime: Kind<'dateTime'> = {
  align: 'start',
  width: 142,
  toText: (value: string, meta, { row, lookups }) => placeTime(value, meta.zone, row, lookups),
  Cell: (value: string, meta, { row, lookups }) => (
    <PlaceTime at={value} zone={meta.zone} row={row} lookups={lookups} />
  ),
  Input: (props) => <InstantInput {...props} />,
  // Days of a filter are in the user's own zone; the request contains instants.
  Filter: (props) => <DayFilter {...props} of="dateTime" />,
};

/** Day and time in two fields: a day alone does not mean midnight. */
function InstantInput({
  id,
  meta,
  value,
  onChange,
  onBlur,
  invalid,
  disabled,
  row,
}: InputProps<MetaOf<'dateTime'>>) {
  const speech = useSpeech();
  const targets = useMemo(() => targetsOf([meta]), [meta]);
  const lookups = useLookups(targets);
  const clock = clockIn(meta.zone, row, lookups);
  const { zone } = clock;
  const wall = isInstant(value) ? toWall(value, zone) : undefined;
  const shownDay = wall ? formatDay(dayText(wall)) : '';
  const shownTime = wall ? `${pad2(wall.hour)}:${pad2(wall.minute)}` : '';
  const [day, setDay] = useState(shownDay);
  const [time, setTime] = useState(shownTime);
  useEffect(() => {
    // An incomplete time stays as typed; a complete one is shown as parsed.
    if (isInstant(value) || value === null || value === undefined) {
      setDay(shownDay);
      setTime(shownTime);
    }
  }, [value, shownDay, shownTime]);

  // A time typed before its airport was selected is meant on the airport's clock too: the digits never shift.
  const typed = useRef<{ readonly wall: WallTime; readonly at: string } | null>(null);
  const readOn = useRef(zone);
  useEffect(() => {
    if (readOn.current === zone) return;
    readOn.current = zone;
    if (typed.current === null || typed.current.at !== value) return;
    const moved = instantIn(typed.current.wall, zone);
    if (typeof moved !== 'string') return;
    typed.current = { wall: typed.current.wall, at: moved };
    onChange(moved);
  }, [zone, value, onChange]);

  const change = (first: string, second: string) => {
    // Splits day and time pasted together, for example from a spreadsheet or an email.
    const whole = second.trim() ? null : /^(\S+)\s+(\d{1,2}[:.]?\d{2})(?::\d{2})?$/.exec(first.trim());
    const [typedDay, typedTime] = whole ? [whole[1] ?? '', whole[2] ?? ''] : [first, second];
    const iso = readDay(typedDay);
    const newDay = iso ? formatDay(iso) : typedDay;
    setDay(newDay);
    setTime(typedTime);
    // Left unchanged, the value keeps its seconds, which are not shown.
    if (wall && newDay.trim() === shownDay && typedTime.trim() === shownTime) return;
    if (!typedDay.trim() && !typedTime.trim()) return onChange(null);
    const clock = /^(\d{1,2})[:.]?(\d{2})$/.exec(typedTime.trim());
    const read = iso && clock ? readTime(`${iso} ${clock[1]}:${clock[2]}`, 'DMY') : undefined;
    const instant = read && !('code' in read) ? instantIn(read.wall, zone) : undefined;
    typed.current =
      read && !('code' in read) && typeof instant === 'string' ? { wall: read.wall, at: instant } : null;
    // An incomplete time is passed on as typed, so that the check reports it and a draft keeps it.
    onChange(typeof instant === 'string' ? instant : `${newDay} ${typedTime}`.trim());
  };
  const calendar = useCalendar({
    field: id,
    day: wall ? dayText(wall) : null,
    disabled,
    onChoose: (chosen) => change(formatDay(chosen), time),
  });
  const at = isInstant(value) ? value : new Date().toISOString();
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles blur of its two fields
    <div
      className="fc-instant"
      // Moving from the day to its time is no blur.
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) onBlur();
      }}
    >
      <InputGroup
        id={id}
        autoComplete="off"
        disabled={disabled}
        intent={invalid ? 'danger' : 'none'}
        aria-invalid={invalid}
        aria-describedby={`${id}-help`}
        placeholder="DD/MM/yyyy"
        value={day}
        onValueChange={(typed) => setDay(typed)}
        onBlur={() => change(day, time)}
        rightElement={calendar.button}
        onKeyDown={calendar.onKeyDown}
      />
      <InputGroup
        className="fc-clock"
        autoComplete="off"
        disabled={disabled}
        intent={invalid ? 'danger' : 'none'}
        aria-label={`${speech.label('at')} HH:mm`}
        title={clockTitle(at, clock)}
        placeholder="HH:mm"
        value={time}
        onValueChange={(typed) => setTime(typed)}
        onBlur={() => change(day, time)}
        rightElement={
          // The tooltip only adds detail, so it is no tab stop.
          <Tooltip content={clockTitle(at, clock)} placement="top" openOnTargetFocus={false}>
            <span className="fc-unit">{clockName(at, clock)}</span>
          </Tooltip>
        }
      />
    </div>
  );
}
