import * as z from 'zod';
import { endpoint } from '../endpoint';
import { choice, count, note, text } from '../fields';
import { permit } from '../permissions';
import { strictObject } from '../shape';
import { batchChanges, batchRow, oneBatch } from './batch';
import { controlResult, decision, declarationStepView, invalidationGround } from './declarationStep';
import { failReasons } from './parcel';

/** Calls on a declaration after its acceptance. */
export const batchLifeApi = {
  /** Records the result of a control. Refused: its parcels that customs has not released are refused as well. */
  result: endpoint({
    method: 'PUT',
    path: '/bill-lading/batch/{batchId}/control-result',
    access: permit('bill.customs.declare'),
    params: oneBatch,
    body: strictObject(() => ({
      version: count(1),
      controlResult,
      /** Of a refusal. */
      failReason: choice('failReason', failReasons).nullable().default(null),
      ...decision,
      /** Required unless everything is as declared. */
      remark: text(500).nullable().default(null),
    })),
    answer: batchRow,
    errors: [...batchChanges, 'DECLARATION_US', 'CONTROL_NONE'],
    extension: true,
  }),
  /** Records an amendment that customs has accepted. */
  amend: endpoint({
    method: 'PUT',
    path: '/bill-lading/batch/{batchId}/amend',
    access: permit('bill.customs.declare'),
    params: oneBatch,
    body: strictObject(() => ({
      version: count(1),
      particulars: note(2000),
      reason: text(500),
      ...decision,
    })),
    answer: batchRow,
    errors: [...batchChanges, 'DECLARATION_US', 'CONTROL_OPEN', 'AMEND_EXAMINED', 'AMEND_INCORRECT'],
    extension: true,
  }),
  /** Records that customs has invalidated a declaration: its goods are undeclared, where they are. */
  invalidate: endpoint({
    method: 'PUT',
    path: '/bill-lading/batch/{batchId}/invalidate',
    access: permit('bill.customs.declare'),
    params: oneBatch,
    body: strictObject(() => ({ version: count(1), invalidationGround, reason: text(500), ...decision })),
    answer: batchRow,
    errors: [...batchChanges, 'DECLARATION_US', 'CONTROL_OPEN'],
    extension: true,
  }),
  /** Steps of a declaration, oldest first. */
  history: endpoint({
    method: 'GET',
    path: '/bill-lading/batch/{batchId}/history',
    access: permit('bill.customs.view'),
    params: oneBatch,
    answer: z.array(declarationStepView),
    errors: ['NOT_FOUND'],
    extension: true,
  }),
};
