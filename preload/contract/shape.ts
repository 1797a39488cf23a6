import * as z from 'zod';

type Shape = z.core.$ZodLooseShape;

/** Its schemas refuse what they do not name. */
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
 * The schema of an object, of which other fields are left out. Its fields are made when it is first used: each of the app's
 * processes reads the whole contract as it starts, thousands of fields, and uses a few.
 */
export const object = <S extends Shape>(shape: () => S) =>
  shaped(shape) as unknown as z.ZodObject<z.core.util.Writeable<S>, z.core.$strip>;

/** As {@link object}, and refuses fields that it does not name. */
export const strictObject = <S extends Shape>(shape: () => S) =>
  shaped(shape, NEVER) as unknown as z.ZodObject<z.core.util.Writeable<S>, z.core.$strict>;

/** As the schema, with other fields besides; those of the same name take the place of its own. */
export const extended = <S extends Shape, C extends z.core.$ZodObjectConfig, E extends Shape>(
  schema: z.ZodObject<S, C>,
  shape: () => E,
) =>
  shaped(
    () => ({ ...schema.shape, ...shape() }),
    schema.def.catchall as z.ZodNever | undefined,
  ) as unknown as z.ZodObject<z.core.util.Extend<S, z.core.util.Writeable<E>>, C>;
