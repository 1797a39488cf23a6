import { readFile } from 'node:fs/promises';
import type { ClientCompany } from '@contract/customer/clientCompany';
import {
  type Context,
  type Download,
  type GroupHandlers,
  prepared,
  type UploadedFile,
} from '../../core/context';
import { refuse } from '../../core/refusal';
import { changeStamp } from '../../core/stamps';
import { downloadStored, keepFile } from '../../store/storedFiles';
import { isDrawable } from '../documents/picture';

type Get = (context: Context, input: { readonly params: { readonly id: number } }) => Promise<ClientCompany>;

/** Stores or removes the logo of a company. What was issued with an earlier one keeps it. */
async function setLogo(context: Context, company: ClientCompany, logoFileId: string | null): Promise<void> {
  const { id, code, version, hasLogo } = company;
  await context.write
    .updateTable('clientCompany')
    .set({ logoFileId, hasLogo: logoFileId === null ? 0 : 1, ...changeStamp(context), version: version + 1 })
    .where('id', '=', id)
    .execute();
  await context.log({
    ...{ module: 'config', action: 'update', objectType: 'clientCompany', objectId: id, objectNo: code },
    ...{ companyId: id, before: { hasLogo }, after: { hasLogo: logoFileId !== null } },
  });
}

/** Logo of a company for its documents. */
export const logoHandlers = (
  get: Get,
): Pick<GroupHandlers<'clientCompany'>, 'setLogo' | 'logo' | 'removeLogo'> => ({
  // A file is read before the transaction, because all other writes wait for that.
  setLogo: prepared(
    async (_: Context, { file }: { readonly file: UploadedFile }) => {
      if (!isDrawable(await readFile(file.path))) throw refuse('LOGO_UNREADABLE', { name: file.name });
    },
    async (context, { params, file }) => {
      const company = await get(context, { params });
      if (company.kind !== 'own') throw refuse('LOGO_OWN_ONLY');
      const { id } = await keepFile(context, file);
      await setLogo(context, company, id);
      return get(context, { params });
    },
  ),

  logo: async (context, { params }): Promise<Download> => {
    const { logoFileId } = await context.read
      .selectFrom('clientCompany')
      .select('logoFileId')
      .where('id', '=', params.id)
      .executeTakeFirstOrThrow(() => refuse('NOT_FOUND'));
    if (logoFileId === null) throw refuse('NOT_FOUND');
    return downloadStored(context, logoFileId);
  },

  removeLogo: async (context, { params }) => {
    const company = await get(context, { params });
    if (company.hasLogo) await setLogo(context, company, null);
    else context.unchanged();
    return get(context, { params });
  },
});
