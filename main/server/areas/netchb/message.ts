import { NETCHB } from '@contract/limits';
import { type FilingAction, type FilingEventName, filingEvents } from '@contract/sea/filing';
import { documentOf, element, readXml, type XmlElement } from '../../core/xml';

/** Names of the elements, used by both ends. */
const REQUEST = 'netchbRequest';
const RESPONSE = 'netchbResponse';
const FILING = 'filing';

/** Operations of the gateway: sign on, file a message, query the status of one. */
export type GatewayOperation = 'signOn' | 'file' | 'status';

/** A request. */
export const requestText = (
  operation: GatewayOperation,
  filerCode: string,
  content: readonly XmlElement[] = [],
): string => documentOf(element(REQUEST, { operation, filerCode }, content));

/** Head of a filing request: its id is the same however often it is sent. */
export interface FilingHead {
  readonly messageId: string;
  readonly kind: string;
  readonly action: FilingAction;
}

/** The message of a filing within a request to file it. */
export const filingElement = ({ messageId, kind, action }: FilingHead, content: XmlElement): XmlElement =>
  element(FILING, { messageId, kind, action }, [content]);

/** The status query of a filing. */
export const questionElement = ({ messageId, kind, action }: FilingHead): XmlElement =>
  element(FILING, { messageId, kind, action });

/** An event of a filing; `number` counts up from 1. */
export interface GatewayEvent {
  readonly number: number;
  readonly event: FilingEventName;
  readonly at: string;
  readonly codes: readonly { readonly code: string; readonly text: string }[];
}

/** A gateway's response about a filing. `known` is false when the gateway never received it. */
export interface GatewayFiling {
  readonly messageId: string;
  readonly known: boolean;
  readonly reference: string | null;
  readonly events: readonly GatewayEvent[];
}

/** A gateway's response. */
export interface GatewayMessage {
  readonly status: string;
  readonly filerCode: string;
  readonly message: string | null;
  readonly filing?: GatewayFiling | undefined;
}

export function responseText({ status, filerCode, message, filing }: GatewayMessage): string {
  const parts = message === null ? [] : [element('message', {}, message)];
  if (!filing) return documentOf(element(RESPONSE, { status, filerCode }, parts));
  const { messageId, known, reference, events } = filing;
  const eventTags = events.map(({ number, event, at, codes }) =>
    element(
      'event',
      { number: String(number), name: event, at },
      codes.map(({ code, text }) => element('code', { value: code }, text)),
    ),
  );
  const about = { messageId, known: String(known), ...(reference === null ? {} : { reference }) };
  return documentOf(element(RESPONSE, { status, filerCode }, [...parts, element(FILING, about, eventTags)]));
}

/** Parses a response; undefined for anything else. */
export async function answerOf(text: string): Promise<GatewayMessage | undefined> {
  const root = await readXml(text);
  if (root?.name !== RESPONSE) return undefined;
  const { status, filerCode } = root.attributes;
  if (status === undefined || filerCode === undefined) return undefined;
  const message = root.children.find(({ name }) => name === 'message')?.text.slice(0, NETCHB.maxKept);
  const about = root.children.find(({ name }) => name === FILING);
  const filing = about && filingOf(about);
  if (about && !filing) return undefined;
  return { status, filerCode, message: message || null, filing };
}

const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/;

/** Parses the status of a filing; undefined where any part is invalid, so that none of it is used. */
function filingOf({ attributes, children }: XmlElement): GatewayFiling | undefined {
  const { messageId, known, reference } = attributes;
  if (messageId === undefined || (known !== 'true' && known !== 'false')) return undefined;
  const events: GatewayEvent[] = [];
  for (const child of children) {
    const { number, name, at = '' } = child.attributes;
    const event = filingEvents.find((one) => one === name);
    if (child.name !== 'event' || !/^\d{1,6}$/.test(number ?? '') || !event || !INSTANT.test(at))
      return undefined;
    const codes = child.children.map((code) => ({
      code: (code.attributes.value ?? '').slice(0, 20),
      text: code.text.slice(0, NETCHB.maxKept),
    }));
    events.push({ number: Number(number), event, at, codes });
  }
  events.sort((one, other) => one.number - other.number);
  return { messageId, known: known === 'true', reference: reference?.slice(0, 40) || null, events };
}

/** Parses a request; undefined for anything else. */
export async function callIn(text: string): Promise<
  | {
      readonly operation: string;
      readonly filerCode: string;
      readonly filing?: {
        readonly head: Readonly<Record<string, string>>;
        readonly content?: XmlElement | undefined;
      };
    }
  | undefined
> {
  const root = await readXml(text);
  if (root?.name !== REQUEST) return undefined;
  const { operation, filerCode } = root.attributes;
  if (operation === undefined || filerCode === undefined) return undefined;
  const about = root.children.find(({ name }) => name === FILING);
  if (!about) return { operation, filerCode };
  return { operation, filerCode, filing: { head: about.attributes, content: about.children[0] } };
}
