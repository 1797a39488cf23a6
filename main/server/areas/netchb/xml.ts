import { parseXml } from '../../../tabular/xml';

/** An element of a message: its text, or the elements in it. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlElement[];
  readonly text: string;
}

/** What a message says, as plain values. What is null is not said; a list is an element of its parts. */
export interface Content {
  readonly [name: string]: Value;
}
type Value = string | number | boolean | null | Content | readonly Content[];

const escaped = (text: string): string =>
  text.replace(/\p{Cc}/gu, ' ').replace(/[<>&"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** An element with its text or its parts. */
export const element = (
  name: string,
  attributes: Readonly<Record<string, string>>,
  content: string | readonly XmlElement[] = '',
): XmlElement =>
  typeof content === 'string'
    ? { name, attributes, children: [], text: content }
    : { name, attributes, children: content, text: '' };

/** How one of a list is called: `line` of `lines`. */
const oneOf = (name: string) => name.replace(/s$/, '');
const isList = (value: Value): value is readonly Content[] => Array.isArray(value);

/** A message as an element; a list says how many it has, so that one of a single part is read as a list again. */
export function elementOf(name: string, content: Content): XmlElement {
  const children = Object.entries(content).flatMap(([key, value]) => {
    if (value === null) return [];
    if (isList(value)) {
      const parts = value.map((part) => elementOf(oneOf(key), part));
      return [element(key, { count: String(parts.length) }, parts)];
    }
    return [typeof value === 'object' ? elementOf(key, value) : element(key, {}, String(value))];
  });
  return element(name, {}, children);
}

/** What {@link elementOf} was made of; numbers and switches come back as their text. */
export function contentOf({ children }: XmlElement): Content {
  return Object.fromEntries(
    children.map((child): [string, Value] => {
      if (child.attributes.count !== undefined) return [child.name, child.children.map(contentOf)];
      return [child.name, child.children.length > 0 ? contentOf(child) : child.text];
    }),
  );
}

/** The text of an element, each part on a line of its own so that people can read it. */
export function written({ name, attributes, children, text }: XmlElement, depth = 0): string {
  const indent = '  '.repeat(depth);
  const given = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(value)}"`);
  const head = `${indent}<${name}${given.join('')}`;
  if (children.length > 0) {
    const parts = children.map((child) => written(child, depth + 1));
    return `${head}>\n${parts.join('\n')}\n${indent}</${name}>`;
  }
  return text === '' ? `${head}/>` : `${head}>${escaped(text)}</${name}>`;
}

/** The text of a whole document. */
export const documentOf = (root: XmlElement): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n${written(root)}`;

/** Elements within each other that are read: no message has more. */
const MAX_DEPTH = 12;

/** The root of a document; undefined for what is none. Text beside elements is no part of a message. */
export async function readXml(text: string): Promise<XmlElement | undefined> {
  interface Open {
    readonly name: string;
    readonly attributes: Readonly<Record<string, string>>;
    readonly children: XmlElement[];
    text: string;
  }
  const open: Open[] = [];
  let root: XmlElement | undefined;
  async function* whole() {
    yield Buffer.from(text);
  }
  try {
    await parseXml(
      whole(),
      {
        open: (name, attributes) => {
          if (open.length >= MAX_DEPTH) throw new Error('too deep');
          open.push({ name, attributes, children: [], text: '' });
        },
        close: () => {
          const last = open.pop();
          if (!last) return;
          const made = { ...last, text: last.children.length > 0 ? '' : last.text.trim() };
          const around = open.at(-1);
          if (around) around.children.push(made);
          else root = made;
        },
        text: (part) => {
          const last = open.at(-1);
          if (last) last.text += part;
        },
      },
      'message',
    );
  } catch {
    // Whatever cannot be read is no message of a gateway.
    return undefined;
  }
  return root;
}
