import { expect, test } from 'vitest';
import { custodyFaults } from '../../main/server/areas/custody/balance';
import { testApi } from '../support/server';

const api = testApi();

test('keeps a ledger of the demo that leads to where its goods stand', async () => {
  const store = await api.openStore();
  try {
    expect(await custodyFaults(store.read)).toEqual([]);
  } finally {
    await store.close();
  }
});
