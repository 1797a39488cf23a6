import type * as z from 'zod';
import { choice, code, codes, dateTime, decimal, note, text } from '../fields';
import { permit } from '../permissions';
import { recordFields, referenceFields, resource } from '../resource';
import { singleBlanks } from '../rules/codes';
import { hsCode as hsRule } from '../rules/customs';
import type { CodeRule } from '../rules/rule';
import { byNothing } from '../scope';
import { object } from '../shape';

/** A keyword to find a code; only the separators of lists are not allowed in it. */
const keyword: CodeRule = { max: 60, normalise: singleBlanks, check: () => undefined };

/** A commodity code: worldwide in six digits, or of a tariff, with its rates and restrictions. */
export const hsCode = resource({
  name: 'hsCode',
  path: '/config/hscode',
  module: 'config',
  view: permit('config.hsCode.view'),
  edit: permit('config.hsCode.edit'),
  scope: byNothing('reference data'),
  row: object(() => ({
    ...recordFields,
    code: code(hsRule),
    region: choice('hsRegion', ['WCO', 'EU', 'US', 'CN']),
    nameEn: text(300),
    nameCn: text(300),
    /** Supplementary unit, for example PCE. */
    unit: text(10).nullable(),
    dutyRate: decimal('%').nullable(),
    vatRate: decimal('%').nullable(),
    restricted: choice('hsRestricted', ['none', 'restricted', 'prohibited']),
    restrictionNote: note(500).nullable(),
    keywords: codes(keyword, 50),
    /** Bounds of the unit value, beyond which a person checks it. */
    minUnitValue: decimal('EUR').nullable(),
    maxUnitValue: decimal('EUR').nullable(),
    source: choice('hsSource', ['manual', 'upload', 'crawler']),
    /** The tariff file it was last read from, and the time. */
    tariffFile: text(255).nullable(),
    fetchedAt: dateTime().nullable(),
    ...referenceFields,
  })),
  draft: [
    'code',
    'region',
    'nameEn',
    'nameCn',
    'unit',
    'dutyRate',
    'vatRate',
    'restricted',
    'restrictionNote',
    'keywords',
    'minUnitValue',
    'maxUnitValue',
    'source',
    'remark',
  ],
  lookup: ['code', 'region', 'nameEn', 'nameCn', 'restricted', 'active'],
  namesFor: 'readers',
  filters: ['code', 'region', 'restricted', 'source', 'nameEn', 'nameCn', 'active'],
  sorts: ['code', 'region', 'nameEn', 'nameCn', 'createdAt'],
  order: 'code',
  keyword: ['code', 'nameEn', 'nameCn', 'keywords', 'restrictionNote'],
  unique: ['code', 'region'],
  finding: { numbers: ['code'], names: ['nameEn', 'nameCn'], path: '/hscode/detail/{number}' },
  fresh: { region: 'WCO', restricted: 'none', source: 'manual' },
  examples: {
    code: ['6109100010', '611030', '4202929890'],
    region: ['EU', 'WCO', 'EU'],
    nameEn: ['T-shirts, cotton', 'Pullovers of man-made fibres', 'Bags of textile materials'],
    nameCn: ['棉制T恤', '化纤制套头衫', '纺织材料制包'],
    dutyRate: ['12', '', '2.7'],
    restricted: ['none', '', 'restricted'],
    keywords: ['t-shirt; tee', '', 'bag; backpack'],
  },
});

export type HsCode = z.output<typeof hsCode.row>;
