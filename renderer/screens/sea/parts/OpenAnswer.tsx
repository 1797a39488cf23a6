import { Callout } from '@blueprintjs/core';
import { filingEvents } from '@contract/sea/filing';
import { useTranslation } from 'react-i18next';
import { useSpeech } from '../../../app/language';

/** Responses of customs that the state of a filing could not take: a person decides what they mean for it. */
export function OpenAnswer({ text }: { text: string | null }) {
  const { t } = useTranslation();
  const speech = useSpeech();
  if (text === null) return null;
  return (
    <Callout compact intent="danger" className="fc-banner">
      <p>{t('sea.openAnswer')}</p>
      {text.split('\n').map((line) => {
        const event = filingEvents.find((name) => line === name || line.startsWith(`${name}: `));
        return (
          <p key={line}>
            {event ? `${speech.choice('filingEvent', event)}${line.slice(event.length)}` : line}
          </p>
        );
      })}
    </Callout>
  );
}
