import * as z from 'zod';

type Shape = z.core.$ZodLooseShape;

/** Catch-all of schemas that refuse unknown fields. */
const NEVER = z.never();

function shaped<S extends Shape>(shape: () => S, catchall?: z.ZodNever): z.ZodObject {
  return new z.ZodObject({
    type: 'object',
    get shape() {
      const value = shape();
      Object.defineProperty(this, 'shape', { value });
      return value;
    },
    ...(catchall && { catchall }),
  });
}

/**
 * The schema of an object; unknown fields are dropped. Its fields are created on first use: each of the app's processes
 * reads the whole contract at start, thousands of fields, and uses a few.
 */
export const object = <S extends Shape>(shape: () => S) =>
  shaped(shape) as unknown as z.ZodObject<z.core.util.Writeable<S>, z.core.$strip>;

/** Same as {@link object}, but refuses unknown fields. */
export const strictObject = <S extends Shape>(shape: () => S) =>
  shaped(shape, NEVER) as unknown as z.ZodObject<z.core.util.Writeable<S>, z.core.$strict>;

/** The schema with additional fields, which replace those of the same name. */
export const extended = <S extends Shape, C extends z.core.$ZodObjectConfig, E extends Shape>(
  schema: z.ZodObject<S, C>,
  shape: () => E,
) =>
  shaped(
    () => ({ ...schema.shape, ...shape() }),
    schema.def.catchall as z.ZodNever | undefined,
  ) as unknown as z.ZodObject<z.core.util.Extend<S, z.core.util.Writeable<E>>, C>;
