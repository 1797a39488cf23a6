import { Button, ButtonGroup } from '@blueprintjs/core';
import { ChevronDown, ChevronUp } from '@blueprintjs/icons';
import { useTranslation } from 'react-i18next';
import { useOrigin } from '../app/cameFrom';
import { useTabPath } from '../app/TabFrame';
import { useStep } from '../app/useStep';
import { comboText } from '../ui/shortcuts';

/** Position of the record in the list it was opened from, with buttons to the previous and next record. */
export function Neighbours() {
  const { t } = useTranslation();
  const path = useTabPath();
  const origin = useOrigin(path);
  const step = useStep();
  if (!origin) return null;
  const total = `${origin.total}${origin.totalCapped ? '+' : ''}`;
  const ways = [
    {
      by: -1,
      text: t('app.recordPrevious'),
      key: 'alt+arrowup',
      icon: <ChevronUp />,
      end: origin.index === 0,
    },
    {
      ...{ by: 1 as const, text: t('app.recordNext'), key: 'alt+arrowdown', icon: <ChevronDown /> },
      end: origin.index === origin.total - 1 && !origin.totalCapped,
    },
  ] as const;
  return (
    <span className="fc-neighbours">
      <span className="fc-muted">{t('app.recordPlace', { place: origin.index + 1, total })}</span>
      <ButtonGroup variant="minimal">
        {ways.map(({ by, text, key, icon, end }) => (
          <Button
            key={key}
            size="small"
            icon={icon}
            disabled={end}
            aria-label={text}
            title={`${text} (${comboText(key)})`}
            onClick={() => void step(path, by)}
          />
        ))}
      </ButtonGroup>
    </span>
  );
}
