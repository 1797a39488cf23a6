import { type PushEvent, pushEvents } from '@contract/partners/apiPush';
import { keyHash } from '../areas/partners/apiKeys';

/** A customer whose system is joined to ours. */
interface Joined {
  readonly code: string;
  readonly callbackUrl: string | null;
  readonly events: readonly PushEvent[];
  /** Days ago on which its key was made; null: it has none. */
  readonly keyDaysAgo: number | null;
}

/** The customers of the demo that call us, or are called; the addresses are nobody's. */
const joined: readonly Joined[] = [
  {
    code: 'GPT',
    callbackUrl: 'https://hooks.greenpanda.example.com/freight/events',
    events: pushEvents,
    keyDaysAgo: 160,
  },
  {
    code: 'SRC',
    callbackUrl: 'https://api.silkroute.example.com/v2/tracking/inbound',
    events: ['DEPARTED', 'ARRIVED', 'CUSTOMS_RELEASE', 'OUTBOUND', 'DELIVERED_HUB'],
    keyDaysAgo: 74,
  },
  {
    code: 'HMF',
    callbackUrl: 'https://edi.harbourmist.example.com/events',
    events: ['ARRIVED', 'NOA', 'CUSTOMS_HOLD', 'CUSTOMS_RELEASE', 'CUSTOMS_FAIL'],
    keyDaysAgo: 41,
  },
];

const none: Joined = { code: '', callbackUrl: null, events: [], keyDaysAgo: null };
/** How a customer is joined. */
export const joinedAs = (code: string): Joined => joined.find((one) => one.code === code) ?? none;

/** The hash of a key that nobody can have: what it is made of is no key. */
export const unknownKey = (code: string): string => keyHash(`demo key of ${code}`);
