import { billName } from '@contract/bill/billName';
import type { AbnormalCase } from '@contract/customs/abnormalCase';
import { postalLines } from '@contract/rules/addresses';
import type { ClaimConvention, ClaimFinding } from '@contract/rules/claimClock';
import { formatDay } from '@contract/rules/zonedTime';
import { officeDay } from '../../core/officeClock';
import { refuse } from '../../core/refusal';
import type { Reader } from '../../store/open';
import { senderOf } from '../linehaul/sheet';

/** A letter that gives notice of a claim, ready to print. It is in English, whatever the language of the screen. */
export interface ClaimLetter {
  readonly caseNo: string;
  readonly day: string;
  readonly from: readonly string[];
  readonly to: readonly string[];
  readonly subject: string;
  readonly facts: readonly (readonly [label: string, value: string])[];
  readonly paragraphs: readonly string[];
  readonly signedFor: string;
}

const FINDINGS: Readonly<Record<ClaimFinding, string>> = {
  damage_visible: 'Damage visible on delivery',
  damage_hidden: 'Damage or shortage not visible on delivery',
  shortage: 'Goods missing on delivery',
  loss: 'Loss of the consignment',
  delay: 'Delay in delivery',
};

/** Names of the day from which the limit runs. */
const DAYS: Readonly<Record<ClaimFinding, string>> = {
  damage_visible: 'Date of delivery',
  damage_hidden: 'Date of delivery',
  shortage: 'Date of delivery',
  loss: 'Taken over by the carrier',
  delay: 'Placed at disposal',
};

const LAWS: Readonly<Record<Exclude<ClaimConvention, 'none'>, string>> = {
  cmr: 'article 30 of the Convention on the Contract for the International Carriage of Goods by Road (CMR)',
  montreal: 'article 31 of the Montreal Convention of 28 May 1999',
};

/**
 * Consignment notes of the goods of a case: the one that was signed without the box, that of the box, else all of the
 * bill that were not cancelled.
 */
async function notesOf(read: Reader, { id, billId }: AbnormalCase): Promise<string[]> {
  const found = await read
    .selectFrom('abnormalCase')
    .leftJoin('box', 'box.id', 'abnormalCase.boxId')
    .leftJoin('pallet', 'pallet.id', 'box.palletId')
    .select(({ fn }) => fn.coalesce('abnormalCase.cmrId', 'pallet.cmrId').as('cmrId'))
    .where('abnormalCase.id', '=', id)
    .executeTakeFirst();
  const own = found?.cmrId ?? null;
  const notes = await read
    .selectFrom('cmr')
    .select('cmrNo')
    .where('state', '!=', 'cancelled')
    .where((note) =>
      own === null
        ? note('id', 'in', note.selectFrom('cmrBill').select('cmrId').where('billId', '=', billId))
        : note('id', '=', own),
    )
    .orderBy('cmrNo')
    .execute();
  return notes.map(({ cmrNo }) => cmrNo);
}

/** Writes the letter of a case. Throws CLAIM_INCOMPLETE while its finding, its day or the liable party is not stated. */
export async function claimLetter(read: Reader, row: AbnormalCase, now: string): Promise<ClaimLetter> {
  const { claimConvention, claimFinding, claimStartOn, liableName } = row;
  if (claimConvention === null || claimFinding === null || claimStartOn === null || liableName === null)
    throw refuse('CLAIM_INCOMPLETE');
  const bill = await read
    .selectFrom('bill')
    .innerJoin('airport', 'airport.id', 'bill.landingAirportId')
    .leftJoin('warehouse', 'warehouse.id', 'bill.warehouseId')
    .select(['bill.mode', 'bill.flightNo', 'airport.countryId as landed', 'warehouse.countryId as stored'])
    .where('bill.id', '=', row.billId)
    .executeTakeFirst();
  if (!bill) throw refuse('NOT_FOUND');
  const sender = await senderOf(read, bill.stored ?? bill.landed);
  const notes = await notesOf(read, row);
  const customer =
    row.claimantId === null
      ? undefined
      : await read
          .selectFrom('customer')
          .select('nameEn')
          .where('id', '=', row.claimantId)
          .executeTakeFirst();
  const claimant = row.claimantName ?? customer?.nameEn;
  const amount = row.claimAmount === null ? 'To be stated' : `${row.claimAmount} ${row.currency ?? ''}`;
  const rows: [string, string | null | undefined][] = [
    ['Our reference', row.caseNo],
    [bill.mode === 'air' ? 'Air waybill' : 'Bill of lading', billName(row)],
    ['Flight', bill.mode === 'air' ? bill.flightNo : null],
    ['CMR note', notes.join(', ')],
    ['Box', row.boxNo],
    ['Parcel', row.trackingNo],
    ['Number concerned', String(row.quantity)],
    ['Finding', FINDINGS[claimFinding]],
    [DAYS[claimFinding], formatDay(claimStartOn)],
    ['Claimant', claimant],
    ['Amount claimed', amount],
  ];
  const law = claimConvention === 'none' ? '' : ` under ${LAWS[claimConvention]}`;
  return {
    caseNo: row.caseNo,
    day: formatDay(officeDay(now)),
    from: sender ? [sender.nameEn, ...postalLines(sender)] : [],
    to: [liableName, ...(row.liableAddress?.split('\n') ?? [])],
    subject: `Notice of claim: ${billName(row)}`,
    facts: rows.flatMap(([label, value]) => (value ? [[label, value] as const] : [])),
    paragraphs: [
      `We give you notice${law} of the finding above and hold you liable for it${claimant ? `, also on behalf of ${claimant}` : ''}.`,
      ...(row.reservation ? [`Reservation: ${row.reservation}`] : []),
      'All rights are reserved, including the right to change the amount. The goods and their packaging are kept for your inspection for as long as that is possible.',
      'Please confirm receipt of this letter in writing and let us know your insurer and your own reference.',
    ],
    signedFor: sender?.nameEn ?? '',
  };
}
