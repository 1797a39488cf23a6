import { type Problem, problem } from '../errors';
import type { RowIssue, RowValues } from '../importing/template';
import { airlineByCode, airlineByPrefix } from './airlines';
import { flightNo as flightRule, isMawb, mawbPrefix } from './codes';
import { isPort } from './places';
import { BOX_WEIGHT, billWeightProblem, isOddWeight } from './weights';

const DAY = 24 * 3_600_000;

/**
 * Checks the fields of a bill against each other, typed, imported or sent: the same rules for form, file and API.
 * Places may be given by id (`originAirportId`), by code (`originAirport`), or by both: only a code tells a port from an
 * airport.
 */
export function checkBillDraft(values: RowValues): RowIssue[] {
  return [
    ...numberFitsMode(values),
    ...carrierFitsPrefix(values),
    ...lane(values),
    ...placesFitMode(values),
    ...times(values),
    ...weights(values),
  ];
}

/** Returns why a number does not fit the bill's mode. */
export function wrongNumber({ mode, billNo }: RowValues): Problem | undefined {
  if (typeof billNo !== 'string' || (mode !== 'air' && mode !== 'sea')) return undefined;
  if (isMawb(billNo) === (mode === 'air')) return undefined;
  return problem(mode === 'air' ? 'BILL_NO_AIR' : 'BILL_NO_SEA');
}

function numberFitsMode(values: RowValues): RowIssue[] {
  const { mode, flightNo, vesselName } = values;
  const issues: RowIssue[] = [];
  const number = wrongNumber(values);
  if (number) issues.push(error('billNo', number));
  if (mode === 'air') {
    const wrong = typeof flightNo === 'string' && flightNo ? flightRule.check(flightNo) : problem('REQUIRED');
    if (wrong) issues.push(error('flightNo', wrong));
  }
  if (mode === 'sea' && vesselName === null && !flightNo)
    issues.push(error('vesselName', problem('REQUIRED')));
  return issues;
}

function carrierFitsPrefix({ mode, billNo, carrierCode }: RowValues): RowIssue[] {
  if (mode !== 'air' || typeof billNo !== 'string' || !isMawb(billNo)) return [];
  const prefix = mawbPrefix(billNo);
  const airline = airlineByPrefix(prefix);
  if (!airline) return [warning('billNo', problem('AIRLINE_UNKNOWN', { prefix }))];
  const carrier = typeof carrierCode === 'string' ? airlineByCode(carrierCode) : undefined;
  return carrier && carrier.prefix !== prefix
    ? [
        warning(
          'carrierCode',
          problem('CARRIER_PREFIX', { carrier: carrier.code, expected: carrier.prefix, prefix }),
        ),
      ]
    : [];
}

function lane(values: RowValues): RowIssue[] {
  const byId = values.originAirportId !== undefined;
  const [origin, landing, column] = byId
    ? [values.originAirportId, values.landingAirportId, 'landingAirportId']
    : [values.originAirport, values.landingAirport, 'landingAirport'];
  return origin && origin === landing ? [error(column, problem('SAME_AIRPORT'))] : [];
}

/** Returns why a place does not fit the bill's mode: a ship calls at ports, an aircraft at airports. */
export function wrongPlace(mode: unknown, placeCode: unknown): Problem | undefined {
  if (typeof placeCode !== 'string' || (mode !== 'air' && mode !== 'sea')) return undefined;
  if (isPort(placeCode) === (mode === 'sea')) return undefined;
  return problem(mode === 'sea' ? 'PLACE_NOT_PORT' : 'PLACE_NOT_AIRPORT', { place: placeCode });
}

function placesFitMode(values: RowValues): RowIssue[] {
  return (['originAirport', 'landingAirport'] as const).flatMap((name) => {
    const wrong = wrongPlace(values.mode, values[name]);
    return wrong ? [error(values[`${name}Id`] === undefined ? name : `${name}Id`, wrong)] : [];
  });
}

function times({ mode, etd, eta, exportDate }: RowValues): RowIssue[] {
  const issues: RowIssue[] = [];
  if (mode && etd === null) issues.push(error('etd', problem('REQUIRED')));
  if (mode && eta === null) issues.push(error('eta', problem('REQUIRED')));
  if (typeof etd === 'string' && typeof eta === 'string' && Date.parse(eta) <= Date.parse(etd)) {
    issues.push(error('eta', problem('NODE_ORDER', { node: { field: 'eta' }, previous: { field: 'etd' } })));
  }
  if (
    typeof etd === 'string' &&
    typeof exportDate === 'string' &&
    Date.parse(exportDate) > Date.parse(etd) + DAY
  ) {
    issues.push(error('exportDate', problem('EXPORT_DATE_LATE')));
  }
  return issues;
}

function weights({ boxCount, weight }: RowValues): RowIssue[] {
  const odd = billWeightProblem(weight);
  if (odd) return [warning('weight', odd)];
  if (typeof boxCount !== 'number' || typeof weight !== 'number' || boxCount < 1) return [];
  if (weight <= 0) return [error('weight', problem('NUMBER_MIN', { min: 0.001 }))];
  const average = weight / boxCount;
  return isOddWeight(average, BOX_WEIGHT)
    ? [warning('weight', problem('WEIGHT_PER_BOX', { weight: average.toFixed(2) }))]
    : [];
}

const error = (column: string, found: RowIssue['problem']): RowIssue => ({
  column,
  level: 'error',
  problem: found,
});
const warning = (column: string, found: RowIssue['problem']): RowIssue => ({
  column,
  level: 'warning',
  problem: found,
});
