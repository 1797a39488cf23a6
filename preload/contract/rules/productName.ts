/** Matches vague names, alone or together, with digits and signs between them. */
const VAGUE =
  /^(?:[\d\s\p{P}\p{S}]|(?:gifts?|samples?|goods|presents?|products?|items?|merchandise|commodit(?:y|ies)|parcels?|others?)(?![a-z]))+$/iu;
/** Quick test that fails at the first letter of nearly every real name. */
const PERHAPS_VAGUE = /^[^a-z]*(?:gift|sample|goods|present|product|item|merch|commodit|parcel|other|$)/i;

/** True for a product name too vague for customs: "gift", "samples 2". */
export const isVagueName = (name: string): boolean => PERHAPS_VAGUE.test(name) && VAGUE.test(name);
