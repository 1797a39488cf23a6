import { actorName, choice, dateTime, id, note, ref, text } from '../fields';
import { object } from '../shape';
import { logActions } from '../vocabulary';

/** An event on a bill's timeline. */
export const timelineEvent = object(() => ({
  id: id(),
  code: text(40),
  textEn: text(200),
  textCn: text(200),
  location: text(80).nullable(),
  occurredAt: dateTime('landing'),
  recordedAt: dateTime(),
  source: choice('timelineSource', ['system', 'user', 'api', 'mail']),
}));

/** A change of one field of a bill. */
export const billLogRow = object(() => ({
  id: id(),
  billId: id(),
  at: dateTime(),
  operatorId: ref('staff').nullable(),
  operatorName: actorName(60),
  action: choice('logAction', logActions),
  field: text(60).nullable(),
  oldValue: text(1000).nullable(),
  newValue: text(1000).nullable(),
  remark: note(500).nullable(),
}));
