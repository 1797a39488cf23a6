import { billName } from '@contract/bill/billName';
import { airMachine } from '@contract/scheduling/airTransport';
import { seaMachine } from '@contract/scheduling/seaTransport';
import {
  type TransportState,
  type TransportStep,
  transportStates,
  transportSteps,
} from '@contract/scheduling/states';
import { describe, expect, test } from 'vitest';
import { makeBill } from '../support/apiRecords';
import { flightIn, into, makeFlight, makeSeaBill, makeVoyage, voyageIn } from '../support/apiTransport';
import { testApi } from '../support/server';

const api = testApi();
const states = Object.keys(transportStates) as TransportState[];
const hoursAgo = (hours: number) =>
  new Date(Date.now() - hours * 3_600_000).toISOString().replace(/\.\d+/, '');
const stateOf = (table: 'airTransport' | 'seaTransport', id: number) =>
  api.row(`select state, version from ${table} where id = ?`, id);

/** States in which each step is allowed and where it leads, written independently of the machine (reference 3.8). */
const LEADS: Readonly<Record<TransportStep, Partial<Record<TransportState, TransportState>>>> = {
  book: { planned: 'booked' },
  unbook: { booked: 'planned' },
  reschedule: { booked: 'booked', departed: 'departed' },
  depart: { booked: 'departed' },
  undoDepart: { departed: 'booked' },
  arrive: { departed: 'arrived' },
  clearArrival: { arrived: 'departed' },
  close: { arrived: 'closed' },
  reopen: { closed: 'arrived' },
  cancel: { planned: 'cancelled', booked: 'cancelled' },
};
const pairs = states.flatMap((state) => transportSteps.map((action) => ({ state, action })));

describe.each(['airTransport', 'seaTransport'] as const)('the states of %s', (group) => {
  test('cover every step of the machine', () => {
    const machine = group === 'airTransport' ? airMachine : seaMachine;
    for (const action of transportSteps)
      expect([...machine.actions[action].from].sort(), action).toEqual(Object.keys(LEADS[action]).sort());
  });

  test.each(pairs)('allow or refuse in $state the action $action', async ({ state, action }) => {
    const made = group === 'airTransport' ? await flightIn(api, state) : await voyageIn(api, state);
    const { id } = 'flight' in made ? made.flight : made.voyage;
    // Its bills are delivered, so that closing depends on the state alone.
    if (action === 'close') api.db.exec(`update bill set stage = 'delivery' where id = ${made.bill.id}`);
    const before = stateOf(group, id);
    const given = {
      ...(action === 'reschedule' ? { eta: '2031-12-24T10:00:00Z', reason: 'Weather' } : {}),
      ...(action === 'cancel' ? { reason: 'No demand' } : {}),
      ...(action === 'depart' || action === 'arrive' ? { at: hoursAgo(1) } : {}),
    };
    const body = { version: Number(before.version), action, ...given };
    const answer = await api.send(`${group}.act`, { params: { id }, body });
    const to = LEADS[action][state];
    if (to) {
      expect(answer).toHaveProperty('got.changed', 1);
      expect(stateOf(group, id)).toEqual({ state: to, version: Number(before.version) + 1 });
    } else {
      expect(answer).toMatchObject({ refused: { code: 'STATE_NOT_ALLOWED' } });
      expect(stateOf(group, id)).toEqual(before);
    }
  });
});

