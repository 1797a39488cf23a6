import { ENCODINGS } from '@contract/importing/encodings';
import { isOneOf } from '@contract/names';
import type { FileLayouts } from '../fileLayouts';
import { chosenParts, openWith, type Running } from './running';

/** Applies the layout of the last file with the same headers where the file itself leaves a choice open. */
export async function recallLayout(layouts: FileLayouts, found: Running): Promise<void> {
  let known = layouts.find(found.name, found.opened);
  const { encodingChoice } = found.opened;
  const candidates = layouts.encodings(found.name).filter((one) => encodingChoice?.encodings.includes(one));
  const tried = known ? [] : candidates;
  for (const encoding of tried) {
    // Headers with letters beyond ASCII match only in their own encoding.
    const other = await openWith(found, { encoding });
    const layout = layouts.find(found.name, other);
    if (layout?.encoding === encoding) known = layout;
    if (known) break;
  }
  if (!known) {
    if (tried.length > 0) found.opened = await openWith(found, {});
    return;
  }
  found.known = known;
  const isOpen = known.encoding !== undefined && encodingChoice?.encodings.includes(known.encoding);
  const headerRow = known.headerRow === found.opened.parts[0]?.header ? undefined : known.headerRow;
  found.options = {
    ...(isOpen ? { encoding: known.encoding } : {}),
    ...(headerRow ? { headerRow } : {}),
  };
  if (isOpen || headerRow || encodingChoice) found.opened = await openWith(found, found.options);
  found.judged = await found.client.ask('judge', { parts: chosenParts(found, [known.mapping]) });
  const { dates, decimals } = found.judged;
  found.options = {
    ...found.options,
    ...(known.dateOrder && dates && !dates.certain ? { dateOrder: known.dateOrder } : {}),
    ...(known.decimal && decimals?.sign === 'open' ? { decimal: known.decimal } : {}),
  };
}

/** Stores the user's choices for a file, for the next one with the same headers. */
export function rememberLayout(
  layouts: FileLayouts,
  { name, opened, options, mappings, known }: Running,
): void {
  const [part, more] = opened.parts;
  const [mapping] = mappings;
  if (!part || more || !mapping) return;
  const found = part.match.columns.map(({ key }) => key);
  const encoding = options.encoding ?? (opened.encodingChoice ? opened.encoding : undefined);
  const { dateOrder, decimal } = options;
  if (!known && !encoding && !dateOrder && !decimal && found.join() === mapping.join()) return;
  const headers = part.match.columns.map(({ header }) => header);
  layouts.keep(name, headers, {
    mapping: [...mapping],
    ...(isOneOf(ENCODINGS, encoding) ? { encoding } : {}),
    ...((dateOrder ?? known?.dateOrder) ? { dateOrder: dateOrder ?? known?.dateOrder } : {}),
    ...((decimal ?? known?.decimal) ? { decimal: decimal ?? known?.decimal } : {}),
  });
}
