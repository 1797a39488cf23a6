import * as z from 'zod';
import { checking, decimals, keepable, kinded } from './fields';
import { type ApprovalStep, stepsProblem } from './rules/approval';
import { type ChargeStep, chargeStepsProblem } from './rules/charge';
import { laneCodes } from './rules/codes';
import { OFFER_PRICE, type OfferLine, type OfferTotal, offerLinesProblem, withAmount } from './rules/offer';
import { currencyCode } from './rules/places';
import { type QuoteLine, quoteLinesProblem } from './rules/quote';
import type { CodeRule } from './rules/rule';
import { object, strictObject } from './shape';
import { chargeBases, chargeTriggers } from './vocabulary';

const approvalStep = strictObject(() => ({
  name: z.string().trim().max(60).check(keepable),
  mode: z.enum(['any', 'all']),
  approverStaffIds: z.array(z.int().positive()).max(100),
  approverGroupIds: z.array(z.int().positive()).max(100),
  dueHours: z.int().min(1).max(8760).nullable(),
}));

/** Approval steps in their order. */
export const approvalSteps = () =>
  kinded<'approvalSteps', z.ZodType<ApprovalStep[], ApprovalStep[]>>(
    z.array(approvalStep).max(20).check(checking(stepsProblem)),
    { kind: 'approvalSteps' },
  );

const chargeStep = strictObject(() => ({
  trigger: z.enum(chargeTriggers),
  chargeItemId: z.int().positive(),
  direction: z.enum(['revenue', 'cost']),
  supplierId: z.int().positive().nullable(),
  price: z
    .string()
    .regex(/^-?\d{1,10}(\.\d{1,4})?$/)
    .nullable(),
  minCharge: z
    .string()
    .regex(/^-?\d{1,10}(\.\d{1,4})?$/)
    .nullable(),
  overWeight: z.number().min(0).max(1_000_000).nullable(),
  overDays: z.int().min(0).max(365).nullable(),
}));

/** Charges by the stage that triggers them, in the order of the steps. */
export const chargeSteps = () =>
  kinded<'chargeSteps', z.ZodType<ChargeStep[], ChargeStep[]>>(
    z.array(chargeStep).max(60).check(checking(chargeStepsProblem)),
    { kind: 'chargeSteps' },
  );

const laneCode = (rule: CodeRule) =>
  z.string().overwrite(rule.normalise).min(1).check(checking(rule.check)).max(rule.max);
/** A price that is not negative, four decimals. */
const linePrice = z.string().regex(OFFER_PRICE);
const lineCurrency = z.string().overwrite(currencyCode.normalise).check(checking(currencyCode.check));
const quoteLine = strictObject(() => ({
  originCode: laneCode(laneCodes.originCode),
  destinationCode: laneCode(laneCodes.destinationCode),
  zone: laneCode(laneCodes.zone).nullable(),
  chargeItemId: z.int().positive(),
  basis: z.enum(chargeBases),
  minCharge: linePrice.nullable(),
  breaks: z
    .array(
      strictObject(() => ({ fromKg: z.number().min(0).max(1_000_000).check(decimals(3)), price: linePrice })),
    )
    .max(30),
  flatPrice: linePrice.nullable(),
  transitHours: z.int().min(0).max(9999).nullable(),
  currency: lineCurrency.nullable(),
}));

/** The lines of a rate card: at most a thousand. */
export const quoteLines = () =>
  kinded<'lines', z.ZodType<QuoteLine[], QuoteLine[]>>(
    z.array(quoteLine).max(1000).check(checking(quoteLinesProblem)),
    { kind: 'lines', of: 'standardQuote' },
  );

const offerLine = strictObject(() => ({
  chargeItemId: z.int().positive(),
  basis: z.enum(chargeBases),
  quantity: z.number().min(0.001).max(1_000_000).check(decimals(3)),
  unitPrice: linePrice,
  /** Always replaced by the quantity at the unit price. */
  amount: z.string().max(40).default('0'),
  currency: lineCurrency,
  costPrice: linePrice.nullable().default(null),
})).overwrite(withAmount);

/** The lines of an offer for one shipment: at most a hundred, each with its amount. */
export const offerLines = () =>
  kinded<'lines', z.ZodType<OfferLine[], z.input<typeof offerLine>[]>>(
    z.array(offerLine).max(100).check(checking(offerLinesProblem)),
    { kind: 'lines', of: 'orderQuote' },
  );

const offerTotal = object(() => ({
  currency: z.string(),
  amount: z.string(),
  cost: z.string().nullable(),
  margin: z.string().nullable(),
  marginPercent: z.number().nullable(),
}));

/** Totals of lines by currency. */
export const totals = () =>
  kinded<'totals', z.ZodType<OfferTotal[], OfferTotal[]>>(z.array(offerTotal), { kind: 'totals' });