describe('space on a flight', () => {
  const link = (id: number, bills: { billId: number; kg?: number; positions?: number }[]) =>
    ({ params: { id }, body: { bills } }) as const;

  test('is used by the charged weight of its bills, and free again when they are unlinked', async () => {
    const flight = await makeFlight(api, { capacityKg: 300 });
    const [one, two] = [await makeBill(api), await makeBill(api, { weight: 100 })];
    await api.call.airTransport.link(link(flight.id, [{ billId: one.id }, { billId: two.id, positions: 1 }]));
    const booked = await api.call.airTransport.get({ params: { id: flight.id } });
    // 120.5 kg, charged by weight, and 100 kg.
    expect(booked).toMatchObject({ bookedKg: 220.5, freeKg: 79.5, billCount: 2, bookedPositions: 1 });
    await api.call.airTransport.unlink({ params: { id: flight.id }, query: { billIds: [one.id] } });
    expect(await api.call.airTransport.get({ params: { id: flight.id } })).toMatchObject({
      bookedKg: 100,
      freeKg: 200,
      billCount: 1,
    });
  });

  test('is never booked twice: an excess is refused with the free space, and none of it is booked', async () => {
    const flight = await makeFlight(api, { capacityKg: 200 });
    const [one, two] = [await makeBill(api), await makeBill(api)];
    const refused = await api.refused(
      'airTransport.link',
      link(flight.id, [{ billId: one.id }, { billId: two.id }]),
    );
    expect(refused.code).toBe('AIR_FULL');
    expect(refused.msg).toContain('79.5 kg free');
    expect(refused.msg).toContain(two.billNo);
    expect(await api.call.airTransport.get({ params: { id: flight.id } })).toMatchObject({
      bookedKg: 0,
      billCount: 0,
    });
    await api.call.airTransport.link(link(flight.id, [{ billId: one.id }, { billId: two.id, kg: 79.5 }]));
    expect(await api.call.airTransport.get({ params: { id: flight.id } })).toMatchObject({ freeKg: 0 });
  });

  test('goes to one of two people who book it at once', async () => {
    const flight = await makeFlight(api, { capacityKg: 130 });
    const bills = await Promise.all([makeBill(api), makeBill(api)]);
    const answers = await Promise.all(
      bills.map(({ id }) => api.send('airTransport.link', link(flight.id, [{ billId: id }]))),
    );
    expect(answers.filter((answer) => 'got' in answer)).toHaveLength(1);
    expect(answers.filter((answer) => 'refused' in answer)).toMatchObject([
      { refused: { code: 'AIR_FULL' } },
    ]);
  });

  test('is reserved for the customer with the allotment', async () => {
    const flight = await makeFlight(api, { capacityKg: 200 });
    const promise = { version: 1, allocations: [{ customerId: 1, kg: 150 }] };
    await api.call.airTransport.allocate({ params: { id: flight.id }, body: promise });
    const other = await makeBill(api, { customerId: 2, channelCode: channelFor(2) });
    expect(await api.refused('airTransport.link', link(flight.id, [{ billId: other.id }]))).toMatchObject({
      code: 'AIR_FULL',
      msg: expect.stringContaining('50 kg free'),
    });
    await api.call.airTransport.link(link(flight.id, [{ billId: (await makeBill(api)).id }]));
    const { allocations } = await api.call.airTransport.parts({ params: { id: flight.id } });
    expect(allocations).toEqual([{ customerId: 1, kg: 150, bookedKg: 120.5 }]);
    // The capacity may not be lower than what is booked or allotted.
    const body = { version: 2, capacityKg: 149 };
    const refused = await api.refused('airTransport.update', { params: { id: flight.id }, body });
    expect(refused.fields.capacityKg).toContain('150 kg');
  });

  test('is freed when a bill is removed, and stays free when the bill is recovered', async () => {
    const { flight, bill } = await flightIn(api);
    const selection = { ids: [bill.id] };
    await api.call.bill.remove({ body: { selection, removeReason: 'Twice' } });
    expect(await api.call.airTransport.get({ params: { id: flight.id } })).toMatchObject({ bookedKg: 0 });
    await api.call.bill.recover({ body: { selection } });
    expect(await api.call.billTransport.get({ params: { id: bill.id } })).toEqual({
      booking: null,
      forecast: null,
    });
  });

  test('is shown on both sides, and in the logs of both', async () => {
    const { flight, bill } = await flightIn(api, 'booked');
    const { booking } = await api.call.billTransport.get({ params: { id: bill.id } });
    expect(booking).toMatchObject({
      mode: 'air',
      name: 'CX83',
      transportNo: flight.transportNo,
      state: 'booked',
      bookedKg: 120.5,
    });
    const { list } = await api.call.bill.logs({ query: { billId: [bill.id], action: ['link'] } });
    expect(list).toMatchObject([{ remark: flight.transportNo }]);
  });

  test('is booked with a warning for a bill that names another flight', async () => {
    const flight = await makeFlight(api, { flightNo: 'CX91', cutOffAt: '2020-01-01T00:00:00Z' });
    const bill = await makeBill(api);
    const { warnings } = await api.call.airTransport.link(link(flight.id, [{ billId: bill.id }]));
    expect(warnings.map(({ code }) => code).sort()).toEqual(['AIR_CUT_OFF', 'BOOKING_FLIGHT']);
  });

  test('is offered to the bills of its route without a booking', async () => {
    const { flight, bill } = await flightIn(api);
    const [waiting, elsewhere] = [await makeBill(api), await makeBill(api, { landingAirportId: 27 })];
    const ids = (await api.call.airTransport.candidates({ params: { id: flight.id } })).map(({ id }) => id);
    expect(ids).toContain(waiting.id);
    expect(ids).not.toContain(bill.id);
    expect(ids).not.toContain(elsewhere.id);
  });
});

