/** When something is late: each lateness is said here once, for warnings, evening checks, alerts and lists alike. */

/** Hours after landing by which the notice of arrival is there (reference 7.3). */
export const NOA_DUE_HOURS = 12;
/** Hours after the notice of arrival by which goods are picked up: from then on storage may be charged (3.1.5). */
export const PICKUP_DUE_HOURS = 48;
/** Hours that a cargo station keeps goods for nothing, where its record does not say. */
export const FREE_HOURS = 48;
/** Hours before the free time ends at which storage is a risk (7.3). */
export const STORAGE_RISK_HOURS = 6;
/** Hours after landing by which customs has let goods go (3.1.7, 7.3). */
export const RELEASE_DUE_HOURS = 48;
/** Hours after the arrival at the hub, or else the last departure, by which the proof of delivery is there (7.3). */
export const POD_DUE_HOURS = 24;
/** Hours before the end of a transit's time limit at which it is warned of (7.3). */
export const T1_WARNING_HOURS = 24;
/** Days for which goods may lie in temporary storage, and after which it is told that they do (7.3). */
export const STORAGE_LIMIT_DAYS = 90;
export const STORAGE_WARNING_DAYS = 80;
/** Hours before the end of an IOSS number's validity at which it is warned of. */
export const IOSS_WARNING_HOURS = 30 * 24;
/** Hours before the end of a contract or a rate card at which it is warned of. */
export const DOCUMENT_WARNING_HOURS = 30 * 24;
/** An open offer is valid for a few weeks alone: so many hours before its end it is told that nobody has answered it. */
const OFFER_WARNING_HOURS = 72;

/** Days before the end of a document at which its people are told; null where its end is no news to anybody. */
export function noticeDaysOf({ noticeDays, result }: Readonly<Record<string, unknown>>): number | null {
  if (typeof noticeDays === 'number') return noticeDays;
  if (result === undefined) return DOCUMENT_WARNING_HOURS / 24;
  return result === 'open' ? OFFER_WARNING_HOURS / 24 : null;
}
