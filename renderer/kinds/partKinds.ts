import type { PartKind } from '@contract/partFields';
import { choice } from './choice';
import { code } from './code';
import { codes } from './codes';
import { count } from './count';
import { date } from './date';
import { decimal } from './decimal';
import { fixed } from './fixed';
import { flag } from './flag';
import type { Kind } from './kind';
import { money } from './money';
import { note } from './note';
import { text } from './text';
import { volume } from './volume';
import { weight } from './weight';

/** Kinds allowed for the fields of a nested record. */
export const partKinds: { readonly [K in PartKind]: Kind<K> } = {
  choice,
  code,
  codes,
  count,
  date,
  decimal,
  fixed,
  flag,
  money,
  note,
  text,
  volume,
  weight,
};
