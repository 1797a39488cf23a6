import { NETCHB } from '@contract/limits';
import { parseXml } from '../../tabular/xml';

/** Names of the elements, as both ends write and read them. */
const REQUEST = 'netchbRequest';
const RESPONSE = 'netchbResponse';

const escaped = (text: string): string =>
  text.replace(/\p{Cc}/gu, ' ').replace(/[<>&"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

const documentOf = (name: string, attributes: Readonly<Record<string, string>>, content: string): string => {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(value)}"`);
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${name}${written.join('')}>${content}</${name}>`;
};

/** A request; `content` is XML of its own. */
export const requestText = (operation: string, filerCode: string, content = ''): string =>
  documentOf(REQUEST, { operation, filerCode }, content);

/** A gateway's answer. */
export interface GatewayMessage {
  readonly status: string;
  readonly filerCode: string;
  readonly message: string | null;
}

export const responseText = ({ status, filerCode, message }: GatewayMessage): string =>
  documentOf(
    RESPONSE,
    { status, filerCode },
    message === null ? '' : `<message>${escaped(message)}</message>`,
  );

/** What an answer says; undefined for what is none. */
export async function answerOf(text: string): Promise<GatewayMessage | undefined> {
  const found = await rootOf(text, RESPONSE);
  if (!found) return undefined;
  const { status, filerCode } = found.attributes;
  if (status === undefined || filerCode === undefined) return undefined;
  const message = found.message.trim().slice(0, NETCHB.maxKept);
  return { status, filerCode, message: message === '' ? null : message };
}

/** What a request asks for; undefined for what is none. */
export async function askedOf(text: string): Promise<{ operation: string; filerCode: string } | undefined> {
  const found = await rootOf(text, REQUEST);
  const { operation, filerCode } = found?.attributes ?? {};
  return operation === undefined || filerCode === undefined ? undefined : { operation, filerCode };
}

async function rootOf(
  text: string,
  name: string,
): Promise<{ attributes: Readonly<Record<string, string>>; message: string } | undefined> {
  const path: string[] = [];
  let attributes: Readonly<Record<string, string>> | undefined;
  let message = '';
  async function* whole() {
    yield Buffer.from(text);
  }
  try {
    await parseXml(
      whole(),
      {
        open: (element, given) => {
          if (path.length === 0 && element === name) attributes = given;
          path.push(element);
        },
        close: () => void path.pop(),
        text: (part) => {
          if (path.length === 2 && path[1] === 'message') message += part;
        },
      },
      name,
    );
  } catch {
    // Whatever cannot be read is no message of a gateway.
    return undefined;
  }
  return attributes && { attributes, message };
}
