import { Callout, FormGroup, HTMLTable } from '@blueprintjs/core';
import { type Allocated, billCostApi, billCostRow, costDraft } from '@contract/finance/billCost';
import { billRevenueRow, revenueDraft } from '@contract/finance/billRevenue';
import { movement } from '@contract/finance/line';
import type { RowIssue } from '@contract/importing/template';
import { isId } from '@contract/lenient';
import type { RefTarget } from '@contract/refTargets';
import { priceProblem, usualPrice } from '@contract/rules/usualPrice';
import { useCallback, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import * as z from 'zod';
import { client } from '../../../api/client';
import { read } from '../../../api/queries';
import { useData } from '../../../api/unshownFailures';
import { useSpeech } from '../../../app/language';
import { today } from '../../../app/zone';
import { useLookups } from '../../../kinds/lookups';
import { idOf } from '../../../kinds/recordId';
import { RecordForm } from '../../../resource/RecordForm';
import { recordValues } from '../../../resource/recordValues';
import type { Values } from '../../../resource/useRecordForm';
import { BusyButton } from '../../../ui/BusyButton';
import { SidePanel } from '../../../ui/SidePanel';
import { notify, notifyFailed } from '../../../ui/toaster';
import { BillChooser, type NamedBill } from '../bill/BillChooser';
import { useMoney } from './Totals';
import { refreshBooks } from './useBooks';

const ITEMS: readonly RefTarget[] = ['chargeItem'];

/** A code decides the rate: selecting one empties a typed rate, and typing a rate removes the code. */
function codeOrRate(changed: string, { vatCodeId, taxRate }: Values): Values {
  if (changed === 'vatCodeId' && isId(vatCodeId)) return { taxRate: null };
  return changed === 'taxRate' && taxRate !== null && taxRate !== '' ? { vatCodeId: null } : {};
}

/** Form of a bill's line: `line` is the one to edit, `billId` the bill of a new one. */
export function LineForm({
  kind,
  line,
  billId,
  onClose,
}: {
  kind: 'billCost' | 'billRevenue';
  line: (Values & { id: number; version: number }) | null;
  billId?: number | undefined;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const id = useId();
  const [bill, setBill] = useState<NamedBill | null>(null);
  const cost = kind === 'billCost';
  const at = line ? idOf(line.billId) : (billId ?? bill?.billId ?? null);
  const names = Object.keys((cost ? costDraft : revenueDraft).shape);
  const initial: Values = line
    ? { ...recordValues(line, names) }
    : {
        ...Object.fromEntries(names.map((name) => [name, null])),
        ...{ billId: at, basis: 'per_bill', quantity: 1, currency: 'EUR' },
        ...(cost ? { estimated: true } : { priceSource: 'manual' }),
      };
  const title = t(
    cost
      ? line
        ? 'finance.editCost'
        : 'finance.addCost'
      : line
        ? 'finance.editRevenue'
        : 'finance.addRevenue',
  );
  const items = useLookups(ITEMS);
  const price = usePriceRule(cost, line);
  /** Fills in the price list's price for revenues; the list has no suppliers' prices, so not for costs. */
  const follow = useCallback(
    (changed: string, values: Values): Values => {
      const { chargeItemId } = values;
      const item =
        changed === 'chargeItemId' && isId(chargeItemId) ? items.find('chargeItem', chargeItemId) : undefined;
      if (!item) return codeOrRate(changed, values);
      const { feeCategoryId, basis, defaultPrice: unitPrice, currency } = item;
      const counted = basis !== 'per_bill' && basis !== 'fixed';
      return {
        ...{ feeCategoryId, basis },
        ...(cost ? {} : { unitPrice, currency }),
        // Kilograms or parcels must be entered by the user; the default for other units is one.
        ...(line ? {} : { quantity: counted ? null : 1 }),
      };
    },
    [items, cost, line],
  );
  return (
    <SidePanel isOpen width={560} title={title} onClose={onClose}>
      {!line && billId === undefined && (
        <FormGroup label={t('common.bill')} labelFor={id}>
          <BillChooser id={id} bill={bill} onChoose={setBill} />
        </FormGroup>
      )}
      {at !== null && (
        <RecordForm
          key={at}
          resource={kind}
          row={cost ? billCostRow : billRevenueRow}
          schema={cost ? costDraft : revenueDraft}
          groups={[
            {
              title: t('finance.groupWhat'),
              fields: [...(cost ? ['supplierId'] : []), 'chargeItemId', 'feeCategoryId'],
            },
            {
              title: t('finance.groupPrice'),
              fields: ['basis', 'quantity', 'unitPrice', 'currency', 'vatCodeId', 'taxRate'],
            },
            ...(cost
              ? [
                  {
                    title: t('finance.groupInvoice'),
                    fields: [
                      ...['estimated', 'invoiceNo', 'invoiceDate', 'dueDate', 'ownCompanyId'],
                      ...['billedQuantity', 'billedUnit', 'billedPrice'],
                    ],
                  },
                ]
              : []),
            { title: t('config.groupOther'), fields: ['remark'] },
          ]}
          hints={{ vatCodeId: t(cost ? 'finance.hintCostCode' : 'finance.hintLineCode') }}
          initial={initial}
          rules={price.rules}
          watch={price.heard}
          draft={`${kind}/${line?.id ?? `new ${at}`}`}
          follow={follow}
          save={async (values, key) => {
            if (!line) return client[kind].create({ body: { ...values, billId: at } as never }, { key });
            return client[kind].update({ params: { id: line.id }, body: values });
          }}
          onSaved={() => {
            notify({ text: t('common.saved'), intent: 'success' });
            void refreshBooks();
            onClose();
          }}
          onCancel={onClose}
        />
      )}
    </SidePanel>
  );
}

/** Number of a supplier's newest prices to compare with, the same as in an import. */
const NEWEST = 200;
interface CostPrice {
  readonly supplierId: number;
  readonly feeCategoryId: number;
  readonly currency: string;
}

/**
 * Returns the rule that warns about a price far from the supplier's earlier ones, as an import does. `own` is the line
 * being edited: its unchanged price causes no warning.
 */
function usePriceRule(cost: boolean, own: (Values & { readonly id: number }) | null) {
  const [criteria, setCriteria] = useState<CostPrice | null>(null);
  const page = useData({
    ...read('billCost', 'list', {
      query: {
        supplierId: [criteria?.supplierId ?? 0],
        feeCategoryId: [criteria?.feeCategoryId ?? 0],
        currency: criteria?.currency ?? '',
        pageSize: NEWEST,
        sort: '-createdAt',
      },
    }),
    enabled: cost && criteria !== null,
  });
  const heard = useCallback(({ supplierId, feeCategoryId, currency }: Values) => {
    const isComplete = isId(supplierId) && isId(feeCategoryId) && typeof currency === 'string';
    const now = isComplete ? { supplierId, feeCategoryId, currency } : null;
    setCriteria((before) => (JSON.stringify(before) === JSON.stringify(now) ? before : now));
  }, []);
  const rules = useCallback(
    ({ basis, unitPrice }: Values): readonly RowIssue[] => {
      const price = Number(unitPrice);
      if (own && price === Number(own.unitPrice)) return [];
      const prices = (page?.list ?? [])
        .filter((line) => line.id !== own?.id && line.basis === basis)
        .map((line) => Number(line.unitPrice))
        .filter((one) => one > 0);
      const usual = usualPrice(prices);
      const found = usual === undefined ? undefined : priceProblem(price, usual);
      return found ? [{ column: 'unitPrice', level: 'warning', problem: found }] : [];
    },
    [page, own],
  );
  return { rules, heard };
}

const payRow = z.object(movement);
/** Form for the date and method of a payment; `pay` carries it out and returns the message to show. */
export function PayForm({
  title,
  pay,
  onClose,
}: {
  title: string;
  pay: (movement: z.output<typeof payRow>) => Promise<string>;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  return (
    <SidePanel isOpen width={420} title={title} onClose={onClose}>
      <RecordForm
        resource="billPayment"
        row={payRow}
        schema={payRow}
        groups={[{ title: t('finance.groupPayment'), fields: ['paymentDate', 'method', 'bankReference'] }]}
        initial={{ paymentDate: today(), method: 'bank', bankReference: null }}
        draft={`pay/${title}`}
        submitText={t('finance.pay')}
        save={(values) => pay(values as never)}
        onSaved={(text) => {
          notify({ text, intent: 'success' });
          void refreshBooks();
          onClose();
        }}
        onCancel={onClose}
      />
    </SidePanel>
  );
}

const invoiceBody = billCostApi.invoice.body;
const invoiceRow = z.object({ ...invoiceBody.shape, currency: billCostRow.shape.currency });
/** Form for the supplier's invoice of one expected cost. */
export function InvoiceForm({ cost, onClose }: { cost: z.output<typeof billCostRow>; onClose: () => void }) {
  const { t } = useTranslation();
  const { id, version, amount, currency, vatCodeId, ownCompanyId } = cost;
  return (
    <SidePanel isOpen width={460} title={`${t('finance.invoiceCame')} ${cost.costNo}`} onClose={onClose}>
      <RecordForm
        resource="billCost"
        row={invoiceRow}
        schema={invoiceBody}
        groups={[
          {
            title: t('finance.groupInvoice'),
            fields: [
              ...['invoiceNo', 'invoiceDate', 'dueDate', 'amount'],
              ...['vatCodeId', 'ownCompanyId', 'reason'],
            ],
          },
        ]}
        hints={{ amount: t('finance.invoiceHint'), vatCodeId: t('finance.hintCostCode') }}
        initial={{
          ...{ version, invoiceNo: null, invoiceDate: today(), dueDate: null, amount, reason: 'price' },
          ...{ vatCodeId, ownCompanyId },
        }}
        about={{ currency }}
        draft={`invoice/${id}`}
        save={(values) => client.billCost.invoice({ params: { id }, body: values })}
        onSaved={({ diffNo }) => {
          notify({
            text: diffNo ? t('finance.diffOpened', { no: diffNo }) : t('common.saved'),
            intent: diffNo ? 'warning' : 'success',
          });
          void refreshBooks();
          onClose();
        }}
        onCancel={onClose}
      />
    </SidePanel>
  );
}

const allocationRow = billCostApi.allocate.body;
type Allocation = z.output<typeof allocationRow>;
/** Form that allocates one invoice to many bills, with a preview of the shares before anything is written. */
export function AllocateForm({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const speech = useSpeech();
  const money = useMoney();
  const [shown, setShown] = useState<{ body: Allocation; found: Allocated } | null>(null);
  const [busy, setBusy] = useState(false);
  // Any change makes the preview invalid.
  const hide = useCallback(() => setShown(null), []);
  const write = async () => {
    if (!shown) return;
    setBusy(true);
    try {
      const { costs, diffs } = await client.billCost.allocate({ body: shown.body });
      notify({ text: t('finance.allocated', { costs, diffs }), intent: diffs > 0 ? 'warning' : 'success' });
      await refreshBooks();
      onClose();
    } catch (error) {
      notifyFailed(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <SidePanel isOpen width={720} title={t('finance.allocate')} onClose={onClose}>
      <RecordForm
        resource="billCost"
        row={allocationRow}
        schema={allocationRow}
        groups={[
          {
            title: t('finance.groupInvoice'),
            fields: [
              ...['bills', 'supplierId', 'feeCategoryId', 'invoiceNo', 'invoiceDate', 'dueDate'],
              ...['amount', 'currency', 'vatCodeId', 'taxRate', 'ownCompanyId', 'by'],
              ...['billedQuantity', 'billedUnit', 'billedPrice', 'remark'],
            ],
          },
        ]}
        initial={{
          ...Object.fromEntries(Object.keys(allocationRow.shape).map((name) => [name, null])),
          ...{ bills: [], invoiceDate: today(), currency: 'EUR', by: 'weight' },
        }}
        draft="allocate"
        submitText={t('finance.showShares')}
        hints={{ bills: t('finance.allocateHint'), vatCodeId: t('finance.hintCostCode') }}
        watch={hide}
        follow={codeOrRate}
        save={async (values) => {
          const body = values as Allocation;
          return { body, found: await client.billCost.shares({ body }) };
        }}
        onSaved={setShown}
        onCancel={onClose}
      />
      {shown && (
        <div className="fc-books">
          <div className="fc-money-table">
            <HTMLTable compact striped>
              <thead>
                <tr>
                  <th>{speech.label('billNo')}</th>
                  <th>{speech.label('batchNo')}</th>
                  <th className="fc-amount">{t('finance.shareWeight')}</th>
                  <th className="fc-amount">{t('finance.share')}</th>
                  <th className="fc-amount">{speech.label('taxAmount')}</th>
                  <th className="fc-amount">{speech.label('accruedAmount')}</th>
                </tr>
              </thead>
              <tbody>
                {shown.found.shares.map((share) => (
                  <tr key={share.billId}>
                    <td>{share.billNo}</td>
                    <td>{share.batchNo}</td>
                    <td className="fc-amount">{share.weight}</td>
                    <td className="fc-amount">{money(share.amount, share.currency)}</td>
                    <td className="fc-amount">{money(share.taxAmount, share.currency)}</td>
                    <td className="fc-amount">
                      {share.accrued === null ? t('common.nothing') : money(share.accrued, share.currency)}
                    </td>
                  </tr>
                ))}
              </tbody>
            </HTMLTable>
          </div>
          <Callout intent="primary">{t('finance.sharesSay', { count: shown.found.shares.length })}</Callout>
          <div>
            <BusyButton intent="primary" busy={busy} onClick={() => void write()}>
              {t('finance.writeShares')}
            </BusyButton>
          </div>
        </div>
      )}
    </SidePanel>
  );
}
