import { endpoint, type Handlers, type Input, type Output, type ServerTypes } from '@contract/endpoint';
import { count, id, type KindOf, money, text } from '@contract/fields';
import type { api } from '@contract/index';
import { machine } from '@contract/machine';
import { type crud, draftOf, recordFields, referenceFields, resource } from '@contract/resource';
import { byNothing } from '@contract/scope';
import type { SamePlaceholders } from '@contract/words/translation';
import { translationOf } from '@contract/words/translation';
import { describe, expectTypeOf, test } from 'vitest';
import * as z from 'zod';

/** Marked lines must not compile; the compiler rejects this file when one does. */
describe('the type of an endpoint', () => {
  test('has the parameters that the path names', () => {
    endpoint({ method: 'GET', path: '/a/{id}', access: 'session', params: z.strictObject({ id: id() }) });
    // @ts-expect-error a path parameter without its schema
    endpoint({ method: 'GET', path: '/a/{id}', access: 'session' });
    // @ts-expect-error a schema for a parameter that the path does not have
    endpoint({ method: 'GET', path: '/a', access: 'session', params: z.strictObject({ id: id() }) });
    // @ts-expect-error the name differs
    endpoint({ method: 'GET', path: '/a/{id}', access: 'session', params: z.strictObject({ no: id() }) });
    // @ts-expect-error no such code
    endpoint({ method: 'GET', path: '/a', access: 'session', errors: ['NO_SUCH_CODE'] });
    // @ts-expect-error permissions are ids of the tree
    endpoint({ method: 'GET', path: '/a', access: 'everyone' });
  });

  test('derives input and output from the schemas', () => {
    expectTypeOf<Output<typeof api.bill.get>['billNo']>().toEqualTypeOf<string>();
    expectTypeOf<Output<typeof api.bill.get>['eta']>().toEqualTypeOf<string | null>();
    expectTypeOf<Input<typeof api.bill.get>>().toEqualTypeOf<{ params: { id: number } }>();
    expectTypeOf<Input<typeof api.attachment.upload>['file']>().toEqualTypeOf<string>();
    const input: Input<typeof api.bill.list> = {
      query: { stage: ['draft'], etaFrom: '2026-11-03T00:00:00Z' },
    };
    expectTypeOf(input).toExtend<object>();
    // @ts-expect-error no such stage
    const wrong: Input<typeof api.bill.list> = { query: { stage: ['landed'] } };
    expectTypeOf(wrong).toExtend<object>();
    // @ts-expect-error a field that is not filtered by
    const unknown: Input<typeof api.bill.list> = { query: { volumeMin: 1 } };
    expectTypeOf(unknown).toExtend<object>();
  });

  test('does not compile without a handler', () => {
    interface Server extends ServerTypes {
      context: null;
      upload: null;
      download: null;
    }
    type Group = Pick<typeof api.bill, 'get' | 'timeline'>;
    // @ts-expect-error timeline is missing
    const handlers: Handlers<Group, Server> = { get: async () => ({}) as Output<typeof api.bill.get> };
    expectTypeOf(handlers).toExtend<object>();
  });
});

describe('the type of a field', () => {
  test('contains its kind, through nullable', () => {
    const amount = money().nullable();
    expectTypeOf<KindOf<typeof amount>>().toEqualTypeOf<'money'>();
    const plain = z.string();
    expectTypeOf<KindOf<typeof plain>>().toEqualTypeOf<never>();
  });

  test('is optional in a draft if it may be empty, and required otherwise', () => {
    const row = z.object({ name: text(10), note: text(10).nullable(), boxes: count() });
    const draft = draftOf(row, ['name', 'note']);
    expectTypeOf<z.input<typeof draft>>().toEqualTypeOf<{ name: string; note?: string | null | undefined }>();
    // @ts-expect-error not a field of the row
    const wrong = () => draftOf(row, ['weight']);
    expectTypeOf(wrong).toBeFunction();
  });
});

describe('the types of resources and machines', () => {
  const row = z.object({ ...recordFields, ...referenceFields, code: text(5) });
  test('check the names of fields', () => {
    const plain = resource({
      name: 'airport',
      path: '/plain',
      module: 'config',
      view: '9',
      edit: '9',
      row,
      draft: ['code'],
      lookup: ['code'],
      namesFor: 'everyone',
      filters: ['code'],
      sorts: ['code'],
      order: 'code',
      keyword: ['code'],
      unique: ['code'],
      finding: null,
      scope: byNothing('reference data'),
    });
    expectTypeOf<
      Output<ReturnType<typeof crud<(typeof row)['shape'], ['code'], ['code'], ['code']>>['all']>
    >().toEqualTypeOf<{ code: string; id: number }[]>();
    // @ts-expect-error no such field to filter by
    resource({ ...plain, filters: ['colour'] });
    // @ts-expect-error more than names, for everyone
    resource({ ...plain, lookup: ['code', 'remark'] });
    resource({ ...plain, lookup: ['code', 'remark'], namesFor: 'readers' });
  });

  test('accept only states of the machine in an action', () => {
    const states = { open: { rank: 1, tone: 'info' }, closed: { rank: 2, tone: 'good' } } as const;
    const base = { name: 'active', states, stateOf: (): 'open' | 'closed' => 'open', always: [] } as const;
    machine<object>()({ ...base, actions: { close: { from: ['open'], to: 'closed', permission: '9' } } });
    // @ts-expect-error no such state
    machine<object>()({ ...base, actions: { close: { from: ['ajar'], to: 'closed', permission: '9' } } });
  });
});

describe('the type of messages', () => {
  interface English {
    hello: 'Hello {name}';
    bye: 'Bye';
  }
  test('does not compile with a missing key or placeholder', () => {
    translationOf<English>()({ hello: '您好{name}', bye: '再见' });
    // @ts-expect-error a key is missing
    translationOf<English>()({ hello: '您好{name}' });
    // @ts-expect-error a placeholder is missing
    translationOf<English>()({ hello: '您好', bye: '再见' });
    // @ts-expect-error a placeholder that English does not have
    translationOf<English>()({ hello: '您好{name}', bye: '再见{name}' });
  });
  test('names the mismatched placeholder', () => {
    expectTypeOf<SamePlaceholders<English, { hello: '您好'; bye: '再见' }>['hello']>().toEqualTypeOf<{
      missingPlaceholder: 'name';
    }>();
  });
});
