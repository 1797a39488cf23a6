import { choice, code, flag, ref, text } from '../fields';
import { permit } from '../permissions';
import { recordFields, referenceFields, resource } from '../resource';
import { feeCode } from '../rules/codes';
import { byNothing } from '../scope';
import { object } from '../shape';
import { auditBases } from '../vocabulary';

/** Category of a cost or a revenue, with its account in the books. */
export const feeCategory = resource({
  name: 'feeCategory',
  path: '/bill-fee-category',
  module: 'config',
  view: permit('config.feeCategory.view'),
  edit: permit('config.feeCategory.edit'),
  scope: byNothing('reference data'),
  row: object(() => ({
    ...recordFields,
    code: code(feeCode),
    nameEn: text(120),
    nameCn: text(120),
    direction: choice('feeDirection', ['cost', 'revenue', 'both']),
    parentId: ref('feeCategory').nullable(),
    /** False for amounts paid on behalf of customers, which are no turnover (Directive 2006/112/EC, art. 79(c)). */
    taxable: flag(),
    /** Proposed for revenue lines taxed in our own country; null: the standard rate. */
    vatCodeId: ref('vatCode').nullable(),
    /** Account of its revenue in the general ledger. */
    glAccount: text(20).nullable(),
    /** Account of its costs; null: that of its revenue. */
    costAccount: text(20).nullable(),
    /** What its suppliers bill by: their invoices are compared with what happened. Null: not compared. */
    auditBasis: choice('auditBasis', auditBases).nullable(),
    ...referenceFields,
  })),
  draft: [
    ...(['code', 'nameEn', 'nameCn', 'direction', 'parentId', 'taxable', 'vatCodeId'] as const),
    ...(['glAccount', 'costAccount', 'auditBasis', 'remark'] as const),
  ],
  lookup: ['code', 'nameEn', 'nameCn', 'direction', 'active'],
  namesFor: 'everyone',
  filters: ['code', 'direction', 'parentId', 'taxable', 'auditBasis', 'active'],
  sorts: ['code', 'nameEn', 'nameCn', 'glAccount', 'createdAt'],
  order: 'code',
  keyword: ['code', 'nameEn', 'nameCn', 'glAccount'],
  unique: ['code'],
  finding: { numbers: ['code'], names: ['nameEn', 'nameCn'], path: '/expense/category' },
  fresh: { direction: 'both', taxable: true },
  examples: {
    code: ['clearance', 'inspection', 'storage'],
    nameEn: ['Clearance', 'Inspection', 'Storage'],
    nameCn: ['清关费', '查验费', '仓储费'],
    direction: ['both', 'cost', ''],
    parentId: ['', 'clearance', ''],
    taxable: ['Y', 'N', ''],
  },
});
