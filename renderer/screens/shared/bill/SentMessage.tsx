import '../sea/filing.css';
import { Button } from '@blueprintjs/core';
import { type Machine, refusalOf } from '@contract/machine';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSpeech } from '../../../app/language';
import { ownTime } from '../../../app/zone';

const ACTIONS = ['send', 'ask'] as const;
type MessageAction = (typeof ACTIONS)[number];

/** A message to customs: a line with the actions on it, and its calls below, which can be hidden. */
export function SentMessage<Row extends { readonly nextAt: string | null }>(props: {
  readonly machine: Machine<Row, string, MessageAction>;
  readonly message: Row;
  readonly mayAct: boolean;
  readonly onAct: (action: MessageAction) => void;
  /** True to show the calls at first. */
  readonly open: boolean;
  readonly head: ReactNode;
  readonly children: ReactNode;
}) {
  const { machine, message, mayAct, onAct, open, head, children } = props;
  const { t } = useTranslation();
  const speech = useSpeech();
  const [shown, setShown] = useState(open);
  const actions = mayAct ? ACTIONS.filter((action) => !refusalOf(machine, action, message)) : [];
  return (
    <section className="fc-exchange">
      <div className="fc-exchange-head">
        {head}
        {message.nextAt && (
          <span className="fc-muted">{t('sea.nextCall', { at: ownTime(message.nextAt) })}</span>
        )}
        <span className="fc-spring" />
        {actions.map((action) => (
          <Button key={action} size="small" onClick={() => onAct(action)}>
            {speech.action(machine.name, action)}
          </Button>
        ))}
        <Button size="small" variant="minimal" aria-expanded={shown} onClick={() => setShown(!shown)}>
          {t(shown ? 'common.hide' : 'sea.showExchanges')}
        </Button>
      </div>
      {shown && children}
    </section>
  );
}
