import type { Bill } from '@contract/bill/bill';
import { instantOf } from '@contract/rules/zonedTime';
import { useQueries, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { read } from '../../../api/queries';

const HOUR = 3_600_000;
const SHOWN = 6;

/** What the home screen lists: bills that will land soon, and those that need a hand, by why. */
export function useHomeLists() {
  // The hour the screen was opened; a list that moved under the reader's eyes would help nobody.
  const [now] = useState(() => Date.now());
  const ago = (hours: number) => instantOf(now - hours * HOUR);
  const { data: arrivals } = useQuery(
    read('bill', 'list', {
      query: { stage: ['draft'], etaFrom: instantOf(now), etaTo: ago(-48), sort: 'eta', pageSize: 12 },
    }),
  );
  const rules = [
    { key: 'access.homeException', query: { clearanceStatus: ['exception'], sort: '-ata' } },
    {
      key: 'access.homeNotReleased',
      query: { clearanceStatus: ['not_released', 'in_clearance'], ataTo: ago(48), sort: 'ata' },
    },
    { key: 'access.homeLate', query: { stage: ['draft'], etaTo: ago(2), sort: 'eta' } },
    {
      key: 'access.homeShortage',
      query: {
        stage: ['arrived', 'pickup', 'clearing', 'inbound', 'outbound', 'clearance'],
        shortageCountMin: 1,
        sort: '-eta',
      },
    },
  ] as const;
  const answers = useQueries({
    queries: rules.map(({ query }) =>
      read('bill', 'list', { query: { ...query, pageSize: SHOWN } as never }),
    ),
  });
  return {
    arrivals: arrivals?.list,
    attention: rules.map(({ key }, index) => ({
      key,
      bills: answers[index]?.data?.list as Bill[] | undefined,
      total: answers[index]?.data?.total ?? 0,
    })),
  };
}
