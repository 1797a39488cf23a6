import { InputGroup, Tooltip } from '@blueprintjs/core';
import { dayText, instantIn, readTime } from '@contract/importing/timeText';
import { type Clock, clockName, clockTitle } from '@contract/rules/clock';
import { formatDay, pad2, toWall, type WallTime } from '@contract/rules/zonedTime';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useSpeech } from '../app/language';
import { ClockChange, isClockChange } from './ClockChange';
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

/** Time typed on a clock, and its instant. */
interface ReadInstant {
  readonly wall: WallTime;
  readonly at: string;
}

/** Splits day and time pasted together, for example from a spreadsheet or an email. */
function splitTyped(day: string, time: string): readonly [string, string] {
  const whole = time.trim() ? null : /^(\S+)\s+(\d{1,2}[:.]?\d{2})(?::\d{2})?$/.exec(day.trim());
  return whole ? [whole[1] ?? '', whole[2] ?? ''] : [day, time];
}

/** Reads a day and a typed time; undefined if one of them is incomplete. */
function readWall(day: string | undefined, time: string): WallTime | undefined {
  const clock = /^(\d{1,2})[:.]?(\d{2})$/.exec(time.trim());
  const read = day && clock ? readTime(`${day} ${clock[1]}:${clock[2]}`, 'DMY') : undefined;
  return read && !('code' in read) ? read.wall : undefined;
}

/** Reads a day and a typed time in a zone; null if incomplete, or if the clocks skip it or show it twice. */
function readInstant(day: string | undefined, time: string, zone: string): ReadInstant | null {
  const wall = readWall(day, time);
  const at = wall && instantIn(wall, zone);
  return wall && typeof at === 'string' ? { wall, at } : null;
}

/**
 * Returns where the time that was typed is kept. One typed before its airport was selected is meant on the airport's
 * clock too: the digits never shift.
 */
function useTypedOn(zone: string, value: unknown, onChange: (at: string) => void) {
  const typed = useRef<ReadInstant | null>(null);
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
  return typed;
}

/** Name of the clock beside a time. The tooltip only adds detail, so it is no tab stop. */
const ClockName = ({ at, clock }: { at: string; clock: Clock }) => (
  <Tooltip content={clockTitle(at, clock)} placement="top" openOnTargetFocus={false}>
    <span className="fc-unit">{clockName(at, clock)}</span>
  </Tooltip>
);

/** Day and time in two fields: a day alone does not mean midnight. */
function InstantInput(props: InputProps<MetaOf<'dateTime'>>) {
  const { id, meta, value, onChange, onBlur, invalid, disabled, row } = props;
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

  const typed = useTypedOn(zone, value, onChange);

  const change = (first: string, second: string) => {
    const [typedDay, typedTime] = splitTyped(first, second);
    const iso = readDay(typedDay);
    const newDay = iso ? formatDay(iso) : typedDay;
    setDay(newDay);
    setTime(typedTime);
    // Left unchanged, the value keeps its seconds, which are not shown.
    if (wall && newDay.trim() === shownDay && typedTime.trim() === shownTime) return;
    if (!typedDay.trim() && !typedTime.trim()) return onChange(null);
    typed.current = readInstant(iso, typedTime, zone);
    // An incomplete time is passed on as typed, so that the check reports it and a draft keeps it.
    onChange(typed.current?.at ?? `${newDay} ${typedTime}`.trim());
  };
  const calendar = useCalendar({
    field: id,
    day: wall ? dayText(wall) : null,
    disabled,
    onChoose: (chosen) => change(formatDay(chosen), time),
  });
  const at = isInstant(value) ? value : new Date().toISOString();
  const typedWall = readWall(readDay(day), time);
  const changing = typedWall && isClockChange(typedWall, zone) ? typedWall : undefined;
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
        aria-describedby={changing ? `${id}-clock` : `${id}-help`}
        placeholder="DD/MM/yyyy"
        value={day}
        onValueChange={setDay}
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
        onValueChange={setTime}
        onBlur={() => change(day, time)}
        rightElement={<ClockName at={at} clock={clock} />}
      />
      {changing && (
        <ClockChange
          {...{ id, zone, value, disabled }}
          wall={changing}
          onChoose={(instant) => {
            typed.current = { wall: changing, at: instant };
            onChange(instant);
          }}
        />
      )}
    </div>
  );
}
