import { createHash } from 'node:crypto';
import type { CustomsEvent } from '@contract/rules/customsAnswers';
import { instantOf } from '@contract/rules/zonedTime';
import { documentOf, element, readXml, type XmlElement } from '../../core/xml';

/*
 * Responses of a customs office, in the form of the public notification schema of the Danish customs
 * (`skat/dms-public`, trader portal: `NotificationResult` with its notifications). That schema leaves the words for the
 * type of a notification open: those of the list below are understood, and any other one waits for a person.
 */

/** A response as received. */
export interface Notification {
  /** Number of the response; one that comes again has the same. */
  readonly sid: string;
  readonly lrn: string | null;
  readonly mrn: string | null;
  /** Null for one that is not understood. */
  readonly event: CustomsEvent | null;
  readonly at: string;
  readonly said: string | null;
  /** Code of an announced control; null for other responses. */
  readonly controlType: string | null;
  readonly content: string;
}

/** Words for the type of a notification, without `_`, spaces and case. */
const EVENTS: ReadonlyMap<string, CustomsEvent> = new Map([
  ['registered', 'registered'],
  ['declarationregistered', 'registered'],
  ['accepted', 'accepted'],
  ['declarationaccepted', 'accepted'],
  ['rejected', 'rejected'],
  ['declarationrejected', 'rejected'],
  ['control', 'control'],
  ['undercontrol', 'control'],
  ['controlnotification', 'control'],
  ['documents', 'documents'],
  ['documentsrequested', 'documents'],
  ['additionaldocumentsrequested', 'documents'],
  ['released', 'released'],
  ['goodsreleased', 'released'],
  ['refused', 'refused'],
  ['notreleased', 'refused'],
  ['releaserefused', 'refused'],
  ['invalidated', 'invalidated'],
  ['declarationinvalidated', 'invalidated'],
]);

/** Longest text kept of what an office says. */
const MAX_SAID = 500;

const nameOf = ({ name }: XmlElement) => name.split(':').at(-1);
const child = (of: XmlElement | undefined, name: string) => of?.children.find((one) => nameOf(one) === name);
const textOf = (of: XmlElement | undefined, name: string) => child(of, name)?.text || null;

/** Finds the notifications of a document, at any depth: alone, or within a result. */
function notificationsIn(root: XmlElement): XmlElement[] {
  if (nameOf(root) === 'Notification') return [root];
  return root.children.flatMap(notificationsIn);
}

const DAY = /^(\d{4})(\d{2})(\d{2})(?:(\d{2})(\d{2})(\d{2})(Z|[+-]\d{2}(?::?\d{2})?)?)?$/;

/** Reads a time of the formats 102 (a day) and 304 (with time and zone), or in ISO form; undefined for anything else. */
function timeOf(text: string | null): string | undefined {
  const found = DAY.exec(text ?? '');
  const [, year, month, day, hour = '00', minute = '00', second = '00', zone = 'Z'] = found ?? [];
  const offset = /^[+-]\d{2}$/.test(zone) ? `${zone}:00` : zone.replace(/^([+-]\d{2})(\d{2})$/, '$1:$2');
  const iso = found ? `${year}-${month}-${day}T${hour}:${minute}:${second}${offset}` : (text ?? '');
  const at = Date.parse(iso);
  return Number.isNaN(at) ? undefined : instantOf(at);
}

/** Joins the texts of a response: errors with codes, control result, statement, requested documents. */
function saidIn(notification: XmlElement): string | null {
  const parts = notification.children.flatMap((part) => {
    switch (nameOf(part)) {
      case 'Error':
        return [[textOf(part, 'ValidationCode'), textOf(part, 'ValidationText')]];
      case 'ControlResult':
        return [[textOf(part, 'Description')]];
      case 'AdditionalInformation':
        return [[textOf(part, 'StatementCode'), textOf(part, 'StatementDescription')]];
      case 'AdditionalDocument':
        return [[textOf(part, 'Type'), textOf(part, 'Identifier')]];
      default:
        return [];
    }
  });
  const reason = textOf(child(notification, 'Declaration'), 'Reason');
  const said = [...parts.map((words) => words.filter(Boolean).join(' ')), reason].filter(Boolean).join('; ');
  return said === '' ? null : said.slice(0, MAX_SAID);
}

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');

/**
 * Reads the notifications of a document; null for one that is no result of an office. A time that cannot be read, or is
 * missing, is that of the receipt.
 */
export async function notificationsOf(text: string, receivedAt: string): Promise<Notification[] | null> {
  const root = await readXml(text);
  if (!root || !/^(NotificationResult|Notification|TraderNotification.*)$/.test(nameOf(root) ?? ''))
    return null;
  return notificationsIn(root).map((notification) => {
    const declaration = child(notification, 'Declaration');
    const content = documentOf(notification);
    const type = (textOf(notification, 'NotificationEventType') ?? '').toLowerCase().replace(/[_\s-]/g, '');
    const issued = child(notification, 'IssueDateTime') ?? child(notification, 'NotificationCreatedDate');
    const at = timeOf(textOf(issued, 'DateTimeString') ?? issued?.text ?? null) ?? receivedAt;
    return {
      sid: (textOf(notification, 'NotificationSID') ?? hashOf(content)).slice(0, 64),
      lrn: textOf(declaration, 'LRN')?.slice(0, 22) ?? null,
      mrn: textOf(declaration, 'MRN')?.slice(0, 18) ?? null,
      event: EVENTS.get(type) ?? null,
      at: at > receivedAt ? receivedAt : at,
      said: saidIn(notification),
      controlType: textOf(child(notification, 'Control'), 'TypeCode')?.slice(0, 4) ?? null,
      content,
    };
  });
}

/** A document that is no result of an office, kept for a person. */
export const unreadable = (text: string, receivedAt: string): Notification => ({
  ...{ sid: hashOf(text), lrn: null, mrn: null, event: null, said: null, controlType: null },
  at: receivedAt,
  content: text,
});

/** A response of the simulated office. */
export interface SimulatedResponse {
  readonly sid: string;
  readonly lrn: string;
  readonly mrn: string | null;
  readonly event: CustomsEvent;
  readonly at: string;
  readonly errors?: readonly { readonly code: string; readonly text: string }[];
  readonly controlType?: string;
}

/** Writes the result that an office returns. */
export const resultText = (said: readonly SimulatedResponse[]): string =>
  documentOf(
    element('NotificationResult', {}, [
      element('TotalSize', {}, String(said.length)),
      element('Notifications', {}, said.map(notificationElement)),
    ]),
  );

function notificationElement({
  sid,
  lrn,
  mrn,
  event,
  at,
  errors = [],
  controlType,
}: SimulatedResponse): XmlElement {
  return element('Notification', {}, [
    element('NotificationEventType', {}, event.toUpperCase()),
    element('NotificationSID', {}, sid),
    element('Declaration', {}, [...(mrn === null ? [] : [element('MRN', {}, mrn)]), element('LRN', {}, lrn)]),
    ...(controlType ? [element('Control', {}, [element('TypeCode', {}, controlType)])] : []),
    ...errors.map(({ code, text }) =>
      element('Error', {}, [element('ValidationCode', {}, code), element('ValidationText', {}, text)]),
    ),
    element('IssueDateTime', {}, [
      element('DateTimeString', { formatCode: '304' }, `${at.replace(/[-:TZ]/g, '')}Z`),
    ]),
  ]);
}
