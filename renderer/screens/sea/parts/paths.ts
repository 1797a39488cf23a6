import type { FieldMeta } from '@contract/fields';
import { metaOf } from '@contract/fields';
import { fieldsOf } from '@contract/rowFields';
import { useTranslation } from 'react-i18next';
import type * as z from 'zod';
import { useSpeech } from '../../../app/language';

/** Field of a record or of a nested record, addressed by a path of the contract: `seller.city`, `lines.2.hts`. */
export interface PathField {
  /** `Seller: City`, `Commodities 3: HTS number`. */
  readonly label: string;
  readonly meta: FieldMeta | undefined;
}

/** Returns a function that resolves paths of a resource to fields with labels. */
export function usePathFields(row: z.ZodObject, resource: string): (path: string) => PathField {
  const { t } = useTranslation();
  const speech = useSpeech();
  return (path) => {
    const [field = path, ...rest] = path.split('.');
    const schema = fieldsOf(row)[field];
    const meta = schema && metaOf(schema);
    const whole = speech.label(field, resource);
    const name = rest.at(-1);
    if (!meta || (meta.kind !== 'table' && meta.kind !== 'block') || name === undefined)
      return { label: whole, meta };
    const of = meta.kind === 'table' ? t('sea.rowOf', { of: whole, no: Number(rest[0]) + 1 }) : whole;
    const part = meta.shape[name];
    return { label: t('sea.partOf', { of, field: speech.label(name, meta.of) }), meta: part && metaOf(part) };
  };
}

/** Returns the id of a path's input, from the id of its field's input. */
export function inputOf(path: string, idOf: (field: string) => string): string {
  const [field = path, ...rest] = path.split('.');
  return [idOf(field), ...rest].join('-');
}
