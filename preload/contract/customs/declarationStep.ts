import * as z from 'zod';
import { actorName, choice, count, dateTime, id, note, text } from '../fields';
import { controlResults, groundsAfterRelease, groundsBeforeRelease } from '../rules/declarationLife';
import { object } from '../shape';
import { holdReasons, inspectionTypes } from './parcel';

/** Steps in the history of a declaration. */
export const declarationSteps = [
  'declare',
  'redeclare',
  'withdraw',
  'transmit',
  'accept',
  'reject',
  'control',
  'result',
  'amend',
  'release',
  'invalidate',
] as const;

export const controlResult = choice('controlResult', controlResults);
export const invalidationGround = choice('invalidationGround', [
  ...groundsBeforeRelease,
  ...groundsAfterRelease,
]);
export const inspectionType = choice('inspectionType', inspectionTypes);

/** Particulars common to what customs decides: when, its reference, and its paper among the files of the bill. */
export const decision = {
  at: dateTime('landing').nullable().default(null),
  reference: text(40).nullable().default(null),
  attachmentId: z.string().max(64).nullable().default(null),
};

/** One step of a declaration: who, when, why, and the paper. The numbers are those that it had then. */
export const declarationStep = object(() => ({
  id: id(),
  batchId: id(),
  step: choice('declarationStep', declarationSteps),
  at: dateTime('landing'),
  lrn: text(22).nullable(),
  mrn: text(18).nullable(),
  /** Parcels that the step released, refused or undeclared; null where it changes none. */
  parcels: count().nullable(),
  holdReason: choice('holdReason', holdReasons).nullable(),
  inspectionType: inspectionType.nullable(),
  controlResult: controlResult.nullable(),
  invalidationGround: invalidationGround.nullable(),
  reason: note(500).nullable(),
  /** Amended particulars, before and after, in words. */
  particulars: note(2000).nullable(),
  reference: text(40).nullable(),
  attachmentId: z.string().max(64).nullable(),
  recordedAt: dateTime(),
  operatorName: actorName(60),
}));

/** A step with the name of its paper. */
export const declarationStepView = object(() => ({
  ...declarationStep.shape,
  fileName: text(255).nullable(),
}));
export type DeclarationStep = z.output<typeof declarationStepView>;
