import { describe, expect, test } from 'vitest';
import {
  answerOf,
  callIn,
  filingElement,
  requestText,
  responseText,
} from '../../../main/server/areas/netchb/message';
import { contentOf, documentOf, elementOf, readXml } from '../../../main/server/core/xml';

describe('a gateway message', () => {
  const content = {
    mblNo: 'PZOL6300001',
    empty: null,
    seller: { name: 'Müller & <Söhne> "GmbH"', city: '深圳' },
    lines: [{ hts: '940360', value: 12 }],
    containers: [],
  };

  test('is read as it was written: parts, lists of one and of none, every character', async () => {
    const root = await readXml(documentOf(elementOf('isf', content)));
    expect(root && contentOf(root)).toEqual({
      mblNo: 'PZOL6300001',
      seller: { name: 'Müller & <Söhne> "GmbH"', city: '深圳' },
      lines: [{ hts: '940360', value: '12' }],
      containers: [],
    });
  });

  test('is sent in a request under its id', async () => {
    const head = { messageId: 'FC-1', kind: 'isf', action: 'A' } as const;
    const text = requestText('file', 'QZX', [filingElement(head, elementOf('isf', content))]);
    const call = await callIn(text);
    expect(call).toMatchObject({ operation: 'file', filerCode: 'QZX', filing: { head } });
    expect(call?.filing?.content?.name).toBe('isf');
  });

  test.each([
    ['no XML', 'Session expired'],
    ['a document type with entities', '<!DOCTYPE a [<!ENTITY x "y">]><isf/>'],
    ['one that is cut off', '<isf><seller>'],
    ['one that is deeper than any', '<a>'.repeat(40) + '</a>'.repeat(40)],
  ])('is refused when it is %s', async (_, text) => expect(await readXml(text)).toBeUndefined());
});

describe('a gateway response', () => {
  const filing = {
    messageId: 'FC-1',
    known: true,
    reference: 'QZX00000000001',
    events: [
      { number: 2, event: 'accepted' as const, at: '2026-11-03T10:00:01Z', codes: [] },
      {
        number: 1,
        event: 'received' as const,
        at: '2026-11-03T10:00:00Z',
        codes: [{ code: 'W01', text: 'Late & so' }],
      },
    ],
  };
  const text = responseText({ status: 'ok', filerCode: 'QZX', message: 'Fine', filing });

  test('contains the customs responses in their order', async () => {
    const answer = await answerOf(text);
    expect(answer).toMatchObject({ status: 'ok', filerCode: 'QZX', message: 'Fine' });
    expect(answer?.filing).toEqual({ ...filing, events: [...filing.events].reverse() });
  });

  test.each([
    ['an event nobody knows', text.replace('accepted', 'applauded')],
    ['an event without its time', text.replace('2026-11-03T10:00:01Z', 'today')],
    ['an event without its number', text.replace('number="2"', '')],
  ])('is refused when a part of it is not understood: %s', async (_, broken) =>
    expect(await answerOf(broken)).toBeUndefined(),
  );
});
