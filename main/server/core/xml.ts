import { parseXml } from '../../tabular/xml';

/** An element of a message: its text, or its child elements. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlElement[];
  readonly text: string;
}

/** Contents of a message as plain values. Null is left out; a list becomes an element with its items. */
export interface Content {
  readonly [name: string]: Value;
}
type Value = string | number | boolean | null | Content | readonly Content[];

const escaped = (text: string): string =>
  text.replace(/\p{Cc}/gu, ' ').replace(/[<>&"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** An element with its text or its children. */
export const element = (
  name: string,
  attributes: Readonly<Record<string, string>>,
  content: string | readonly XmlElement[] = '',
): XmlElement =>
  typeof content === 'string'
    ? { name, attributes, children: [], text: content }
    : { name, attributes, children: content, text: '' };

type Attributes = Readonly<Record<string, string>>;

/** Makes elements of a namespace by its prefix; optional ones come as lists, empty where there is no value. */
export function elementsOf(prefix: string) {
  const one = (
    name: string,
    content: string | readonly XmlElement[],
    attributes: Attributes = {},
  ): XmlElement => element(`${prefix}:${name}`, attributes, content);
  return {
    one,
    /** An element with a text that may be missing. */
    maybe: (name: string, text: string | null | undefined, attributes?: Attributes): XmlElement[] =>
      text ? [one(name, text, attributes)] : [],
    /** An element that is left out without children. */
    filled: (name: string, children: readonly XmlElement[]): XmlElement[] =>
      children.length > 0 ? [one(name, children)] : [],
  };
}

/** Name of a list's item: `line` of `lines`. */
const oneOf = (name: string) => name.replace(/s$/, '');
const isList = (value: Value): value is readonly Content[] => Array.isArray(value);

/** Converts contents to an element; a list has its length as an attribute, so that one item is read as a list again. */
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

/** Reverses {@link elementOf}; numbers and booleans come back as their text. */
export function contentOf({ children }: XmlElement): Content {
  return Object.fromEntries(
    children.map((child): [string, Value] => {
      if (child.attributes.count !== undefined) return [child.name, child.children.map(contentOf)];
      return [child.name, child.children.length > 0 ? contentOf(child) : child.text];
    }),
  );
}

/** Serialises an element, each child on its own line so that people can read it. */
export function serialise({ name, attributes, children, text }: XmlElement, depth = 0): string {
  const indent = '  '.repeat(depth);
  const given = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(value)}"`);
  const head = `${indent}<${name}${given.join('')}`;
  if (children.length > 0) {
    const parts = children.map((child) => serialise(child, depth + 1));
    return `${head}>\n${parts.join('\n')}\n${indent}</${name}>`;
  }
  return text === '' ? `${head}/>` : `${head}>${escaped(text)}</${name}>`;
}

/** Serialises a whole document. */
export const documentOf = (root: XmlElement): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n${serialise(root)}`;

/** Maximum nesting of elements: no message of a gateway has more. */
const MAX_DEPTH = 12;

/**
 * Parses a document and returns its root; undefined if invalid, nested deeper than `maxDepth`, or with a document type,
 * so that no entity is ever expanded or fetched. Text beside elements is ignored. `encoding` is that of bytes which are
 * neither UTF-8 nor UTF-16.
 */
export async function readXml(
  content: string | Uint8Array,
  {
    maxDepth = MAX_DEPTH,
    encoding,
  }: { readonly maxDepth?: number; readonly encoding?: string | undefined } = {},
): Promise<XmlElement | undefined> {
  interface Open {
    readonly name: string;
    readonly attributes: Readonly<Record<string, string>>;
    readonly children: XmlElement[];
    text: string;
  }
  const open: Open[] = [];
  let root: XmlElement | undefined;
  async function* whole() {
    yield Buffer.from(content);
  }
  try {
    await parseXml(
      whole(),
      {
        open: (name, attributes) => {
          if (open.length >= maxDepth) throw new Error('too deep');
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
      encoding,
    );
  } catch {
    // Anything unreadable is no message of a gateway.
    return undefined;
  }
  return root;
}
