import { type ListView, MOST_VIEWS } from '@contract/access/listView';
import { problem } from '@contract/errors';
import type { Context, GroupHandlers } from '../../core/context';
import { requireVersion } from '../../core/record';
import { refuse, refuseFields } from '../../core/refusal';
import type { Reader } from '../../store/open';

type ViewContents = Pick<ListView, 'tab' | 'asked' | 'sort' | 'layout'>;

const columnsOf = ({ tab, asked, sort, layout }: Partial<ViewContents>) => ({
  ...(tab === undefined ? {} : { tab }),
  ...(asked === undefined ? {} : { asked: JSON.stringify(asked) }),
  ...(sort === undefined ? {} : { sort }),
  ...(layout === undefined ? {} : { layout: layout && JSON.stringify(layout) }),
});

/** Views that the caller sees: their own, those shared with their present group, and those shared with everyone. */
async function visible({ read, caller }: Context, id?: number): Promise<ListView[]> {
  const group = read.selectFrom('staff').select('groupId').where('id', '=', caller.id);
  let found = read
    .selectFrom('listView')
    .innerJoin('staff as owner', 'owner.id', 'listView.ownerId')
    .leftJoin('listViewDefault as begins', (join) =>
      join.onRef('begins.viewId', '=', 'listView.id').on('begins.staffId', '=', caller.id),
    )
    .selectAll('listView')
    .select(['owner.realName as ownerName', 'begins.viewId as begins'])
    .where((where) =>
      where.or([
        where('listView.ownerId', '=', caller.id),
        where('listView.scope', '=', 'everyone'),
        where.and([where('listView.scope', '=', 'group'), where('owner.groupId', '=', group)]),
      ]),
    )
    .orderBy('listView.name')
    .orderBy('listView.id');
  if (id !== undefined) found = found.where('listView.id', '=', id);
  const own = await group.executeTakeFirst();
  const ofGroups = new Map<number, number[]>();
  for (const { viewId, groupId } of await read.selectFrom('listViewGroupDefault').selectAll().execute())
    ofGroups.set(viewId, [...(ofGroups.get(viewId) ?? []), groupId]);
  return (await found.execute()).map(({ begins, asked, layout, ...view }) => ({
    ...view,
    mine: view.ownerId === caller.id,
    isDefault: begins !== null,
    groupIds: ofGroups.get(view.id) ?? [],
    ofGroup: (ofGroups.get(view.id) ?? []).includes(own?.groupId ?? 0),
    asked: JSON.parse(asked) as ListView['asked'],
    layout: layout === null ? null : (JSON.parse(layout) as ListView['layout']),
  }));
}

async function get(context: Context, id: number): Promise<ListView> {
  const [view] = await visible(context, id);
  if (!view) throw refuse('NOT_FOUND');
  return view;
}

async function own(context: Context, id: number): Promise<ListView> {
  const view = await get(context, id);
  if (!view.mine) throw refuse('VIEW_NOT_YOURS', { name: view.ownerName });
  return view;
}

/** Refuses a second view of the same name in a person's views of a list. */
async function requireName(context: Context, list: string, name: string, besides = 0): Promise<void> {
  const twin = await context.read
    .selectFrom('listView')
    .select('id')
    .where('ownerId', '=', context.caller.id)
    .where('list', '=', list)
    .where('name', '=', name)
    .where('id', '!=', besides)
    .executeTakeFirst();
  if (twin) throw refuseFields({ name: problem('CODE_EXISTS', { code: name }) });
}

/** Views of lists. They are no business records, so they are not logged. */
export const listViewHandlers: GroupHandlers<'listView'> = {
  list: (context) => visible(context),

  create: async (context, { body }) => {
    const { write, caller, now } = context;
    context.unchanged();
    const { list, name, scope, ...shown } = body;
    await requireName(context, list, name);
    const { n } = await context.read
      .selectFrom('listView')
      .select((where) => where.fn.countAll<number>().as('n'))
      .where('ownerId', '=', caller.id)
      .where('list', '=', list)
      .executeTakeFirstOrThrow();
    if (n >= MOST_VIEWS) throw refuse('VIEW_LIMIT', { max: MOST_VIEWS });
    const { tab, asked, sort, layout } = shown;
    const { id } = await write
      .insertInto('listView')
      .values({
        ...{ version: 1, list, name, scope, ownerId: caller.id, updatedAt: now },
        ...{ tab, asked: JSON.stringify(asked), sort, layout: layout && JSON.stringify(layout) },
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return get(context, id);
  },

  update: async (context, { params, body }) => {
    context.unchanged();
    const view = await own(context, params.id);
    const { version, name, scope, ...shown } = body;
    requireVersion(view, version);
    if (name !== undefined) await requireName(context, view.list, name, view.id);
    await context.write
      .updateTable('listView')
      .set({
        ...columnsOf(shown),
        ...(name === undefined ? {} : { name }),
        ...(scope === undefined ? {} : { scope }),
        version: version + 1,
        updatedAt: context.now,
      })
      .where('id', '=', view.id)
      .execute();
    return get(context, view.id);
  },

  remove: async (context, { params }) => {
    context.unchanged();
    const { id } = await own(context, params.id);
    await context.write.deleteFrom('listViewDefault').where('viewId', '=', id).execute();
    await context.write.deleteFrom('listViewGroupDefault').where('viewId', '=', id).execute();
    await context.write.deleteFrom('listView').where('id', '=', id).execute();
    return null;
  },

  begin: async (context, { body }) => {
    context.unchanged();
    const { write, caller } = context;
    const { list, viewId } = body;
    if (viewId !== null && (await get(context, viewId)).list !== list) throw refuse('NOT_FOUND');
    await write
      .deleteFrom('listViewDefault')
      .where('staffId', '=', caller.id)
      .where('list', '=', list)
      .execute();
    if (viewId !== null)
      await write.insertInto('listViewDefault').values({ staffId: caller.id, list, viewId }).execute();
    return null;
  },

  beginGroup: async (context, { body }) => {
    context.unchanged();
    const { read, write } = context;
    const { list, groupId, viewId } = body;
    const group = await read
      .selectFrom('adminGroup')
      .select('id')
      .where('id', '=', groupId)
      .executeTakeFirst();
    if (!group) throw refuse('NOT_FOUND');
    if (viewId !== null) {
      const view = await get(context, viewId);
      if (view.list !== list) throw refuse('NOT_FOUND');
      if (!(await seenBy(read, view, groupId))) throw refuse('VIEW_NOT_OF_GROUP', { name: view.name });
    }
    await write
      .deleteFrom('listViewGroupDefault')
      .where('groupId', '=', groupId)
      .where('list', '=', list)
      .execute();
    if (viewId !== null)
      await write.insertInto('listViewGroupDefault').values({ groupId, list, viewId }).execute();
    return null;
  },
};

/**
 * True if everybody in a group sees a view: the view is shared with everyone, or with its owner's group, and that is
 * the given one.
 */
async function seenBy(read: Reader, { scope, ownerId }: ListView, groupId: number): Promise<boolean> {
  if (scope !== 'group') return scope === 'everyone';
  const owner = await read.selectFrom('staff').select('groupId').where('id', '=', ownerId).executeTakeFirst();
  return owner?.groupId === groupId;
}
