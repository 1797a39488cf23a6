import * as z from 'zod';
import { hsCode } from '../customs/hsCode';
import { endpoint } from '../endpoint';
import { permit } from '../permissions';
import { exportQuery } from '../resource';
import { object, strictObject } from '../shape';

const { id, code, region, nameEn, nameCn, unit, dutyRate, vatRate, restricted, restrictionNote } =
  hsCode.row.shape;
const { active, source, tariffFile, fetchedAt, updatedAt } = hsCode.row.shape;

/** A commodity code matching a name or the first digits of a code. */
export const ccHit = object(() => ({
  id,
  code,
  region,
  nameEn,
  nameCn,
  unit,
  dutyRate,
  vatRate,
  restricted,
  restrictionNote,
  /** False if it is deactivated. */
  active,
  source,
  /** The tariff file it was last read from, and the time; null if it was typed. */
  tariffFile,
  fetchedAt,
  updatedAt,
  /** Match with the name in percent; 100 for the first digits of a code. */
  likeness: z.int().min(0).max(100),
}));
export type CcHit = z.output<typeof ccHit>;

/** Most names per search, and most codes shown for a typed name, and for each of many. */
export const CC_LIMITS = { names: 1000, hits: 50, hitsEach: 5 } as const;

const access = permit('tools.ccCode.view');
const regions = z.array(region).min(1).max(4).optional();
const name = z.string().trim().min(1).max(200);

/** Finds commodity codes by product names in either language, or by their first digits. */
export const ccCodeApi = {
  find: endpoint({
    method: 'GET',
    path: '/mini-tools/hscode',
    access,
    query: strictObject(() => ({ text: name, region: regions })),
    answer: z.array(ccHit),
  }),
  /** The same for many names, in their order; names without a match have no hits. */
  findMany: endpoint({
    method: 'POST',
    path: '/mini-tools/hscode',
    access,
    body: strictObject(() => ({ names: z.array(name).min(1).max(CC_LIMITS.names), region: regions })),
    answer: z.array(object(() => ({ name: z.string(), hits: z.array(ccHit) }))),
  }),
  /** Exports names with the selected code of each. */
  export: endpoint({
    method: 'POST',
    path: '/mini-tools/hscode/export',
    access,
    kind: 'blob',
    body: strictObject(() => ({
      rows: z
        .array(strictObject(() => ({ name, id: id.nullable() })))
        .min(1)
        .max(CC_LIMITS.names),
      format: exportQuery.format,
    })),
  }),
};
