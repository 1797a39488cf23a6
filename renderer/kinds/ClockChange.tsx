import { Button, ButtonGroup } from '@blueprintjs/core';
import { problem } from '@contract/errors';
import { instantsAt, pad2, type WallTime, zoneName } from '@contract/rules/zonedTime';
import { useTranslation } from 'react-i18next';
import { useSpeech } from '../app/language';

/** True for a time that the clocks of a zone skip, or show twice. */
export const isClockChange = (wall: WallTime, zone: string): boolean => instantsAt(wall, zone).length !== 1;

/** Explains a typed time that the clocks of a zone skip, and asks which instant is meant by one that they show twice. */
export function ClockChange(props: {
  id: string;
  wall: WallTime;
  zone: string;
  value: unknown;
  disabled: boolean;
  onChoose: (instant: string) => void;
}) {
  const { id, wall, zone, value, disabled, onChoose } = props;
  const { t } = useTranslation();
  const speech = useSpeech();
  const instants = instantsAt(wall, zone);
  if (instants.length === 0)
    return (
      <div className="fc-clock-change fc-open" id={`${id}-clock`} role="alert">
        {speech.message(problem('TIME_SKIPPED'), speech.label('at'))}
      </div>
    );
  const isOpen = !instants.some((instant) => instant === value);
  const time = `${pad2(wall.hour)}:${pad2(wall.minute)}`;
  return (
    <div className={`fc-clock-change${isOpen ? ' fc-open' : ''}`}>
      <span id={`${id}-clock`}>{t('common.hourTwice', { time })}</span>
      <ButtonGroup role="group" aria-labelledby={`${id}-clock`}>
        {instants.map((instant, index) => (
          <Button
            key={instant}
            small
            disabled={disabled}
            active={value === instant}
            aria-pressed={value === instant}
            onClick={() => onChoose(instant)}
          >
            {t(index === 0 ? 'common.hourFirst' : 'common.hourSecond', { zone: zoneName(instant, zone) })}
          </Button>
        ))}
      </ButtonGroup>
    </div>
  );
}
