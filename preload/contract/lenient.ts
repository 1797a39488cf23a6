import * as z from 'zod';
import { carriedNames } from './carriedNames';

/**
 * Reads the answer of a foreign server as far as it keeps to the contract: unknown fields are left out, a bad field is
 * reported by its path and read as empty. What has no empty value is given one that shows as nothing.
 */
export function readLeniently(
  schema: z.ZodType,
  value: unknown,
  report: (path: string) => void,
  path = '',
): unknown {
  if (schema instanceof z.ZodObject) return readObject(schema, value, report, path);
  if (schema instanceof z.ZodArray) {
    if (!Array.isArray(value)) {
      report(path);
      return [];
    }
    return value.map((one, index) =>
      readLeniently(schema.element as z.ZodType, one, report, `${path}[${index}]`),
    );
  }
  if (schema instanceof z.ZodNullable) {
    if (value === null || value === undefined) return null;
    const inner = schema.unwrap() as z.ZodType;
    if (inner instanceof z.ZodObject || inner instanceof z.ZodArray)
      return readLeniently(inner, value, report, path);
  }
  const checked = schema.safeParse(value);
  if (checked.success) return checked.data;
  report(path);
  return emptyOf(schema);
}

function readObject(
  schema: z.ZodObject,
  value: unknown,
  report: (path: string) => void,
  path: string,
): unknown {
  const given = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>;
  if (given !== value) report(path);
  const read: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(schema.shape)) {
    read[name] = readLeniently(field as z.ZodType, given[name], report, path ? `${path}.${name}` : name);
  }
  return Object.assign(read, carriedNames(schema.shape, given));
}

function emptyOf(schema: z.ZodType): unknown {
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodNull) return null;
  if (schema instanceof z.ZodBoolean) return false;
  if (schema instanceof z.ZodNumber) return 0;
  if (schema instanceof z.ZodOptional) return undefined;
  return '';
}
