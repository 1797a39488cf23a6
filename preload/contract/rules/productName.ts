/** Names that say nothing, alone or together, with digits and signs between them. */
const VAGUE =
  /^(?:[\d\s\p{P}\p{S}]|(?:gifts?|samples?|goods|presents?|products?|items?|merchandise|commodit(?:y|ies)|parcels?|others?)(?![a-z]))+$/iu;
/** Quick to fail at the first letter of a real name, which nearly all are. */
const PERHAPS_VAGUE = /^[^a-z]*(?:gift|sample|goods|present|product|item|merch|commodit|parcel|other|$)/i;

/** True for a product name that does not say what the goods are, as customs refuses it: "gift", "samples 2". */
export const isVagueName = (name: string): boolean => PERHAPS_VAGUE.test(name) && VAGUE.test(name);
