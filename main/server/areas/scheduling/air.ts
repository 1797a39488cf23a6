import { problem } from '@contract/errors';
import { bookedKg, freeKg } from '@contract/rules/capacity';
import { manyIn } from '@contract/rules/codes';
import { dayAt } from '@contract/rules/zonedTime';
import { airTransport, allocation } from '@contract/scheduling/airTransport';
import type { Context, GroupHandlers } from '../../core/context';
import { checkReferences, crudHandlers } from '../../core/crud';
import { refuse, refuseFields } from '../../core/refusal';
import { nextNumber } from '../../store/numbers';
import { requireAirports } from '../config/places';
import { lineCalls } from './lineCalls';
import {
  billsOn,
  changesOf,
  clearLine,
  lines,
  linkBills,
  logLine,
  readLine,
  refreshLine,
  sharesOf,
} from './lines';

type Values = Readonly<Record<string, unknown>>;

/** Throws when the times of a schedule are in the wrong order. */
export function checkTimes({ etd, eta }: Values, cutOffs: Values): void {
  if (String(eta) <= String(etd))
    throw refuseFields({
      eta: problem('NODE_ORDER', { node: { field: 'eta' }, previous: { field: 'etd' } }),
    });
  for (const [field, at] of Object.entries(cutOffs))
    if (typeof at === 'string' && at > String(etd))
      throw refuseFields({ [field]: problem('NODE_ORDER', { node: { field: 'etd' }, previous: { field } }) });
}

/** Refuses a departure on a weekday on which the flight does not operate, by the clock of its airport. */
async function checkWeekday({ read }: Context, { weekdays, etd, originAirportId }: Values): Promise<void> {
  if (typeof weekdays !== 'string') return;
  const { timeZone } = await read
    .selectFrom('airport')
    .select('timeZone')
    .where('id', '=', Number(originAirportId))
    .executeTakeFirstOrThrow();
  const day = new Date(dayAt(String(etd), timeZone)).getUTCDay() || 7;
  if (!weekdays.includes(String(day)))
    throw refuseFields({ etd: problem('FLIGHT_DAY', { days: weekdays.replaceAll('.', '') }) });
}

/** Booked and allotted kg of a flight: its capacity cannot be less. */
async function takenOf(context: Context, before?: Values): Promise<number> {
  if (!before) return 0;
  const { booked, promised } = await sharesOf(context.read, Number(before.id));
  return -freeKg(0, booked, promised);
}

const {
  active: _,
  setActive: __,
  ...usual
} = crudHandlers(airTransport, {
  check: async (context, draft, before) => {
    if (before) lines.air.allow('update', before);
    if (draft.originAirportId === draft.landingAirportId)
      throw refuseFields({ landingAirportId: problem('TRANSPORT_SAME_PLACE') });
    await requireAirports(context.read, draft, 'originAirportId', 'landingAirportId');
    checkTimes(draft, { cutOffAt: draft.cutOffAt });
    await checkWeekday(context, draft);
    const taken = await takenOf(context, before);
    if (taken > Number(draft.capacityKg))
      throw refuseFields({ capacityKg: problem('AIR_CAPACITY_BOOKED', { booked: taken }) });
    const positions = Number(before?.bookedPositions ?? 0);
    if (positions > manyIn(draft.uldPlan))
      throw refuseFields({ uldPlan: problem('AIR_POSITIONS_BOOKED', { booked: positions }) });
  },
  derive: async (draft, context, before) => ({
    transportNo:
      draft.transportNo ??
      before?.transportNo ??
      (await nextNumber(context.write, 'airTransport', 'transportNo', 'AT', context.now)),
    carrierCode: String(draft.flightNo).slice(0, 2),
    positions: manyIn(draft.uldPlan),
    freeKg: Math.round((Number(draft.capacityKg) - (await takenOf(context, before))) * 1000) / 1000,
    ...(before ? {} : { state: 'planned' }),
  }),
});

/** Flights: their capacity, bookings and progress. */
export const airTransportHandlers: GroupHandlers<'airTransport'> = {
  ...usual,
  ...lineCalls('air'),

  remove: async (context, { params }) => {
    await clearLine(context, 'air', params.id, 'airAllocation');
    return usual.remove(context, { params });
  },

  parts: async ({ read }, { params }) => {
    await readLine(read, 'air', params.id);
    const { booked, promised } = await sharesOf(read, params.id);
    return {
      bills: await billsOn(read, 'air', params.id),
      allocations: promised.map(({ customerId, kg }) => ({
        customerId,
        kg,
        bookedKg: bookedKg(booked.filter((one) => one.customerId === customerId)),
      })),
      changes: await changesOf(read, 'air', params.id),
    };
  },

  link: (context, { params, body }) => linkBills(context, 'air', params.id, body.bills),

  allocate: async (context, { params, body }) => {
    const { write } = context;
    const line = await lines.air.open(context, params.id, 'allocate', body.version);
    const promised = new Map(body.allocations.map(({ customerId, kg }) => [customerId, kg]));
    const before = await sharesOf(write, line.id);
    const kept = before.promised.map(({ customerId }) => customerId);
    for (const customerId of promised.keys())
      await checkReferences(
        context,
        allocation,
        { customerId },
        { customerId: kept.includes(customerId) ? customerId : null },
      );
    const wanted = [...promised].map(([customerId, kg]) => ({ customerId, kg }));
    if (freeKg(Number(line.capacityKg), before.booked, wanted) < 0)
      throw refuse('AIR_PROMISED', { free: freeKg(Number(line.capacityKg), before.booked, []) });
    await write.deleteFrom('airAllocation').where('airTransportId', '=', line.id).execute();
    for (const { customerId, kg } of wanted)
      await write
        .insertInto('airAllocation')
        .values({ airTransportId: line.id, customerId, kg: Math.round(kg * 1000) })
        .execute();
    await refreshLine(context, 'air', line.id);
    await lines.air.save(context, line, {});
    const customers = await write.selectFrom('customer').select(['id', 'code']).execute();
    const loggedPromises = (promises: readonly { readonly customerId: number; readonly kg: number }[]) => ({
      allocations: promises.map(
        ({ customerId, kg }) => `${customers.find(({ id }) => id === customerId)?.code}: ${kg} kg`,
      ),
    });
    await logLine(context, 'air', 'update', line, loggedPromises(before.promised), loggedPromises(wanted));
    return usual.get(context, { params });
  },
};
