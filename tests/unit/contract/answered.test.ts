import { answersRecord } from '@contract/answered';
import { allEndpoints, findEndpoint } from '@contract/index';
import { expect, test } from 'vitest';

/** Calls that change a version without answering with the record: they answer what they did, or about several records. */
const ANSWER_OTHERWISE = [
  ...['airTransport.act', 'billCost.invoice', 'cmr.act', 'cmr.deliver', 'cmr.return'],
  ...['customsMessage.transmit', 'eInvoice.saveSettings', 'mail.saveSettings', 'noaMail.process'],
  'pickClearance.close',
  ...['pickInbound.close', 'pickOutbound.close', 'seaTransport.act', 'utbMail.process'],
];

test('a write of a version answers with the record, so that the next action has its new version', () => {
  const writes = allEndpoints().filter(({ name, found }) => {
    const { shape = {} } = (found.body ?? {}) as { shape?: object };
    return found.method !== 'GET' && 'version' in shape && findEndpoint(`${name.split('.')[0]}.get`);
  });
  expect(writes.length).toBeGreaterThan(100);
  expect(
    writes
      .map(({ name }) => name)
      .filter((name) => !answersRecord(name))
      .sort(),
  ).toEqual(ANSWER_OTHERWISE);
});

test('a read, an unknown call and another record are no answers with the record', () => {
  for (const name of ['bill.get', 'bill.nothing', 'nothing.get', 'bill.copy'])
    expect(answersRecord(name), name).toBe(false);
});
