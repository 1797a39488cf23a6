import './parts/supplierInvoice.css';
import { Button, Callout } from '@blueprintjs/core';
import type { AuditedLine } from '@contract/finance/supplierAudit';
import { type InvoiceRead, recordedLine, supplierInvoiceApi } from '@contract/finance/supplierInvoice';
import { isId } from '@contract/lenient';
import { pickOf } from '@contract/names';
import { sumOf } from '@contract/rules/money';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { desktop, takeFile } from '../../api/bridge';
import { client } from '../../api/client';
import { useKept } from '../../app/drafts';
import { useServed } from '../../app/offered';
import { BusyButton } from '../../ui/BusyButton';
import { DropZone } from '../../ui/DropZone';
import { notify, notifyFailed } from '../../ui/toaster';
import { refreshBooks } from '../shared/finance/useBooks';
import { type FieldInput, InputFields, parsedInput } from '../shared/InputFields';
import { InvoiceFacts } from './parts/InvoiceFacts';
import { InvoiceWarnings } from './parts/InvoiceWarnings';
import { invoicePath } from './parts/invoicePath';
import { firstInput, SupplierLine } from './parts/SupplierLine';

const HEAD = ['supplierId', 'ownCompanyId'] as const;
const body = supplierInvoiceApi.record.body;
const headSchema = body.pick({ supplierId: true, ownCompanyId: true });

/** A read file, with the decisions of a person so far. */
interface Reading {
  readonly token: string;
  readonly name: string;
  readonly found: InvoiceRead;
  readonly head: FieldInput;
  readonly lines: readonly FieldInput[];
}

/** Reads a supplier's electronic invoice: what the file says stands beside what is recorded, and a person confirms. */
export default function SupplierInvoice() {
  const { t } = useTranslation();
  const [reading, setReading] = useKept<Reading | null>('reading', null);
  const [busy, setBusy] = useState(false);
  const carryOut = async (act: () => Promise<void>) => {
    setBusy(true);
    try {
      await act();
    } catch (error) {
      notifyFailed(error);
    } finally {
      setBusy(false);
    }
  };
  const readFile = async (
    { token, name }: { readonly token: string; readonly name: string },
    supplierId?: number,
  ) => {
    const query = supplierId === undefined ? {} : { supplierId };
    const found = await client.supplierInvoice.read({ query, file: token });
    // Our company was decided for this file, whoever sent it.
    const decided = reading?.token === token ? reading.head.ownCompanyId : null;
    const head = { supplierId: found.supplierId, ownCompanyId: decided ?? found.ownCompanyId };
    setReading({ token, name, found, head, lines: found.lines.map(firstInput) });
  };
  const choose = () =>
    carryOut(async () => {
      const file = await desktop.files.pick({ call: 'supplierInvoice.read' });
      if (file) await readFile(file);
    });
  const drop = ([file]: readonly File[]) =>
    void carryOut(async () => {
      if (file) await readFile(await takeFile(file));
    });
  if (!reading)
    return (
      <div className="fc-supplier-invoice">
        <DropZone
          title={t('finance.invoiceDrop')}
          hint={t('finance.invoiceTypes')}
          choose={t('importing.choose')}
          busy={busy}
          onDrop={drop}
          onChoose={() => void choose()}
        />
      </div>
    );
  return (
    <Decisions
      key={reading.token}
      reading={reading}
      busy={busy}
      onChange={setReading}
      // Other expected costs belong to another supplier.
      onSupplier={(supplierId) => void carryOut(() => readFile(reading, supplierId))}
      onAnother={() => setReading(null)}
      carryOut={carryOut}
    />
  );
}

