import { type FieldMeta, metaOf } from '@contract/fields';
import { resources } from '@contract/index';
import type { RefTarget } from '@contract/refTargets';
import { USE_CAP, type Use } from '@contract/resource';
import { sql } from 'kysely';
import type * as z from 'zod';
import { byName } from '../store/byName';
import { holds } from '../store/dialect';
import type { Reader } from '../store/open';

/** A stored row of the contract, and the field by which people identify it. */
interface Holder {
  readonly table: Use['object'];
  readonly row: z.ZodObject;
  readonly number: string;
}
const holders: Holder[] = Object.values(resources).map(({ name, row, unique }) => ({
  table: name,
  row,
  number: unique[0] ?? 'id',
}));

/** Adds a table, besides those of the plain resources, whose references count as use. */
export function holdsReferences(table: Use['object'], row: z.ZodObject, number: string): void {
  holders.push({ table, row, number });
}

/** Form of a reference to a resource: by id, by a list of ids, by code, as approvers, in steps or in lines. */
type ReferenceForm = 'id' | 'ids' | 'code' | 'approvers' | 'charged' | 'lines';

/** JSON path of the approvers of a kind in each step. */
const APPROVERS: Partial<Record<RefTarget, string>> = {
  staff: '$.approverStaffIds',
  adminGroup: '$.approverGroupIds',
};

/** JSON path of a referenced record in each step of a charge flow. */
const CHARGED: Partial<Record<RefTarget, string>> = {
  chargeItem: '$.chargeItemId',
  clientCompany: '$.supplierId',
};

function wayOf(meta: FieldMeta, target: RefTarget): ReferenceForm | undefined {
  if (meta.kind === 'approvalSteps') return APPROVERS[target] ? 'approvers' : undefined;
  if (meta.kind === 'chargeSteps') return CHARGED[target] ? 'charged' : undefined;
  if (meta.kind === 'lines') return target === 'chargeItem' ? 'lines' : undefined;
  // Creator and last editor of a record do not count as use.
  if (target === 'staff') return undefined;
  if (meta.kind === 'ref') return meta.to === target ? 'id' : undefined;
  if (meta.kind === 'refs') return meta.to === target ? 'ids' : undefined;
  return meta.kind === 'code' && meta.of === target ? 'code' : undefined;
}

/** Lists every field that may refer to a resource: derived from the contract's own rows. */
export function referencesTo(target: RefTarget): (Holder & { column: string; way: ReferenceForm })[] {
  return holders.flatMap((holder) =>
    Object.entries(holder.row.shape).flatMap(([column, field]) => {
      const way = column === 'id' ? undefined : wayOf(metaOf(field), target);
      return way ? [{ ...holder, column, way }] : [];
    }),
  );
}

/** Uses of a record: their number, counted up to {@link USE_CAP}, and a few examples. */
export async function usesOf(
  db: Reader,
  target: RefTarget,
  record: { readonly id: number; readonly code: string },
): Promise<Use[]> {
  const found = new Map<Use['object'], Use>();
  for (const { table, column, way, number } of referencesTo(target)) {
    const at = sql.ref(column);
    const uses =
      way === 'approvers'
        ? sql<boolean>`exists (select 1 from json_each(${at}) as step,
            json_each(step.value, ${APPROVERS[target]}) as approver where approver.value = ${record.id})`
        : way === 'charged'
          ? sql<boolean>`exists (select 1 from json_each(${at}) as step
              where json_extract(step.value, ${CHARGED[target]}) = ${record.id})`
          : way === 'lines'
            ? sql<boolean>`exists (select 1 from json_each(${at}) as line
              where json_extract(line.value, '$.chargeItemId') = ${record.id})`
            : way === 'ids'
              ? holds(at, record.id)
              : sql<boolean>`${at} = ${way === 'id' ? record.id : record.code}`;
    const rows = await byName(db).selectFrom(table).select(number).where(uses).limit(USE_CAP).execute();
    if (rows.length === 0) continue;
    const known = found.get(table) ?? { object: table, count: 0, capped: false, examples: [] };
    const examples = [...known.examples, ...rows.slice(0, EXAMPLES).map((row) => String(row[number]))];
    found.set(table, {
      object: table,
      count: known.count + rows.length,
      capped: known.capped || rows.length === USE_CAP,
      examples: [...new Set(examples)].slice(0, EXAMPLES),
    });
  }
  return [...found.values()];
}
/** Maximum examples of users. */
export const EXAMPLES = 3;
