/** Deadlines: each is defined here once, for warnings, evening checks, alerts and lists alike. */

/** Hours after landing by which the notice of arrival is due (reference 7.3). */
export const NOA_DUE_HOURS = 12;
/** Hours after the notice of arrival by which pickup is due: from then on storage may be charged (3.1.5). */
export const PICKUP_DUE_HOURS = 48;
/** Hours that a cargo station stores goods free of charge, unless its record says otherwise. */
export const FREE_HOURS = 48;
/** Hours before the end of free time from which storage is at risk (7.3). */
export const STORAGE_RISK_HOURS = 6;
/** Hours after landing by which release by customs is due (3.1.7, 7.3). */
export const RELEASE_DUE_HOURS = 48;
/** Hours after the arrival at the hub, or else the last departure, by which the proof of delivery is due (7.3). */
export const POD_DUE_HOURS = 24;
/** Hours before the end of a transit's time limit at which a warning is due (7.3). */
export const T1_WARNING_HOURS = 24;
/** Days that goods may stay in temporary storage, and after which a warning is due (7.3). */
export const STORAGE_LIMIT_DAYS = 90;
export const STORAGE_WARNING_DAYS = 80;
/** Hours before the end of an IOSS number's validity at which a warning is due. */
export const IOSS_WARNING_HOURS = 30 * 24;
/** Hours before the end of a contract or a rate card at which a warning is due. */
export const DOCUMENT_WARNING_HOURS = 30 * 24;
/** Hours before the end of an open offer at which a missing reply is reported; offers last a few weeks only. */
const OFFER_WARNING_HOURS = 72;

/** Returns how many days before a document's end its people are notified; null if its end matters to nobody. */
export function noticeDaysOf({ noticeDays, result }: Readonly<Record<string, unknown>>): number | null {
  if (typeof noticeDays === 'number') return noticeDays;
  if (result === undefined) return DOCUMENT_WARNING_HOURS / 24;
  return result === 'open' ? OFFER_WARNING_HOURS / 24 : null;
}
