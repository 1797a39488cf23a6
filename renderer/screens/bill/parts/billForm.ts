import { type Bill, billDraftFields } from '@contract/bill/bill';
import type { RowIssue, RowValues } from '@contract/importing/template';
import { isId } from '@contract/lenient';
import { batchIssue } from '@contract/rules/batches';
import { checkBillDraft } from '@contract/rules/billDraft';
import { billNo } from '@contract/rules/codes';
import { useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { read } from '../../../api/queries';
import { useData } from '../../../api/unsaid';
import { useLookups } from '../../../kinds/lookups';
import type { FormGroupChoice } from '../../../resource/RecordForm';
import type { Values } from '../../../resource/useRecordForm';

/** The form of a bill in groups, in the order an operator has the papers in hand. */
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

/** Whose words the fields of a bill have. Its places are no ports, by sea either: those are known of its voyage. */
export const billWords = (mode: unknown) => (mode === 'sea' ? 'seaBill' : 'bill');

/** What the fields of the route stand under. */
export const routeTitle = (mode: unknown) => (mode === 'sea' ? 'bill.groupVoyage' : 'bill.groupRoute');

/** Where the value of a field comes from when it is left empty. */
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
/** Batches of one number that are asked for: more fly under none. */
const BATCHES = 100;

/** The bills under a number, archived ones too: an import looks at the same. */
function useBillsOf(number: string): readonly Bill[] {
  const asked = (archived: boolean) => ({
    ...read('bill', 'list', { query: { billNo: number, archived, pageSize: BATCHES } }),
    enabled: number !== '',
  });
  const open = useData(asked(false));
  const archived = useData(asked(true));
  return useMemo(
    () => [...(open?.list ?? []), ...(archived?.list ?? [])].filter(({ billNo: no }) => no === number),
    [open, archived, number],
  );
}

/**
 * The form of a bill: its groups, hints and words by how it travels; and its rules: those between its fields, as the API will
 * check them, and the warnings that an import gives about other bills of its number. `own` is the bill that is being changed:
 * its number and batch are not odd while they stay.
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
      const found = checkBillDraft(values as RowValues);
      if (values.billNo !== number) return found;
      if (own && values.billNo === own.billNo && values.batchNo === own.batchNo) return found;
      const others = bills.filter(({ id }) => id !== own?.id);
      // Because the API refuses a batch that is there already.
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

/** A bill before anything is typed. */
export const newBill: Values = {
  ...Object.fromEntries(billDraftFields.map((name) => [name, null])),
  mode: 'air',
  clearanceType: 'ioss',
  currency: 'EUR',
  uldNumbers: [],
};
