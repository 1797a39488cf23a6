import { type NetchbAccount, netchbAccount } from '@contract/config/netchbAccount';
import { type Problem, problem } from '@contract/errors';
import { addressProblem } from '../../core/callOut';
import type { Context, GroupHandlers } from '../../core/context';
import { crudHandlers } from '../../core/crud';
import { refuseFields } from '../../core/refusal';
import { changeSecret } from '../../core/secrets/changeSecret';
import type { Secrets } from '../../core/secrets/secrets';
import { changeStamp } from '../../core/stamps';
import { passwordName } from './line';

/** Problems between the fields of an account, by field. */
function problemsOf({
  environment,
  address,
  bondType,
  suretyCode,
}: Pick<NetchbAccount, 'environment' | 'address' | 'bondType' | 'suretyCode'>): Record<string, Problem> {
  const elsewhere = environment !== 'simulator';
  const wrong = elsewhere ? addressProblem(address) : undefined;
  if (wrong) return { address: wrong };
  if (bondType !== null && suretyCode === null) return { suretyCode: problem('NETCHB_BOND') };
  if (bondType === null && suretyCode !== null) return { bondType: problem('NETCHB_BOND') };
  return {};
}

/** Fields that decide where the password is sent, and those that a test verifies. */
const USED_FOR_SIGN_ON = ['environment', 'address', 'loginName'] as const;
const TESTED = [...USED_FOR_SIGN_ON, 'filerCode'] as const;

/** State of a connection that was never tested. */
const UNTESTED = { testDueAt: null, lastTestAt: null, lastTestResult: null, lastTestAnswer: null };

/** Accounts at NetCHB. Their passwords are write-only. */
export function netchbAccountHandlers(secrets: Secrets): GroupHandlers<'netchbAccount'> {
  const usual = crudHandlers(netchbAccount, {
    check: async (_context, draft) => {
      const wrong = problemsOf(draft);
      if (Object.keys(wrong).length > 0) throw refuseFields(wrong);
    },
  });

  /** Writes columns that no form has, and returns the updated account. */
  const change = async (
    context: Context,
    { id, version }: Pick<NetchbAccount, 'id' | 'version'>,
    columns: Readonly<Record<string, string | number | null>>,
  ): Promise<NetchbAccount> => {
    await context.write
      .updateTable('netchbAccount')
      .set({ ...columns, ...changeStamp(context), version: version + 1 })
      .where('id', '=', id)
      .execute();
    return usual.get(context, { params: { id } });
  };
  const log = (
    context: Context,
    action: 'update' | 'check',
    { id, name }: NetchbAccount,
    states: { before?: object; after?: object },
  ) =>
    context.log({
      module: 'config',
      action,
      objectType: 'netchbAccount',
      objectId: id,
      objectNo: name,
      ...states,
    });

  return {
    ...usual,

    update: async (context, input) => {
      const before = await usual.get(context, input);
      const row = await usual.update(context, input);
      if (TESTED.every((field) => row[field] === before[field])) return row;
      // Otherwise anyone who may change the account could have its password sent to their own server.
      const moved = before.hasPassword && USED_FOR_SIGN_ON.some((field) => row[field] !== before[field]);
      if (moved) await secrets.forget(context.write, passwordName(row.id));
      await context.write
        .updateTable('netchbAccount')
        .set({ ...UNTESTED, ...(moved ? { hasPassword: 0 } : {}) })
        .where('id', '=', row.id)
        .execute();
      if (moved)
        await log(context, 'update', row, { before: { hasPassword: true }, after: { hasPassword: false } });
      return usual.get(context, input);
    },

    remove: async (context, input) => {
      await secrets.forget(context.write, passwordName(input.params.id));
      return usual.remove(context, input);
    },

    password: async (context, { params, body }) => {
      const account = await usual.get(context, { params });
      const { password } = body;
      await changeSecret(secrets, context, passwordName(account.id), {
        ...{ given: password, had: account.hasPassword, isUsed: true },
      });
      await log(context, 'update', account, {
        before: { hasPassword: account.hasPassword },
        after: { hasPassword: password !== null },
      });
      return change(context, account, { ...UNTESTED, hasPassword: password === null ? 0 : 1 });
    },

    test: async (context, { params }) => {
      const account = await usual.get(context, { params });
      await log(context, 'check', account, {});
      await context.write
        .updateTable('netchbAccount')
        .set({ testDueAt: context.now })
        .where('id', '=', account.id)
        .execute();
      return usual.get(context, { params });
    },
  };
}
