import type { Catalogue } from '../../../i18n';

/** Keys of the labels of tiles and series. */
export type NumberName = keyof Catalogue['report']['numbers'];
