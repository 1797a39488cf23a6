import { expect, test } from 'vitest';
import { testApi } from '../support/server';

const api = testApi();

test('stores the address of a warehouse in one line, updates it with its parts, and finds it by any part', async () => {
  const { list } = await api.call.warehouse.list({ query: { keyword: 'Vrachtkade 12, 1119' } });
  expect(list.map(({ address }) => address)).toEqual(['Vrachtkade 12, 1119 QX Schiphol-Rijk, Noord-Holland']);
  const [{ id, version } = { id: 0, version: 0 }] = list;
  const changed = await api.call.warehouse.update({ params: { id }, body: { version, houseNumber: '14' } });
  expect(changed.address).toBe('Vrachtkade 14, 1119 QX Schiphol-Rijk, Noord-Holland');
});
