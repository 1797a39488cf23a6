import {
  type ApprovalRange,
  type ApprovalStep,
  approvalFor,
  dueAt,
  overlaps,
  rangeProblems,
  stepsProblem,
  stuckSteps,
} from '@contract/rules/approval';
import { approvalText } from '@contract/rules/approvalText';
import { fromMinor } from '@contract/rules/money';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

const step = (changes: Partial<ApprovalStep> = {}): ApprovalStep => ({
  name: 'Finance',
  mode: 'any',
  approverStaffIds: [1],
  approverGroupIds: [],
  dueHours: null,
  ...changes,
});
type Setting = ApprovalRange & { active: boolean; steps: ApprovalStep[] };
const setting = (changes: Partial<Setting> = {}): Setting => ({
  docType: 'payment',
  currency: null,
  minAmount: null,
  maxAmount: null,
  active: true,
  steps: [step()],
  ...changes,
});
const AT = '2026-11-03T08:15:00Z';
const payment = (amount: string | null, currency: string | null = 'EUR') => ({
  docType: 'payment',
  amount,
  currency,
  at: AT,
});

/** Ranges in few currencies and around few amounts, so that they often overlap. */
const currency = fc.constantFrom('EUR', 'JPY', 'KWD');
const bound = (of: string) => fc.option(fc.integer({ min: 0, max: 30 }).map((minor) => fromMinor(minor, of)));
const range = fc
  .oneof(fc.constant(null), currency)
  .chain((of) =>
    fc.record({
      docType: fc.constantFrom('payment', 'contract'),
      currency: fc.constant(of),
      minAmount: of === null ? fc.constant(null) : bound(of),
      maxAmount: of === null ? fc.constant(null) : bound(of),
    }),
  )
  .filter((one) => Object.keys(rangeProblems(one)).length === 0);
const queries = fc.oneof(fc.constant(null), currency).chain((of) =>
  fc.record({
    docType: fc.constantFrom('payment', 'contract'),
    currency: fc.constant(of),
    amount:
      of === null ? fc.constant(null) : fc.integer({ min: -5, max: 40 }).map((minor) => fromMinor(minor, of)),
    at: fc.constant(AT),
  }),
);

describe('the setting for a document', () => {
  test('is unique when two do not overlap, and overlapping is mutual', () => {
    fc.assert(
      fc.property(range, range, queries, (one, other, document) => {
        const meet = overlaps(one, other);
        expect(overlaps(other, one)).toBe(meet);
        const both = [one, other].filter((it) => approvalFor([setting(it)], document));
        if (!meet) expect(both.length).toBeLessThan(2);
      }),
    );
  });

  test('is ambiguous for some amount when two overlap in one currency', () => {
    fc.assert(
      fc.property(range, range, (one, other) => {
        fc.pre(one.currency !== null && one.currency === other.currency && overlaps(one, other));
        const of = String(one.currency);
        const amounts = Array.from({ length: 40 }, (_, at) => fromMinor(at - 5, of));
        const shared = amounts.some((amount) =>
          [one, other].every((it) => approvalFor([setting(it)], { ...it, amount, currency: of, at: AT })),
        );
        expect(shared).toBe(true);
      }),
    );
  });

  test('is one of two adjacent ones for each amount: the lower bound is included, the upper is not', () => {
    fc.assert(
      fc.property(
        currency,
        fc.integer({ min: 1, max: 20 }),
        fc.integer({ min: 0, max: 40 }),
        (of, at, minor) => {
          const border = fromMinor(at, of);
          const low = setting({ currency: of, maxAmount: border });
          const high = setting({ currency: of, minAmount: border });
          expect(overlaps(low, high)).toBe(false);
          const found = approvalFor([low, high], payment(fromMinor(minor, of), of));
          expect(found?.config).toBe(minor < at ? low : high);
        },
      ),
    );
  });

  test.each([
    ['one that is switched off decides nothing', setting({ active: false }), payment('5.00'), false],
    ['one of another type', setting({ docType: 'contract' }), payment('5.00'), false],
    ['another currency', setting({ currency: 'USD' }), payment('5.00'), false],
    ['a document without an amount asks one without a currency', setting(), payment(null, null), true],
    ['a document without an amount, one for amounts', setting({ currency: 'EUR' }), payment(null), false],
    [
      'as many digits as the currency has',
      setting({ currency: 'EUR', minAmount: '5' }),
      payment('5.00'),
      true,
    ],
    ['a cent below', setting({ currency: 'EUR', minAmount: '5' }), payment('4.99'), false],
  ] as const)('decides, or not: %s', (_, config, document, decides) => {
    expect(approvalFor([config], document) !== undefined).toBe(decides);
  });

  test('returns the steps, and when the first is due', () => {
    const config = setting({ steps: [step({ dueHours: 24 }), step({ name: 'Director' })] });
    expect(approvalFor([config], payment('1.00'))).toEqual({
      config,
      steps: config.steps,
      dueAt: '2026-11-04T08:15:00Z',
    });
    expect(dueAt(step(), AT)).toBeNull();
  });
});

