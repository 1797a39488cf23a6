import type { Problem } from '@contract/errors';
import type { Context } from '../context';
import { refuse, refuseFields } from '../refusal';
import { KeyLocked, type Secrets } from './secrets';

/**
 * Stores the secret that a person gave with a setting, removes it, or keeps the stored one; returns which. Throws
 * SECRETS_LOCKED while the key is not accessible, and `again` as a refusal of its field.
 * @param given undefined: not given; null: to be removed
 * @param isUsed false if the setting has no use for a secret, which is then removed
 * @param again problem by field if the stored secret is for another server: otherwise anyone who may change the address
 * could have it sent to a server of their own
 */
export async function changeSecret(
  secrets: Secrets,
  { write, now }: Pick<Context, 'write' | 'now'>,
  name: string,
  {
    given,
    had,
    isUsed,
    again,
  }: {
    readonly given: string | null | undefined;
    readonly had: boolean;
    readonly isUsed: boolean;
    readonly again?: Readonly<Record<string, Problem>> | undefined;
  },
): Promise<'set' | 'removed' | 'kept'> {
  try {
    if (given) {
      await secrets.keep(write, name, given, now);
      return 'set';
    }
    if (!had) return 'kept';
    if (given === null || !isUsed) {
      await secrets.forget(write, name);
      return 'removed';
    }
  } catch (error) {
    throw error instanceof KeyLocked ? refuse('SECRETS_LOCKED') : error;
  }
  if (again) throw refuseFields(again);
  return 'kept';
}
