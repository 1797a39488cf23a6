import { describe, expect, it } from 'vitest';
import { copyBill } from '../support/apiRecords';
import { testApi } from '../support/server';

const api = testApi();

/** Returns the total that a page of the bill list reports. */
const total = async (query: object = {}) =>
  (await api.call.bill.list({ query: { pageSize: 1, ...query } })).total;

describe('the total of a page of bills', () => {
  it('follows every change at once, although it is cached', async () => {
    const before = await total();
    expect(await total()).toBe(before);
    const id = copyBill(
      api,
      Number(api.row("select id from bill where stage = 'draft' and archived = 0").id),
    );
    expect(await total()).toBe(before + 1);
    await api.call.bill.remove({ body: { selection: { ids: [id] }, removeReason: 'test' } });
    expect(await total()).toBe(before);
    await api.call.bill.recover({ body: { selection: { ids: [id] } } });
    expect(await total()).toBe(before + 1);
  });

  it('separates bills in use from archived ones', async () => {
    const count = (archived: number) =>
      api.count("select count(*) from bill where archived = ? and stage != 'removed'", archived);
    expect(await total()).toBe(count(0));
    expect(await total({ archived: true })).toBe(count(1));
    expect(await total()).toBe(count(0));
  });
});
