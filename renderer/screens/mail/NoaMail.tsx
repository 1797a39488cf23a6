import { type NoaMail, noaMailRow } from '@contract/mail/letter';
import { Inbox } from './parts/Inbox';
import type { InboxSpec } from './parts/inboxSpec';

const spec: InboxSpec<NoaMail> = {
  kind: 'noa',
  group: 'noaMail',
  row: noaMailRow,
  columns: [
    { name: 'pieces', width: 80 },
    { name: 'difference', width: 95 },
    { name: 'weight', width: 95 },
    { name: 'cargoStationId', width: 110 },
    { name: 'readyAt', width: 140 },
    { name: 'storageFrom', width: 140, hidden: true },
  ],
};

/** Inbox of notices of arrival from cargo stations, matched to bills. */
export default function NoaMails() {
  return <Inbox spec={spec} />;
}
