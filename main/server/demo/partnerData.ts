import { type PushEvent, pushEvents } from '@contract/partners/apiPush';
import { keyHash } from '../areas/partners/apiKeys';

/** A customer whose system is connected to ours. */
interface PartnerConnection {
  readonly code: string;
  readonly callbackUrl: string | null;
  readonly events: readonly PushEvent[];
  /** Days since its key was created; null: it has none. */
  readonly keyDaysAgo: number | null;
}

/** Customers of the demo that call our API or receive pushes; the addresses are invented. */
const joined: readonly PartnerConnection[] = [
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

const none: PartnerConnection = { code: '', callbackUrl: null, events: [], keyDaysAgo: null };
/** Returns the connection of a customer, an empty one if it has none. */
export const joinedAs = (code: string): PartnerConnection => joined.find((one) => one.code === code) ?? none;

/** The hash of a text that is no valid key, so nobody can have the key. */
export const unknownKey = (code: string): string => keyHash(`demo key of ${code}`);
