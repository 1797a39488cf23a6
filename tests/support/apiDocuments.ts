import type { PermissionName } from '@contract/permissions';
import type { Actor, TestFile } from './apiCall';
import { drafts } from './apiRecords';
import type { TestApi } from './server';

/** Groups of the API whose records take effect only once approved. */
export type DocumentGroup = 'contract' | 'standardQuote' | 'orderQuote' | 'taxation';

const paper: TestFile = {
  name: 'signed.pdf',
  bytes: Buffer.from('%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n'),
};

export interface MadeDocument {
  readonly id: number;
  readonly version: number;
  readonly state: string;
}

/** Makes an account with these permissions on documents of a kind. */
export const actorFor = (
  api: TestApi,
  group: DocumentGroup,
  ...items: ('edit' | 'approve' | 'manage')[]
): Actor =>
  api.actor({
    permissions: [
      'home.dashboard.view',
      `business.${group}.view`,
      ...items.map((item): PermissionName => `business.${group}.${item}`),
    ],
  });

/** Opens a session of an existing account. */
export function actAs(api: TestApi, staffId: number): Actor {
  const at = new Date().toISOString().replace(/\.\d+Z$/, 'Z');
  const { groupId, username } = api.row('select groupId, username from staff where id = ?', staffId) as {
    groupId: number;
    username: string;
  };
  return { token: api.session(staffId, at), staffId, groupId, username };
}

/** Makes a draft that can be submitted. */
export async function draftDocument(
  api: TestApi,
  group: DocumentGroup,
  changes: object = {},
  as: Actor = api.admin,
): Promise<MadeDocument> {
  const body = { ...drafts[group](api), ...changes };
  const made = (await api.call[group].create({ body } as never, { as })) as MadeDocument;
  if (group === 'contract')
    await api.call.documentFile.upload({ params: { docType: 'contract', id: made.id }, file: paper }, { as });
  return made;
}

/** Makes a document under approval, or an approved one where no setting requires approval. */
export async function submitted(
  api: TestApi,
  group: DocumentGroup,
  changes: object = {},
  as: Actor = api.admin,
): Promise<MadeDocument> {
  const { id } = await draftDocument(api, group, changes, as);
  return (await api.call[group].submit({ params: { id }, body: {} }, { as })) as MadeDocument;
}

/** Decides as the first person who may. */
export async function decide(
  api: TestApi,
  group: DocumentGroup,
  id: number,
  body: { result: 'approve' | 'reject'; remark?: string } = { result: 'approve' },
): Promise<MadeDocument> {
  const { next } = await api.call[group].progress({ params: { id } });
  const as = actAs(api, next[0] ?? 0);
  return (await api.call[group].approval({ params: { id }, body }, { as })) as MadeDocument;
}

/** Makes an approved document. */
export async function approved(
  api: TestApi,
  group: DocumentGroup,
  changes: object = {},
): Promise<MadeDocument> {
  let row = await submitted(api, group, changes);
  while (row.state === 'pending') row = await decide(api, group, row.id);
  return row;
}
