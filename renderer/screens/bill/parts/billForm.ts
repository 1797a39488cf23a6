import { type Bill, billDraftFields } from '@contract/bill/bill';
import type { RowIssue, RowValues } from '@contract/importing/template';
import { isId } from '@contract/lenient';
import { batchIssue } from '@contract/rules/batches';
import { checkBillDraft } from '@contract/rules/billDraft';
import { billNo } from '@contract/rules/codes';
import { useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { read } from '../../../api/queries';
import { useData } from '../../../api/unshownFailures';
import { codeOf, useLookups } from '../../../kinds/lookups';
import type { FormGroupChoice } from '../../../resource/RecordForm';
import type { Values } from '../../../resource/useRecordForm';

/** Groups of the bill form, in the order of an operator's papers. */
function useBillGroups(mode: unknown): readonly FormGroupChoice[] {
  const { t } = useTranslation();
  return [
    {
      title: t('common.bill'),
      fields: [
        'mode',
        'billNo',
        'batchNo',
        'houseNo',
        'customerId',
        'serviceId',
        'channelCode',
        'clearanceType',
      ],
    },
    {
      title: t(routeTitle(mode)),
      fields: [
        'originAirportId',
        'landingAirportId',
        'flightNo',
        ...(mode === 'sea' ? ['vesselName'] : ['carrierCode']),
        'exportDate',
        'etd',
        'eta',
        'cargoStationId',
        'warehouseId',
      ],
    },
    {
      title: t('bill.groupCargo'),
      fields: [
        'boxCount',
        'packageCount',
        'weight',
        'volume',
        'billingWeight',
        'totalValue',
        'currency',
        'uldNumbers',
        'tapeColor',
        'markId',
      ],
    },
    { title: t('common.delivery'), fields: ['destinationId', 'remarks'] },
  ];
}

/** Returns the resource whose labels the fields of a bill use: by sea its places are ports. */
export const billWords = (mode: unknown) => (mode === 'sea' ? 'seaBill' : 'bill');

/** Returns the message key of the route group's title. */
export const routeTitle = (mode: unknown) => (mode === 'sea' ? 'bill.groupVoyage' : 'bill.groupRoute');

/** Hints on where the value of an empty field comes from. */
function useBillHints(): Readonly<Record<string, string>> {
  const { t } = useTranslation();
  return {
    carrierCode: t('bill.fromNumber'),
    billingWeight: t('bill.fromWeight'),
    destinationId: t('bill.fromChannel'),
    markId: t('bill.fromChannel'),
  };
}

const AIRPORTS = ['airport'] as const;
/** Maximum of batches fetched for one number; no number has more. */
const BATCHES = 100;

/** Returns the bills with a number, archived ones included, as an import checks them. */
function useBillsOf(number: string): readonly Bill[] {
  const question = (inArchive: boolean) => ({
    ...read('bill', 'list', { query: { billNo: number, archived: inArchive, pageSize: BATCHES } }),
    enabled: number !== '',
  });
  const open = useData(question(false));
  const archived = useData(question(true));
  return useMemo(
    () => [...(open?.list ?? []), ...(archived?.list ?? [])].filter(({ billNo: no }) => no === number),
    [open, archived, number],
  );
}

/**
 * Bill form: groups, hints and labels by mode of transport; rules between its fields, as the API checks them; and the
 * warnings of an import about other bills with its number. `own` is the bill being edited: its own number and batch
 * cause no warning.
 */
export function useBillForm(own?: Pick<Bill, 'id' | 'billNo' | 'batchNo' | 'mode'>) {
  const [mode, setMode] = useState<unknown>(own?.mode ?? 'air');
  const [number, setNumber] = useState('');
  const groups = useBillGroups(mode);
  const hints = useBillHints();
  const lookups = useLookups(AIRPORTS);
  const bills = useBillsOf(number);
  const watch = useCallback(({ mode: chosen, billNo: typed }: Values) => {
    setMode(chosen);
    setNumber(typeof typed === 'string' && billNo.check(typed) === undefined ? typed : '');
  }, []);
  const rules = useCallback(
    (values: Values): readonly RowIssue[] => {
      const codeIn = (id: unknown) => {
        const place = isId(id) ? lookups.find('airport', id) : undefined;
        return place ? codeOf('airport', place) : null;
      };
      const found = checkBillDraft({
        ...(values as RowValues),
        originAirport: codeIn(values.originAirportId),
        landingAirport: codeIn(values.landingAirportId),
      });
      if (values.billNo !== number) return found;
      if (own && values.billNo === own.billNo && values.batchNo === own.batchNo) return found;
      const others = bills.filter(({ id }) => id !== own?.id);
      // The API refuses an existing batch.
      if (others.some(({ batchNo }) => batchNo === values.batchNo)) return found;
      const odd = batchIssue(
        values,
        others.map((bill) => {
          const landing = isId(bill.landingAirportId)
            ? lookups.find('airport', bill.landingAirportId)
            : undefined;
          return { ...bill, timeZone: String(landing?.timeZone ?? 'UTC') };
        }),
      );
      return odd ? [...found, odd] : found;
    },
    [own, number, bills, lookups],
  );
  return { resource: billWords(mode), groups, hints, rules, watch };
}

/** Initial values of a new bill. */
export const newBill: Values = {
  ...Object.fromEntries(billDraftFields.map((name) => [name, null])),
  mode: 'air',
  clearanceType: 'ioss',
  currency: 'EUR',
  uldNumbers: [],
};
