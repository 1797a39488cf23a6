import type { ApprovalStep } from '@contract/rules/approval';
import type { Writer } from '../store/open';
import { DAY, iso } from './clock';
import { groupId, staffId } from './people';
import type { GroupCode } from './peopleData';
import { madeAt } from './reference';
import { insertRows } from './rows';

type DocType = 'contract' | 'standard_quote' | 'order_quote' | 'taxation' | 'isf' | 'entry' | 'payment';
interface Range {
  readonly currency: string;
  /** Minor units. */
  readonly from?: number;
  readonly under?: number;
}

const step = (
  name: string,
  people: readonly string[],
  groups: readonly GroupCode[],
  more: Partial<ApprovalStep> = {},
): ApprovalStep => ({
  name,
  mode: 'any',
  approverStaffIds: people.map(staffId),
  approverGroupIds: groups.map(groupId),
  dueHours: null,
  ...more,
});

/** Settings that nobody uses: they show how smaller payments would be approved too. */
const UNUSED: ReadonlySet<string> = new Set(['Small payments', 'Payments up to 5,000']);

const settings: readonly (readonly [DocType, string, string, Range | null, readonly ApprovalStep[]])[] = [
  ['contract', 'Contracts', '合同审批', null, [step('Director', ['li.wei'], [], { dueHours: 72 })]],
  [
    'standard_quote',
    'Standard quotes',
    '标准报价审批',
    null,
    [
      step('Finance', [], ['finance'], { dueHours: 24 }),
      step('Director', ['li.wei'], ['super'], { dueHours: 48 }),
    ],
  ],
  [
    'order_quote',
    'Order quotes in EUR',
    '欧元单票报价',
    { currency: 'EUR' },
    [step('Finance', [], ['finance'], { dueHours: 8 })],
  ],
  // Its only approver has left the company: the list warns of it.
  [
    'order_quote',
    'Order quotes in USD',
    '美元单票报价',
    { currency: 'USD' },
    [step('Warehouse lead', ['p.visser'], [], { dueHours: 8 })],
  ],
  ['taxation', 'Tax rates', '税率审批', null, [step('Brokers', ['b.devries', 'k.oconnor'], [])]],
  ['isf', 'ISF', 'ISF审批', null, [step('Second pair of eyes', ['k.oconnor'], ['broker'], { dueHours: 4 })]],
  ['entry', 'Entries', '报关单审批', null, [step('Second pair of eyes', [], ['broker'], { dueHours: 12 })]],
  [
    'payment',
    'Small payments',
    '小额付款',
    { currency: 'EUR', under: 100_000 },
    [step('Finance', [], ['finance'], { dueHours: 24 })],
  ],
  [
    'payment',
    'Payments up to 5,000',
    '五千以内付款',
    { currency: 'EUR', from: 100_000, under: 500_000 },
    [
      step('Finance', ['f.meijer'], [], { dueHours: 24 }),
      step('Management', ['li.wei', 'admin'], [], { dueHours: 24 }),
    ],
  ],
  [
    'payment',
    'Large payments',
    '大额付款',
    { currency: 'EUR', from: 500_000 },
    [
      step('Finance', [], ['finance'], { mode: 'all', dueHours: 24 }),
      step('Management', ['li.wei', 'admin'], [], { mode: 'all', dueHours: 48 }),
    ],
  ],
];

/** Writes the approval rules of the demo. */
export async function seedApprovals(writer: Writer, now: number): Promise<void> {
  const made = madeAt(iso(now - 200 * DAY), staffId('li.wei'));
  await insertRows(
    writer,
    'approvalConfig',
    settings.map(([docType, nameEn, nameCn, range, steps], index) => ({
      id: index + 1,
      ...made,
      docType,
      nameEn,
      nameCn,
      currency: range?.currency ?? null,
      minAmount: range?.from ?? null,
      maxAmount: range?.under ?? null,
      steps: JSON.stringify(steps),
      active: UNUSED.has(nameEn) ? 0 : 1,
      sort: null,
      remark: null,
    })),
  );
}
