import { namesOf } from '@contract/names';
import { answerFit, customsEvents, customsStandings } from '@contract/rules/customsAnswers';
import { describe, expect, test } from 'vitest';
import { notificationsOf, resultText } from '../../../main/server/areas/customsOffice/notification';

/** Responses that move a declaration, by its standing; written independently of the rule (UCC 171 to 174, 188, 194). */
const MOVES: Readonly<Record<string, string>> = {
  none: 'registered accepted rejected',
  registered: 'accepted rejected',
  accepted: 'control documents released invalidated',
  control: 'documents released refused',
  documents: 'control released refused',
  rejected: '',
  refused: 'invalidated',
  released: 'invalidated',
  invalidated: '',
};

test.each(namesOf(customsStandings))('a declaration that is %s is moved only by what follows', (standing) => {
  expect(customsEvents.filter((event) => answerFit(event, standing) === 'moves').sort()).toEqual(
    (MOVES[standing] ?? '').split(' ').filter(Boolean).sort(),
  );
});

test('what customs says twice is known, and so is a registration that comes late', () => {
  expect(answerFit('released', 'released')).toBe('known');
  expect(answerFit('registered', 'control')).toBe('known');
  expect(answerFit('accepted', 'released')).toBe('unfit');
});

const NOW = '2026-11-03T12:00:00Z';
const notification = (type: string, more = '', lrn = 'NG-1') =>
  `<x:NotificationResult xmlns:x="urn:x"><x:Notifications><x:Notification><x:NotificationEventType>${type}</x:NotificationEventType>
    <x:NotificationSID>0d0c0b0a-0000-1111-2222-333344445555</x:NotificationSID>
    <x:Declaration><x:MRN>26DK00470012345ABCR6</x:MRN><x:LRN>${lrn}</x:LRN></x:Declaration>${more}</x:Notification></x:Notifications></x:NotificationResult>`;
const issued = (time: string) =>
  `<x:IssueDateTime><x:DateTimeString formatCode="304">${time}</x:DateTimeString></x:IssueDateTime>`;

describe('a notification', () => {
  test('is read with its numbers, its time and what it says', async () => {
    const error =
      '<x:Error><x:ValidationCode>R1</x:ValidationCode><x:ValidationText>Value</x:ValidationText></x:Error>';
    const [read] =
      (await notificationsOf(notification('REJECTED', error + issued('20261103101500+01')), NOW)) ?? [];
    expect(read).toMatchObject({
      ...{ sid: '0d0c0b0a-0000-1111-2222-333344445555', lrn: 'NG-1', mrn: '26DK00470012345ABC' },
      ...{ event: 'rejected', at: '2026-11-03T09:15:00Z', said: 'R1 Value' },
    });
  });
  test.each([
    ['20261103', '2026-11-03T00:00:00Z'],
    ['20261103101500Z', '2026-11-03T10:15:00Z'],
    ['2026-11-03T10:15:00+01:00', '2026-11-03T09:15:00Z'],
    ['20271103101500Z', NOW],
    ['yesterday', NOW],
  ])('has the time %s', async (text, at) => {
    expect(await notificationsOf(notification('RELEASED', issued(text)), NOW)).toMatchObject([{ at }]);
  });
  test('of a type that is not known is kept without one', async () => {
    expect(await notificationsOf(notification('QUOTA_ALLOCATED'), NOW)).toMatchObject([{ event: null }]);
  });
  test('is no web page', async () => {
    expect(await notificationsOf('<html><body>Session expired</body></html>', NOW)).toBeNull();
    expect(await notificationsOf('Session expired', NOW)).toBeNull();
  });
  test('is read as it was written', async () => {
    const said = {
      sid: 'S-1',
      lrn: 'NG-1',
      mrn: null,
      event: 'control',
      at: NOW,
      controlType: '40',
    } as const;
    const { errors: _, ...same } = { ...said, errors: undefined };
    expect(await notificationsOf(resultText([said]), NOW)).toMatchObject([same]);
  });
});
