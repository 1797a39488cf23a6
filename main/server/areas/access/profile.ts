import type { Profile } from '@contract/access/session';
import type { Context, GroupHandlers } from '../../core/context';
import { refuse } from '../../core/refusal';
import { downloadStored, forgetFiles, keepFile } from '../../store/storedFiles';
import { ownEntry } from './ownEntry';

/** Reads the profile of an account. */
export async function profileOf({ read }: Pick<Context, 'read'>, staffId: number): Promise<Profile> {
  const row = await read.selectFrom('staff').selectAll().where('id', '=', staffId).executeTakeFirstOrThrow();
  return {
    id: row.id,
    username: row.username,
    fullName: row.realName,
    email: row.email,
    avatarUrl: row.avatarFileId,
    companyName: row.companyName,
    superAdmin: row.superAdmin === 1,
    language: 'en',
    mustChangePassword: row.mustChangePassword === 1,
    lastLoginAt: row.lastLoginAt,
  };
}

/** Replaces or removes the caller's picture; deletes the previous one. */
async function setAvatar(
  { caller, write, log, unchanged }: Context,
  avatarFileId: string | null,
): Promise<void> {
  const { avatarFileId: before } = await write
    .selectFrom('staff')
    .select('avatarFileId')
    .where('id', '=', caller.id)
    .executeTakeFirstOrThrow();
  if (before === avatarFileId) return unchanged();
  await write
    .updateTable('staff')
    .set((set) => ({ avatarFileId, version: set('version', '+', 1) }))
    .where('id', '=', caller.id)
    .execute();
  const paper =
    before &&
    (await write.selectFrom('attachment').select('id').where('fileId', '=', before).executeTakeFirst());
  // A photo of a bill stays with the bill.
  if (before && !paper) await forgetFiles(write, [before]);
  await log({
    ...ownEntry(caller, 'update'),
    before: { avatarUrl: before },
    after: { avatarUrl: avatarFileId },
  });
}

/** Handlers of the caller's own profile and picture. */
export const profileHandlers: Pick<
  GroupHandlers<'session'>,
  'me' | 'avatar' | 'removeAvatar' | 'upload' | 'file'
> = {
  me: (context) => profileOf(context, context.caller.id),

  avatar: async (context, { body }) => {
    const { caller, read, write } = context;
    const file = await read
      .selectFrom('storedFile')
      .select(['mime'])
      .where('id', '=', body.fileId)
      .where('createdBy', '=', caller.id)
      .executeTakeFirst();
    if (!file) throw refuse('NOT_FOUND');
    if (!file.mime.startsWith('image/')) throw refuse('FILE_TYPE', { types: 'jpg, jpeg, png' });
    await setAvatar(context, body.fileId);
    return profileOf({ read: write }, caller.id);
  },

  removeAvatar: async (context) => {
    await setAvatar(context, null);
    return profileOf({ read: context.write }, context.caller.id);
  },

  upload: async (context, { file }) => {
    const { id, mime } = await keepFile(context, file);
    await context.log({
      module: 'access',
      action: 'upload',
      objectType: 'file',
      objectId: id,
      objectNo: file.name,
    });
    return { fileId: id, fileName: file.name, size: file.size, mime };
  },

  // Loose files are pictures of people, visible to all colleagues; files of bills have their own calls.
  file: async (context, { params }) => {
    const owner = await context.read
      .selectFrom('staff')
      .select('id')
      .where('avatarFileId', '=', params.fileId)
      .executeTakeFirst();
    const own = await context.read
      .selectFrom('storedFile')
      .select('id')
      .where('id', '=', params.fileId)
      .where('createdBy', '=', context.caller.id)
      .executeTakeFirst();
    if (!owner && !own) throw refuse('NOT_FOUND');
    return downloadStored(context, params.fileId);
  },
};
