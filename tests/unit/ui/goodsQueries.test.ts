import type { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { invalidate } from '../../../renderer/api/queries';

/** Returns the groups that a write to a group refetches. */
async function refetched(group: Parameters<typeof invalidate>[1]): Promise<string[]> {
  const keys: string[] = [];
  const recorder = {
    invalidateQueries: async ({ queryKey }: { queryKey: readonly string[] }) => void keys.push(...queryKey),
  };
  await invalidate(recorder as unknown as QueryClient, group);
  return keys;
}

test.each(['cmr', 'parcel', 'box', 'pallet', 'pick', 'batch', 'bill'] as const)(
  'a write to %s refetches all data with the places of goods',
  async (group) => {
    const goods = ['bill', 'parcel', 'box', 'pallet', 'pick', 'cmr', 'batch', 'fyco', 'tracking'];
    expect(await refetched(group)).toEqual(expect.arrayContaining(goods));
  },
);
