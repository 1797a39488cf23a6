import { sql } from 'kysely';
import { Refusal } from '../core/refusal';
import type { Writer } from './open';

/**
 * Runs steps of a transaction. Rolls them back where they throw a {@link Refusal}, or where `stays` is false for their
 * result. Rethrows: after anything but a refusal the whole transaction ends.
 */
export async function inSavepoint<R>(
  write: Writer,
  work: () => Promise<R>,
  stays: (result: R) => boolean = () => true,
): Promise<R> {
  const point = (text: string) => sql.raw(text).execute(write);
  const undo = async () => {
    await point('rollback to step');
    await point('release step');
  };
  await point('savepoint step');
  try {
    const result = await work();
    await (stays(result) ? point('release step') : undo());
    return result;
  } catch (error) {
    if (error instanceof Refusal) await undo();
    throw error;
  }
}
