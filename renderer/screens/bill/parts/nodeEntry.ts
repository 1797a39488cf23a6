import { type Bill, billRow } from '@contract/bill/bill';
import { type NodesAnswer, nodeEntry } from '@contract/bill/timeNode';
import { check } from '@contract/checked';
import type { Problem } from '@contract/errors';
import { type FieldMeta, metaOf } from '@contract/fields';
import type { Warning } from '@contract/resource';
import {
  isTimeNode,
  judgeNode,
  type NodeBill,
  type NodeEntry,
  type NodeName,
  nodeNames,
  permissionOf,
  timeNode,
} from '@contract/rules/timeNodes';
import { instantOf } from '@contract/rules/zonedTime';
import { client } from '../../../api/client';
import type { Permits } from '../../../app/guard';
import { typedProblem } from '../../../kinds/typed';

/** Returns the current instant in whole minutes, as the fields show it. */
export const thisMinute = (): string => instantOf(Math.floor(Date.now() / 60_000) * 60_000);

/** Contents of a node's fields: values, or typed texts that are no values yet. */
export type NodeInput = Readonly<Record<string, unknown>>;

/** Returns the fields to fill in for a node, by their names on the bill. */
export function fieldsOf(node: NodeName): readonly (keyof Bill & string)[] {
  if (!isTimeNode(node)) return [node === 'uld' ? 'uldNumbers' : 'remarks'];
  const { field, detail } = timeNode(node);
  return detail ? [field, detail] : [field];
}

/** The kind of a field of a node. */
export const metaOfField = (field: keyof Bill & string): FieldMeta => metaOf(billRow.shape[field]);

/** Returns the nodes that the user may set, in the order of the journey. */
export const permittedNodes = (permits: Permits | undefined): NodeName[] =>
  nodeNames.filter((node) => permits?.allows(permissionOf(node)));

/** Returns the entry made of the fields, or their problems by field of the bill. */
export function entryOf(
  node: NodeName,
  typed: NodeInput,
): { entry: NodeEntry; wrong: Readonly<Record<string, Problem>> } {
  const time = isTimeNode(node) ? timeNode(node).field : undefined;
  const given = Object.fromEntries(
    fieldsOf(node)
      .map((field) => [field === time ? 'time' : field, typed[field]] as const)
      .filter(
        ([name, value]) => value !== undefined && (value !== null || name === 'time' || name === 'remarks'),
      ),
  );
  const checked = check(nodeEntry, given);
  if (checked.ok) return { entry: checked.value, wrong: {} };
  const wrong = Object.entries(checked.problems).map(([name, found]) => {
    const field = (name === 'time' ? time : name) as keyof Bill & string;
    // A text that is no time gets a specific problem.
    return [field, typedProblem(metaOfField(field), typed[field]) ?? found];
  });
  return { entry: {}, wrong: Object.fromEntries(wrong) };
}

/** Returns the initial contents of a node's fields: the bill's values, and the current time if there is none. */
export function typedOf(node: NodeName, bill: Bill, now: string): NodeInput {
  const known = Object.fromEntries(fieldsOf(node).map((name) => [name, bill[name]]));
  if (!isTimeNode(node)) return known;
  const { field, detail } = timeNode(node);
  const counted =
    detail === 'noaBoxCount' ? bill.boxCount : detail === 'podBoxCount' ? bill.outboundBoxes : null;
  return {
    ...known,
    [field]: bill[field] ?? now,
    ...(detail && counted !== null ? { [detail]: bill[detail] ?? counted } : {}),
  };
}

/** Checks an entry by the bill alone; the API also checks it against the trips. */
export const judged = (node: NodeName, entry: NodeEntry, bill: NodeBill) =>
  judgeNode(node, entry, bill, null, Date.now());

interface NodeSaved {
  readonly bill: Bill;
  readonly warnings: readonly Warning[];
}
type Call = (input: { params: { id: number }; body: object }) => Promise<NodeSaved>;

/** Sets one node of a bill by its own call. */
export function saveNode(
  node: NodeName,
  bill: Pick<Bill, 'id' | 'version'>,
  entry: NodeEntry,
): Promise<NodeSaved> {
  const calls = client.timeNode as unknown as Readonly<Record<string, Call>>;
  const { time, ...details } = entry;
  const name = isTimeNode(node) ? timeNode(node).call : node === 'uld' ? 'updateULD' : 'updateRemarks';
  const at = isTimeNode(node) ? { [timeNode(node).field]: time } : {};
  return (calls[name] as Call)({
    params: { id: bill.id },
    body: { version: bill.version, ...at, ...details },
  });
}

/** Returns the entry that restores a node's former value. */
export function entryBefore(node: NodeName, bill: Bill): NodeEntry {
  if (node === 'uld') return { uldNumbers: bill.uldNumbers };
  if (node === 'remarks') return { remarks: bill.remarks };
  const { field, detail } = timeNode(node);
  const time = bill[field];
  return { time, ...(time && detail && bill[detail] !== null ? { [detail]: bill[detail] } : {}) };
}

/** True if a bulk response contains no failures or warnings. */
export const isQuiet = ({ failed, warned }: NodesAnswer): boolean =>
  failed.length === 0 && warned.length === 0;
