import type { CcHit } from '@contract/tools/ccCode';
import { useSpeech } from '../../../app/language';
import { ownTime } from '../../../app/zone';
import { StateTag } from '../../../ui/StateTag';

const TONES = { none: 'good', restricted: 'warning', prohibited: 'bad' } as const;

/** Restriction on goods of a code. */
export function RestrictionTag({ hit }: { hit: CcHit }) {
  const speech = useSpeech();
  return <StateTag tone={TONES[hit.restricted]}>{speech.choice('hsRestricted', hit.restricted)}</StateTag>;
}

/** Tariff file of a code, and its date. */
export function CodeSource({ hit }: { hit: CcHit }) {
  const speech = useSpeech();
  const day = ownTime(hit.fetchedAt ?? hit.updatedAt).slice(0, 10);
  return <>{`${hit.tariffFile ?? speech.choice('hsSource', hit.source)} · ${day}`}</>;
}
