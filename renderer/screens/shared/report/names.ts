import type { Catalogue } from '../../../i18n';

/** Names that tiles and series have words under. */
export type NumberName = keyof Catalogue['report']['numbers'];