const channelFor = (customerId: number) =>
  String(
    api.row(
      'select channelCode from channelCode where active = 1 and (customerId is null or customerId = ?) limit 1',
      customerId,
    ).channelCode,
  );

describe('a flight', () => {
  test('passes its departure on to its bills, until that is undone', async () => {
    const { flight, bill } = await flightIn(api, 'booked');
    const at = hoursAgo(3);
    await api.call.airTransport.act({
      params: { id: flight.id },
      body: { version: 1, action: 'depart', at },
    });
    expect(await api.call.bill.get({ params: { id: bill.id } })).toMatchObject({ atd: at, stage: 'draft' });
    await api.call.airTransport.act({
      params: { id: flight.id },
      body: { version: 2, action: 'undoDepart' },
    });
    expect(await api.call.bill.get({ params: { id: bill.id } })).toMatchObject({ atd: null });
  });

  test('only proposes its arrival to its bills', async () => {
    const { flight, bill } = await flightIn(api, 'departed');
    const body = { version: 1, action: 'arrive' as const, at: hoursAgo(1) };
    await api.call.airTransport.act({ params: { id: flight.id }, body });
    expect(await api.call.bill.get({ params: { id: bill.id } })).toMatchObject({ ata: null });
  });

  test('requires a reason for other times, keeps them, and moves the ETA of bills not landed', async () => {
    const { flight, bill } = await flightIn(api, 'booked');
    const [params, eta] = [{ id: flight.id }, '2031-11-04T09:00:00Z'];
    const without = { version: 1, action: 'reschedule' as const, eta };
    expect(await api.refused('airTransport.act', { params, body: without })).toMatchObject({
      code: 'REASON_REQUIRED',
    });
    const early = { ...without, eta: '2031-11-01T00:00:00Z', reason: 'x' };
    expect(await api.refused('airTransport.act', { params, body: early })).toMatchObject({
      fields: { eta: expect.any(String) },
    });
    const { warnings } = await api.call.airTransport.act({
      params,
      body: { ...without, reason: 'Slot lost' },
    });
    expect(warnings).toMatchObject([
      { code: 'ETA_MOVED', msg: expect.stringMatching(`^${billName(bill)}: `) },
    ]);
    const { changes } = await api.call.airTransport.parts({ params });
    expect(changes).toMatchObject([{ field: 'eta', before: flight.eta, after: eta, reason: 'Slot lost' }]);
    expect(await api.call.bill.get({ params: { id: bill.id } })).toMatchObject({ eta });
  });

  test('frees its bills when it is cancelled', async () => {
    const { flight, bill } = await flightIn(api, 'booked');
    const body = { version: 1, action: 'cancel' as const, reason: 'Aircraft on ground' };
    await api.call.airTransport.act({ params: { id: flight.id }, body });
    expect(await api.call.airTransport.get({ params: { id: flight.id } })).toMatchObject({
      state: 'cancelled',
      cancelReason: 'Aircraft on ground',
      billCount: 0,
      bookedKg: 0,
    });
    await api.call.airTransport.link({
      params: { id: (await makeFlight(api)).id },
      body: { bills: [{ billId: bill.id }] },
    });
  });

  test.each([
    ['an ETA before its ETD', { eta: '2031-11-03T01:00:00Z' }, 'eta'],
    ['a cut-off after its ETD', { cutOffAt: '2031-11-03T03:00:00Z' }, 'cutOffAt'],
    ['the same airport twice', { landingAirportId: 1 }, 'landingAirportId'],
    // 3 November 2031 is a Monday.
    ['a day on which it does not fly', { weekdays: '.2.....' }, 'etd'],
  ])('is refused at the field when it has %s', async (_, changes, field) => {
    const right = await makeFlight(api);
    const body = { version: right.version, ...changes };
    const refused = await api.refused('airTransport.update', { params: { id: right.id }, body });
    expect(Object.keys(refused.fields)).toEqual([field]);
  });

  test('is deleted with its records when nothing is booked on it', async () => {
    const { id } = await makeFlight(api);
    const promise = { version: 1, allocations: [{ customerId: 1, kg: 10 }] };
    await api.call.airTransport.allocate({ params: { id }, body: promise });
    await api.call.airTransport.remove({ params: { id } });
    expect(api.count('select count(*) from airAllocation where airTransportId = ?', id)).toBe(0);
  });

  test('takes airline and number from the flight and the day', async () => {
    const flight = await makeFlight(api, { flightNo: '5y8147' });
    expect(flight).toMatchObject({ flightNo: '5Y8147', carrierCode: '5Y', state: 'planned', positions: 2 });
    expect(flight.transportNo).toMatch(/^AT\d{8}-\d{4}$/);
    const own = await makeFlight(api, { transportNo: `OWN-${flight.id}` });
    expect(own.transportNo).toBe(`OWN-${flight.id}`);
  });
});

