import { billRow } from '@contract/bill/bill';
import { caseStates } from '@contract/customs/abnormalCase';
import { batchRow } from '@contract/customs/batch';
import { fycoStep } from '@contract/customs/fyco';
import { parcelStates } from '@contract/customs/parcel';
import { t1Row } from '@contract/customs/t1';
import { stateOf } from '@contract/fields';
import { boxRow } from '@contract/warehouse/box';
import { pickRow } from '@contract/warehouse/pick';
import { pmcRow } from '@contract/warehouse/pmc';
import * as z from 'zod';

/** What the log of a bill tells of: the bill, and what is done to that which belongs to it. */
export const billLogged: readonly z.ZodObject[] = [
  billRow,
  z.object({
    parcelState: stateOf({ name: 'parcel', states: parcelStates }),
    caseState: stateOf({ name: 'abnormalCase', states: caseStates }),
    fycoStep: fycoStep.shape.step,
  }),
  batchRow,
  pickRow,
  t1Row,
  pmcRow,
  boxRow,
];
