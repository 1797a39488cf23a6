import { existsSync } from 'node:fs';
import { problem } from '@contract/errors';
import { type EInvoiceSettings, eInvoiceSettings } from '@contract/finance/eInvoice';
import { addressProblem } from '../../../core/callOut';
import type { GroupHandlers } from '../../../core/context';
import { requireVersion } from '../../../core/record';
import { refuseFields } from '../../../core/refusal';
import { changeSecret } from '../../../core/secrets/changeSecret';
import type { Secrets } from '../../../core/secrets/secrets';
import { codecOf } from '../../../store/codec';
import type { Reader } from '../../../store/open';
import { difference } from '../../access/operateLog';

/** Name under which the key of the access point is stored. */
export const POINT_KEY = 'accessPoint';

/** How an access point is reached, apart from what is stored. */
export interface PointOptions {
  /** Folder of the server for invoices. */
  readonly folder?: string | undefined;
}

type Stored = Omit<EInvoiceSettings, 'hasKey' | 'hasFolder'>;
const codec = codecOf(eInvoiceSettings.omit({ hasKey: true, hasFolder: true }));
const NONE: Stored = { version: 0, route: 'none', address: null };

/** Where invoices are handed over. */
export async function routeOf(read: Reader): Promise<Stored> {
  const row = await read.selectFrom('eInvoiceSettings').selectAll().executeTakeFirst();
  return row ? codec.decode(row) : NONE;
}

/** Settings of the access point. Its key is write-only. */
export function eInvoiceSettingsHandlers(
  secrets: Secrets,
  { folder }: PointOptions,
): Pick<GroupHandlers<'eInvoice'>, 'settings' | 'saveSettings'> {
  const hasFolder = () => folder !== undefined && existsSync(folder);
  const shown = async (read: Reader): Promise<EInvoiceSettings> => ({
    ...(await routeOf(read)),
    hasKey: await secrets.has(read, POINT_KEY),
    hasFolder: hasFolder(),
  });

  return {
    settings: ({ read }) => shown(read),

    saveSettings: async (context, { body }) => {
      const { read, write, now, caller } = context;
      const before = await shown(read);
      requireVersion(before, body.version, before);
      const { route } = body;
      const address = route === 'https' ? body.address : null;
      if (route === 'https') {
        const wrong = addressProblem(address);
        if (wrong) throw refuseFields({ address: wrong });
      }
      if (route === 'folder' && !hasFolder()) throw refuseFields({ route: problem('E_INVOICE_FOLDER') });
      const signIn = await changeSecret(secrets, context, POINT_KEY, {
        given: route === 'https' ? body.key : null,
        ...{ had: before.hasKey, isUsed: route === 'https' },
        again: address === before.address ? undefined : { key: problem('E_INVOICE_KEY_AGAIN') },
      });
      const row = {
        ...codec.encode({ version: before.version + 1, route, address }),
        ...{ updatedAt: now, updatedBy: caller.id },
      };
      await write
        .insertInto('eInvoiceSettings')
        .values({ ...row, id: 1 })
        .onConflict((kept) => kept.column('id').doUpdateSet(row))
        .execute();
      const changed = difference({ route: before.route, address: before.address }, { route, address });
      await context.log({
        ...{ module: 'finance', action: 'update', objectType: 'eInvoiceSettings', objectId: 1 },
        objectNo: address ?? route,
        before: changed.before,
        after: { ...changed.after, ...(signIn === 'kept' ? {} : { signIn }) },
      });
      return shown(read);
    },
  };
}
