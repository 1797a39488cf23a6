import * as z from 'zod';
import { object, strictObject } from '../shape';

/** A procedure of the desktop for the renderer; like an endpoint in shape, but carried out in main. */
export interface Procedure {
  readonly input: z.ZodType;
  readonly output: z.ZodType;
}
export type DesktopGroup = Readonly<Record<string, Procedure>>;

export const procedure = <I extends z.ZodType, O extends z.ZodType>(input: I, output: O) => ({
  input,
  output,
});
export const nothing = strictObject(() => ({}));
export const done = z.null();

/** A file the user chose. Only main knows its path. */
export const pickedFile = object(() => ({ token: z.string(), name: z.string(), size: z.int() }));
export type PickedFile = z.output<typeof pickedFile>;
export const token = z.string().max(64);