test.each([
  [{ currency: null, minAmount: null, maxAmount: null }, {}],
  [{ currency: 'EUR', minAmount: null, maxAmount: null }, {}],
  [{ currency: null, minAmount: '1', maxAmount: null }, { currency: 'APPROVAL_RANGE_CURRENCY' }],
  [{ currency: 'EUR', minAmount: '-1', maxAmount: null }, { minAmount: 'APPROVAL_RANGE_NEGATIVE' }],
  [{ currency: 'EUR', minAmount: '5', maxAmount: '5.00' }, { maxAmount: 'APPROVAL_RANGE_ORDER' }],
  [{ currency: 'EUR', minAmount: '10', maxAmount: '9' }, { maxAmount: 'APPROVAL_RANGE_ORDER' }],
  [{ currency: 'EUR', minAmount: null, maxAmount: '0' }, {}],
])('checks the range %j', (given, wrong) => {
  const codes = Object.entries(rangeProblems(given)).map(([name, found]) => [name, found.code]);
  expect(Object.fromEntries(codes)).toEqual(wrong);
});

test('requires at least one step, each with a name and an approver', () => {
  expect(stepsProblem([])).toEqual({ code: 'APPROVAL_NO_STEPS' });
  expect(stepsProblem([step(), step({ name: '' })])).toEqual({
    code: 'APPROVAL_STEP_NAME',
    params: { no: 2 },
  });
  expect(stepsProblem([step(), step({ approverStaffIds: [] })])).toEqual({
    code: 'APPROVAL_STEP_EMPTY',
    params: { no: 2 },
  });
  expect(stepsProblem([step({ approverStaffIds: [], approverGroupIds: [2] })])).toBeUndefined();
});

test('reports a step as stuck when none of its people and groups can decide', () => {
  fc.assert(
    fc.property(
      fc.array(fc.nat(5)),
      fc.array(fc.nat(5)),
      fc.uniqueArray(fc.nat(5)),
      fc.uniqueArray(fc.nat(5)),
      (approverStaffIds, approverGroupIds, people, groups) => {
        const able = {
          staff: (id: number) => people.includes(id),
          group: (id: number) => groups.includes(id),
        };
        const fine =
          approverStaffIds.filter(able.staff).length + approverGroupIds.filter(able.group).length > 0;
        expect(stuckSteps([step({ approverStaffIds, approverGroupIds })], able)).toEqual(fine ? [] : [1]);
      },
    ),
  );
});

describe('the summary of a setting', () => {
  const names = {
    staff: (id: number) =>
      id === 9
        ? undefined
        : {
            name: ['', 'Li Wei', 'Anna', 'Pim'][id] ?? '',
            state: id === 3 ? ('forbidden' as const) : ('able' as const),
          },
    group: (id: number) => (id === 1 ? 'Finance' : undefined),
  };
  const two = [
    step({ approverStaffIds: [1, 2], dueHours: 24 }),
    step({ mode: 'all', approverStaffIds: [], approverGroupIds: [1] }),
  ];
  test.each([
    [
      { currency: 'EUR', minAmount: '1000', maxAmount: '5000.00' },
      two,
      'Payments from 1,000 to under 5,000 EUR: first Li Wei or Anna (within 24 h), then everyone in Finance.',
      '1,000至5,000 EUR（不含）的付款：先由Li Wei或Anna（24小时内）审批，再由Finance全体审批。',
    ],
    [
      { currency: 'EUR', minAmount: null, maxAmount: '99.5' },
      [step()],
      'Payments under 99.5 EUR: Li Wei.',
      '99.5 EUR以下的付款：Li Wei。',
    ],
    [
      { currency: null, minAmount: null, maxAmount: null },
      [step({ approverStaffIds: [3, 9], approverGroupIds: [1] })],
      'Payments: Pim (may not sign in), #9 (deleted) or anyone in Finance.',
      '付款：Pim（已禁止登录）、#9（已删除）或Finance中任一人。',
    ],
  ])('is written for %j', (given, steps, en, cn) => {
    const draft = { docType: 'payment', ...given, steps };
    expect(approvalText('en', draft, names)).toBe(en);
    expect(approvalText('cn', draft, names)).toBe(cn);
  });
});
