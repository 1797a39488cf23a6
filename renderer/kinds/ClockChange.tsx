import { Button, ButtonGroup } from '@blueprintjs/core';
import { problem } from '@contract/errors';
import { instantsAt, pad2, type WallTime, zoneName } from '@contract/rules/zonedTime';
import { useTranslation } from 'react-i18next';
import { useSpeech } from '../app/language';

/**
 * Explains a typed time that the clocks of a zone skip, and asks which instant is meant by one that they show twice;
 * nothing for any other time.
 */
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
  if (instants.length === 1) return null;
  if (instants.length === 0)
    return (
      <div className="fc-clock-change" role="alert">
        {speech.message(problem('TIME_SKIPPED'), speech.label('at'))}
      </div>
    );
  const time = `${pad2(wall.hour)}:${pad2(wall.minute)}`;
  return (
    <div className="fc-clock-change">
      <span id={`${id}-twice`}>{t('common.hourTwice', { time })}</span>
      <ButtonGroup role="group" aria-labelledby={`${id}-twice`}>
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
