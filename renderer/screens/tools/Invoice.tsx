import { Button, FormGroup, HTMLSelect, MenuItem } from '@blueprintjs/core';
import { type InvoiceFile, invoiceFileRow, invoiceParticulars } from '@contract/tools/invoiceFile';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { read } from '../../api/queries';
import { useData } from '../../api/unshownFailures';
import { useKept } from '../../app/drafts';
import { useSaveFile } from '../../app/useSaveFile';
import { today } from '../../app/zone';
import type { ColumnChoice } from '../../resource/columns';
import { type FieldInput, InputFields, parsedInput } from '../shared/InputFields';
import { ToolFiles } from './parts/ToolFiles';
import { ToolWizard, useCorrected } from './parts/ToolWizard';

const FIELDS = [
  'sellerName',
  'iossNo',
  'sellerAddress',
  'vatNo',
  'templateType',
  'incoterm',
  'invoiceDate',
] as const;
const COLUMNS: readonly ColumnChoice<InvoiceFile>[] = [
  { name: 'fileName', width: 260 },
  'status',
  { name: 'sellerName', width: 200 },
  { name: 'iossNo', width: 130 },
  { name: 'lineCount', width: 90 },
  { name: 'invoicesGenerated', width: 150 },
  { name: 'totalValue', width: 120 },
  { name: 'templateType', width: 150 },
  { name: 'zipSize', width: 100 },
  'createdAt',
  { name: 'createdBy', width: 130 },
  { name: 'incoterm', hidden: true },
  { name: 'invoiceDate', hidden: true },
  { name: 'errorRows', hidden: true },
  { name: 'finishedAt', hidden: true },
];
const FILTERS = ['sellerName', 'iossNo', 'templateType', 'status', 'createdAt', 'createdBy'] as const;
const SORTS = ['createdAt', 'fileName', 'sellerName', 'invoicesGenerated'] as const;

const FRESH: FieldInput = {
  sellerName: null,
  iossNo: null,
  sellerAddress: null,
  vatNo: null,
  templateType: 'commercial',
  incoterm: 'DDP',
};

/** Saves the zip of a conversion. */
function useZip() {
  const { t } = useTranslation();
  const saveFile = useSaveFile('showInFolder');
  return (id: number, fileName: string) =>
    saveFile({
      call: 'invoiceFile.zip',
      input: { params: { id } },
      name: `${fileName.replace(/\.[^.]*$/, '')} ${t('tools.invoices')}.zip`,
    });
}

/** Creates invoices from a declaration file: one per parcel, in one zip. */
export default function InvoiceTool() {
  const { t } = useTranslation();
  const [kept, setKept] = useKept<FieldInput>('input', FRESH);
  // The date always starts as today, whatever was stored.
  const [day, setDay] = useState<unknown>(today);
  const input = { ...kept, invoiceDate: day };
  const change = ({ invoiceDate = day, ...changed }: FieldInput) => {
    setDay(invoiceDate);
    setKept((before) => ({ ...before, ...changed }));
  };
  const zip = useZip();
  const jobId = useCorrected();
  const corrected = useData({
    ...read('invoiceFile', 'get', { params: { id: jobId ?? 1 } }),
    enabled: jobId !== null,
  });
  useEffect(() => {
    // Returned rows belong to the same invoices, so reuse their values.
    if (!corrected) return;
    const { invoiceDate, ...others } = Object.fromEntries(FIELDS.map((name) => [name, corrected[name]]));
    setDay(invoiceDate);
    setKept(others);
  }, [corrected, setKept]);
  return (
    <ToolWizard
      kind="invoice"
      call="invoiceFile.upload"
      title={t('tools.invoices')}
      intro={t('tools.invoiceIntro')}
      input={parsedInput(invoiceParticulars, input)}
      fields={
        <>
          <Seller input={input} onChange={change} />
          <InputFields
            schema={invoiceParticulars}
            fields={FIELDS}
            input={input}
            onChange={change}
            hints={{ sellerName: t('tools.hintSeller'), vatNo: t('tools.hintVat') }}
          />
        </>
      }
      start={(count) => t('tools.makeInvoices', { count })}
      buttons={(id) => <SaveZip id={id} />}
      beneath={
        <ToolFiles<InvoiceFile>
          kind="invoice"
          group="invoiceFile"
          row={invoiceFileRow}
          columns={COLUMNS}
          filters={FILTERS}
          sorts={SORTS}
          empty={{ title: t('tools.invoiceEmpty'), detail: t('tools.invoiceEmptyDetail') }}
          menu={(row) => (
            <MenuItem
              text={t('tools.saveInvoices')}
              disabled={row.zipSize === null}
              onClick={() => void zip(row.id, row.fileName)}
            />
          )}
          buttons={(row) => <SaveZip id={row.id} />}
        />
      }
    />
  );
}

/** Button that saves the zip of a conversion, once there is one. */
function SaveZip({ id }: { id: number }) {
  const { t } = useTranslation();
  const zip = useZip();
  const data = useData(read('invoiceFile', 'get', { params: { id } }));
  if (!data || data.zipSize === null) return null;
  return (
    <Button intent="primary" onClick={() => void zip(id, data.fileName)}>
      {t('tools.saveInvoicesOf', { count: data.invoicesGenerated })}
    </Button>
  );
}

/** Select for sellers with a usable registered number; fills in the registered data. */
function Seller({ input, onChange }: { input: FieldInput; onChange: (changed: FieldInput) => void }) {
  const { t } = useTranslation();
  const [id] = useState('invoice-seller');
  const data = useData(read('ioss', 'all')) ?? [];
  const free = data.filter(({ locked }) => !locked);
  if (free.length === 0) return null;
  const chosen = free.find(({ iossNo }) => iossNo === input.iossNo);
  return (
    <FormGroup label={t('tools.registered')} labelFor={id}>
      <HTMLSelect
        id={id}
        value={chosen?.id ?? ''}
        onChange={({ currentTarget }) => {
          const found = free.find(({ id: key }) => String(key) === currentTarget.value);
          if (!found) return;
          const { iossNo, sellerName, sellerAddress } = found;
          onChange({ iossNo, sellerName, sellerAddress });
        }}
      >
        <option value="">{t('tools.registeredNone')}</option>
        {free.map((one) => (
          <option key={one.id} value={one.id}>
            {`${one.sellerName} · ${one.iossNo}`}
          </option>
        ))}
      </HTMLSelect>
    </FormGroup>
  );
}
