/** Returns the consignments that lines name, each once. */
export const consignmentsOf = (lines: readonly Pick<ConsignedTo, 'consignmentNo'>[]): string[] => [
  ...new Set(lines.flatMap(({ consignmentNo }) => consignmentNo ?? [])),
];

/** Fields of a line of an entry that say who receives its goods. */
export interface ConsignedTo {
  readonly consignmentNo: string | null;
  readonly consigneeName: string | null;
  readonly consigneeAddress: string | null;
  readonly consigneeCity: string | null;
  readonly consigneePostcode: string | null;
}

/** Letters and digits of a text; case, spaces and punctuation differ from label to label. */
const plain = (text: string | null): string =>
  (text ?? '')
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');

/**
 * Returns a key that is equal for goods of the same consignee at the same address. Goods without a name are of a
 * consignee of their own, for each consignment.
 */
export function consigneeKey(line: ConsignedTo): string {
  const name = plain(line.consigneeName);
  if (name === '') return `#${plain(line.consignmentNo)}`;
  const address = [line.consigneeAddress, line.consigneeCity, line.consigneePostcode].map(plain).join('|');
  return `${name}|${address}`;
}

/**
 * Groups lines by consignee, in the order of their first lines: goods for one consignee on one conveyance are entered
 * together, and apart from those for others (19 CFR 141.51; CSMS 64957404).
 */
export function byConsignee<L extends ConsignedTo>(lines: readonly L[]): L[][] {
  const groups = new Map<string, L[]>();
  for (const line of lines) {
    const key = consigneeKey(line);
    const group = groups.get(key);
    if (group) group.push(line);
    else groups.set(key, [line]);
  }
  return [...groups.values()];
}
