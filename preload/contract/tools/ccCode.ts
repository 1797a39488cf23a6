import * as z from 'zod';
import { hsCode } from '../customs/hsCode';
import { endpoint } from '../endpoint';
import { permit } from '../permissions';
import { exportQuery } from '../resource';
import { object, strictObject } from '../shape';

const { id, code, region, nameEn, nameCn, unit, dutyRate, vatRate, restricted, restrictionNote } =
  hsCode.row.shape;
const { active, source, tariffFile, fetchedAt, updatedAt } = hsCode.row.shape;

/** A commodity code that answers a name or the beginning of a code. */
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
  /** False for one that is out of use. */
  active,
  source,
  /** The file that it was last read from, and when; none for one that was typed. */
  tariffFile,
  fetchedAt,
  updatedAt,
  /** How much of the name it answers, percent; 100 for the beginning of a code. */
  likeness: z.int().min(0).max(100),
}));
export type CcHit = z.output<typeof ccHit>;

/** Names that are looked up at once, and codes shown for one that is typed, and for each of many. */
export const CC_LIMITS = { names: 1000, hits: 50, hitsEach: 5 } as const;

const access = permit('tools.ccCode.view');
const regions = z.array(region).min(1).max(4).optional();
const name = z.string().trim().min(1).max(200);

/** Commodity codes by product names of either language, or by their first digits. */
export const ccCodeApi = {
  find: endpoint({
    method: 'GET',
    path: '/mini-tools/hscode',
    access,
    query: strictObject(() => ({ text: name, region: regions })),
    answer: z.array(ccHit),
  }),
  /** The same for many names, in their order; those that nothing answers have no hits. */
  findMany: endpoint({
    method: 'POST',
    path: '/mini-tools/hscode',
    access,
    body: strictObject(() => ({ names: z.array(name).min(1).max(CC_LIMITS.names), region: regions })),
    answer: z.array(object(() => ({ name: z.string(), hits: z.array(ccHit) }))),
  }),
  /** Names with the code that was chosen for each, as a file. */
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
