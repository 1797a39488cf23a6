import * as z from 'zod';
import { findMeta, fullSchema } from './fields';
import { fieldsOf } from './rowFields';

/** Values accepted in addition to those of a schema. */
interface Opening {
  /** Codes of the trade that break their rule: the server that stores them decides. */
  readonly codes: boolean;
  /** A version may be missing, or be of another shape than the embedded API's. */
  readonly version: boolean;
}

const openedSchemas = new Map<string, WeakMap<z.ZodType, z.ZodType>>();
const anyText = z.string().min(1).max(500);
const NAMES_ID = /^id$|^ids$|Ids?$/;

/**
 * Widens a schema to identifiers of any server, numbers and texts, and leaves them unchanged. The embedded API
 * validates its callers by its own schemas, in which they are numbers.
 */
export const opaqueIds = <S extends z.ZodType>(schema: S): S =>
  opened(schema, '', { codes: false, version: false }) as S;

/** A schema of what is sent to a server: {@link opaqueIds}, and it refuses nothing that came from the server itself. */
export const asSent = <S extends z.ZodType>(schema: S): S =>
  opened(schema, '', { codes: true, version: true }) as S;

function opened(schema: z.ZodType, name: string, how: Opening): z.ZodType {
  const isVersion = how.version && name === 'version';
  const isId = NAMES_ID.test(name);
  const key = `${how.codes} ${isVersion} ${isId}`;
  let known = openedSchemas.get(key);
  if (!known) {
    known = new WeakMap();
    openedSchemas.set(key, known);
  }
  let found = known.get(schema);
  if (!found) {
    found = isVersion ? z.union([schema, anyText]).optional() : openedNew(schema, name, how);
    known.set(schema, found);
  }
  return found;
}

function openedNew(schema: z.ZodType, name: string, how: Opening): z.ZodType {
  if (
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault
  ) {
    const inner = fullSchema(schema.def.innerType);
    const open = opened(inner, name, how);
    return open === inner
      ? schema
      : (schema as z.ZodNullable).clone({ ...schema.def, innerType: open } as never);
  }
  const meta = findMeta(schema);
  const isId = meta?.kind === 'id' || meta?.kind === 'ref';
  if (isId || (!meta && schema instanceof z.ZodNumber && NAMES_ID.test(name)))
    return z.union([schema, anyText]);
  if (how.codes && meta?.kind === 'code') return z.union([schema, anyText]);
  if (how.codes && meta?.kind === 'codes') return z.union([schema, z.array(anyText).max(500)]);
  if (meta?.kind === 'refs') return z.union([schema, z.array(z.union([z.int(), anyText])).max(500)]);
  if (meta && !['table', 'block', 'lines', 'approvalSteps', 'chargeSteps'].includes(meta.kind)) return schema;
  if (schema instanceof z.ZodArray) {
    const inner = fullSchema(schema.def.element);
    const open = opened(inner, name, how);
    return open === inner ? schema : schema.clone({ ...schema.def, element: open });
  }
  if (schema instanceof z.ZodUnion) {
    const options = schema.def.options.map(fullSchema);
    const open = options.map((one) => opened(one, name, how));
    return open.every((one, at) => one === options[at])
      ? schema
      : schema.clone({ ...schema.def, options: open });
  }
  if (schema instanceof z.ZodObject) {
    const shape = fieldsOf(schema);
    const open = Object.fromEntries(
      Object.entries(shape).map(([field, one]) => [field, opened(one, field, how)]),
    );
    return Object.keys(shape).every((field) => open[field] === shape[field])
      ? schema
      : schema.clone({ ...schema.def, shape: open });
  }
  return schema;
}