/** What was read, and the form that records it. */
function Decisions(props: {
  reading: Reading;
  busy: boolean;
  onChange: (next: Reading) => void;
  onSupplier: (supplierId: number) => void;
  onAnother: () => void;
  carryOut: (act: () => Promise<void>) => Promise<void>;
}) {
  const { reading, busy, onChange, onSupplier, onAnother, carryOut } = props;
  const { found, head, lines, name } = reading;
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { currency } = found;
  const [audited, setAudited] = useState<readonly AuditedLine[]>([]);
  const mayAudit = useServed('supplierInvoice.auditRead');
  // A comparison is of the lines as they were.
  const change = (next: Reading) => {
    setAudited([]);
    onChange(next);
  };
  const audit = async () => {
    const asked = body.shape.lines
      .parse(lines)
      .map((line) => pickOf(line, ['no', 'feeCategoryId', 'bills', 'billedQuantity', 'billedUnit']));
    const { supplierId } = headSchema.parse(head);
    const compared = await client.supplierInvoice.auditRead({ body: { supplierId, lines: asked } });
    setAudited(compared.lines);
  };
  const open = lines.flatMap((line) => (parsedInput(recordedLine, line) ? [] : [String(line.no)]));
  const stops = found.recorded || found.findings.some(({ blocks }) => blocks);
  const record = async () => {
    const stated = pickOf(found, [
      ...(['invoiceNo', 'credit', 'invoiceDate', 'dueDate', 'currency', 'netAmount', 'taxAmount'] as const),
      ...(['grossAmount', 'taxes', 'iban', 'fileHash'] as const),
    ]);
    const { id, costs, diffs } = await client.supplierInvoice.record(
      { body: body.parse({ ...stated, fileName: name, ...head, lines }) },
      { key: crypto.randomUUID() },
    );
    notify({ text: t('finance.allocated', { costs, diffs }), intent: diffs > 0 ? 'warning' : 'success' });
    // The invoice is recorded whatever happens here; its own screen offers to add the file.
    await client.supplierInvoice.keepFile({ params: { id }, file: reading.token }).catch(notifyFailed);
    await refreshBooks();
    onAnother();
    navigate(invoicePath(id));
  };
  return (
    <div className="fc-supplier-invoice fc-books">
      <div className="fc-supplier-head">
        <h2>{name}</h2>
        <Button onClick={onAnother}>{t('finance.otherInvoice')}</Button>
      </div>
      <InvoiceFacts found={found} />
      <InvoiceWarnings found={found} />
      <InputFields
        schema={headSchema}
        resource="supplierInvoice"
        fields={HEAD}
        input={head}
        onChange={(changed) => {
          change({ ...reading, head: { ...head, ...changed } });
          if (isId(changed.supplierId)) onSupplier(changed.supplierId);
        }}
      />
      {found.lines.map((line, at) => (
        <SupplierLine
          key={line.no}
          line={line}
          currency={currency}
          expected={found.expected}
          input={lines[at] ?? {}}
          audited={audited.find(({ no }) => no === line.no)}
          matched={sumOf(
            found.lines.flatMap((one, of) => (lines[of]?.costId === lines[at]?.costId ? one.netAmount : [])),
            currency,
          )}
          onChange={(input) =>
            change({ ...reading, lines: lines.map((one, of) => (of === at ? input : one)) })
          }
        />
      ))}
      {open.length > 0 && !stops && (
        <Callout compact intent="warning">
          {t('finance.invoiceLinesOpen', { count: open.length, lines: open.slice(0, 10).join(', ') })}
        </Callout>
      )}
      <div className="fc-list-head">
        {mayAudit && (
          <BusyButton
            busy={busy}
            disabled={open.length > 0 || !parsedInput(headSchema, head)}
            onClick={() => void carryOut(audit)}
          >
            {t('finance.auditRun')}
          </BusyButton>
        )}
        <BusyButton
          intent="primary"
          busy={busy}
          disabled={stops || open.length > 0 || !parsedInput(headSchema, head)}
          onClick={() => void carryOut(record)}
        >
          {t('finance.recordInvoice')}
        </BusyButton>
      </div>
    </div>
  );
}
