import {
  type DocumentAction,
  type DocumentFacts,
  type DocumentState,
  documentMachine,
  documentStates,
} from '@contract/business/document';
import { taxationRights } from '@contract/business/taxation';
import { refusalOf } from '@contract/machine';
import type { ApprovalStep } from '@contract/rules/approval';
import { type Approver, afterStep, decidersOf, isDecided } from '@contract/rules/approvalRun';
import { describe, expect, test } from 'vitest';

const machine = documentMachine(taxationRights, 'taxation');
const facts = (changes: Partial<DocumentFacts> = {}): DocumentFacts => ({
  state: 'draft',
  mine: true,
  submitter: true,
  fresh: true,
  decided: 0,
  stuck: false,
  decides: 'yes',
  lacks: null,
  ...changes,
});

/** States in which each action is allowed (reference 3.4); it is refused in all others. */
const FROM: Readonly<Record<DocumentAction, readonly DocumentState[]>> = {
  update: ['draft', 'rejected'],
  submit: ['draft', 'rejected'],
  withdraw: ['pending'],
  approve: ['pending'],
  reject: ['pending'],
  terminate: ['approved'],
  expire: ['approved'],
  copy: ['rejected', 'approved', 'expired', 'terminated'],
  delete: ['draft'],
};
const pairs = (Object.keys(machine.actions) as DocumentAction[]).flatMap((action) =>
  (Object.keys(documentStates) as DocumentState[]).map((state) => ({ action, state })),
);

test.each(pairs)('$action is done or refused on a document that is $state', ({ action, state }) => {
  const refused = refusalOf(machine, action, facts({ state }));
  if (FROM[action].includes(state)) expect(refused).toBeUndefined();
  else expect(refused).toMatchObject({ code: 'STATE_NOT_ALLOWED' });
});

test.each<[DocumentAction, Partial<DocumentFacts>, string]>([
  ['update', { mine: false }, 'DOCUMENT_NOT_YOURS'],
  ['submit', { mine: false }, 'DOCUMENT_NOT_YOURS'],
  ['submit', { lacks: 'CONTRACT_NO_FILE' }, 'CONTRACT_NO_FILE'],
  ['withdraw', { state: 'pending', submitter: false }, 'DOCUMENT_NOT_SUBMITTER'],
  ['withdraw', { state: 'pending', decided: 1 }, 'DOCUMENT_DECIDED'],
  ['withdraw', { state: 'pending', submitter: false, mine: false, stuck: true }, 'DOCUMENT_NOT_SUBMITTER'],
  ['approve', { state: 'pending', decides: 'own' }, 'APPROVAL_SELF'],
  ['approve', { state: 'pending', decides: 'no' }, 'APPROVAL_NOT_YOURS'],
  ['reject', { state: 'pending', decides: 'own' }, 'APPROVAL_SELF'],
  ['reject', { state: 'pending', decides: 'no' }, 'APPROVAL_NOT_YOURS'],
  ['delete', { mine: false }, 'DOCUMENT_NOT_YOURS'],
  ['delete', { fresh: false }, 'DOCUMENT_SUBMITTED'],
])('%s is refused when %j', (action, changes, code) => {
  expect(refusalOf(machine, action, facts(changes))).toMatchObject({ code });
});

test.each<Partial<DocumentFacts>>([{ decided: 1 }, { decided: 1, submitter: false, mine: true }])(
  'allows withdrawing when nobody is left who could decide: %j',
  (changes) => {
    expect(
      refusalOf(machine, 'withdraw', facts({ state: 'pending', stuck: true, ...changes })),
    ).toBeUndefined();
  },
);

const step = (changes: Partial<ApprovalStep> = {}): ApprovalStep => ({
  name: 'Finance',
  mode: 'any',
  approverStaffIds: [],
  approverGroupIds: [],
  dueHours: null,
  ...changes,
});
const FINANCE = 5;
const person = (id: number, changes: Partial<Approver> = {}): Approver => ({
  id,
  able: true,
  groupId: null,
  superAdmin: false,
  ...changes,
});
const boss = person(9, { superAdmin: true });

describe('the approvers of a step', () => {
  const people = [
    person(1, { groupId: FINANCE }),
    person(2, { groupId: FINANCE }),
    person(3),
    person(4, { able: false }),
    boss,
  ];
  const decidersFor = (changes: Partial<ApprovalStep>, submitter = 7, decided: number[] = [], who = people) =>
    decidersOf(step(changes), who, submitter, decided);

  test('are those named, and the present members of the groups', () => {
    expect(decidersFor({ approverStaffIds: [3, 4], approverGroupIds: [FINANCE] })).toEqual({
      next: [1, 2, 3],
      standIn: false,
    });
    const moved = people.map((one) => (one.id === 2 ? { ...one, groupId: 8 } : one));
    expect(decidersFor({ approverGroupIds: [FINANCE] }, 7, [], moved).next).toEqual([1]);
  });

  test('never include the submitter, even if named twice', () => {
    expect(decidersFor({ approverStaffIds: [1, 3], approverGroupIds: [FINANCE] }, 1).next).toEqual([2, 3]);
  });

  test('decide by one for “any”, by each of them for “all”', () => {
    const any = decidersFor({ approverStaffIds: [1, 3] }, 7, [1]);
    expect([any, isDecided(any, [1])]).toEqual([{ next: [], standIn: false }, true]);
    const all = { mode: 'all' as const, approverStaffIds: [1, 3] };
    const left = decidersFor(all, 7, [1]);
    expect([left.next, isDecided(left, [1])]).toEqual([[3], false]);
    expect(isDecided(decidersFor(all, 7, [1, 3]), [1, 3])).toBe(true);
  });

  test('do not wait for someone who can no longer decide', () => {
    const all = { mode: 'all' as const, approverStaffIds: [1, 4] };
    expect(isDecided(decidersFor(all, 7, [1]), [1])).toBe(true);
    // A step without any decision does not count as decided.
    expect(isDecided(decidersFor(all), [])).toBe(false);
  });

  test('are replaced by a super administrator when nobody can decide, but not for their own document', () => {
    expect(decidersFor({ approverStaffIds: [4] })).toEqual({ next: [9], standIn: true });
    expect(decidersFor({ approverStaffIds: [3] }, 3)).toEqual({ next: [9], standIn: true });
    expect(decidersFor({ approverStaffIds: [4] }, 9)).toEqual({ next: [], standIn: true });
    const stoodIn = decidersFor({ mode: 'all', approverStaffIds: [4] }, 7, [9]);
    expect(isDecided(stoodIn, [9])).toBe(true);
  });
});

test('opens the next step when one is decided, due a number of hours later', () => {
  const steps = [step(), step({ name: 'Director', dueHours: 48 })];
  expect(afterStep(steps, '2026-11-03T08:00:00Z')).toEqual({
    waiting: [steps[1]],
    dueAt: '2026-11-05T08:00:00Z',
  });
  expect(afterStep([step()], '2026-11-03T08:00:00Z')).toEqual({ waiting: null, dueAt: null });
});