describe('a voyage', () => {
  test('stores its containers under numbers with correct check digits', async () => {
    const { voyage } = await voyageIn(api);
    const params = { id: voyage.id };
    const wrong = { containerNo: 'CSQU3054384', containerType: '40HQ' as const };
    const refused = await api.refused('seaTransport.putContainer', { params, body: wrong });
    expect(refused.fields.containerNo).toContain('check digit should be 3');
    const right = { containerNo: 'csqu 305438-3', containerType: '45HQ' as const, packages: 310 };
    await api.call.seaTransport.putContainer({ params, body: right });
    const { containers } = await api.call.seaTransport.parts({ params });
    // The container with this number was changed.
    expect(containers).toMatchObject([{ containerNo: 'CSQU3054383', containerType: '45HQ', packages: 310 }]);
    expect(await api.call.seaTransport.get({ params })).toMatchObject({ containerCount: 1 });
  });

  test('identifies its ship by an IMO number with the correct check digit', async () => {
    expect(await makeVoyage(api, { imoNo: 'IMO 9319466' })).toMatchObject({ imoNo: '9319466' });
    const { id, version } = await makeVoyage(api);
    const body = { version, imoNo: '9074728' };
    const refused = await api.refused('seaTransport.update', { params: { id }, body });
    expect(refused.fields.imoNo).toContain('check digit should be 9');
  });

  test('carries bills whose mode is sea', async () => {
    const { voyage, bill } = await voyageIn(api, 'booked');
    const { booking } = await api.call.billTransport.get({ params: { id: bill.id } });
    expect(booking).toMatchObject({ mode: 'sea', name: `${voyage.vesselName} 041E` });
    const another = await makeSeaBill(api);
    const ids = (await api.call.seaTransport.candidates({ params: { id: voyage.id } })).map(({ id }) => id);
    expect(ids).toContain(another.id);
    expect(ids).not.toContain(bill.id);
  });

  test('logs everything done to it', async () => {
    const { voyage } = await voyageIn(api);
    into(api, 'seaTransport', voyage.id, 'planned');
    await api.call.seaTransport.act({ params: { id: voyage.id }, body: { version: 1, action: 'book' } });
    const { list } = await api.call.seaTransport.logs({ params: { id: voyage.id }, query: { sort: 'at' } });
    expect(new Set(list.map(({ action }) => action))).toEqual(new Set(['create', 'link', 'update', 'book']));
  });
});

test('shows a person of one warehouse the bookings of its bills, and the whole free capacity', async () => {
  const flight = await makeFlight(api, { capacityKg: 1000 });
  const [own, other] = [await makeBill(api, { warehouseId: 1 }), await makeBill(api, { warehouseId: 2 })];
  const bills = [{ billId: own.id }, { billId: other.id }];
  await api.call.airTransport.link({ params: { id: flight.id }, body: { bills } });
  const as = api.actor({ permissions: ['transport.air.view', 'transport.air.edit'] });
  api.db.exec(`update staff set warehouseIds = '[1]' where id = ${as.staffId}`);
  const seen = await api.call.airTransport.parts({ params: { id: flight.id } }, { as });
  expect(seen.bills.map(({ id }) => id)).toEqual([own.id]);
  const { bookedKg, freeKg } = await api.call.airTransport.get({ params: { id: flight.id } }, { as });
  expect({ bookedKg, freeKg }).toEqual({ bookedKg: 241, freeKg: 759 });
  const unlink = { params: { id: flight.id }, query: { billIds: [other.id] } };
  expect(await api.send('airTransport.unlink', unlink, { as })).toHaveProperty('refused');
  expect(await api.call.airTransport.get({ params: { id: flight.id } })).toMatchObject({ billCount: 2 });
});
