import { Button } from '@blueprintjs/core';
import { isId } from '@contract/lenient';
import { additionalOf, entryDuty, excludedOf, ratesOn } from '@contract/rules/entryDuty';
import { entryMissing } from '@contract/rules/entryMissing';
import { midOf } from '@contract/rules/usManufacturer';
import { type EntryLine, type SeaEntry, seaEntry } from '@contract/sea/seaEntry';
import type { UsRate } from '@contract/sea/usRate';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { client } from '../../../api/client';
import { read } from '../../../api/queries';
import { useData } from '../../../api/unshownFailures';
import { useSpeech } from '../../../app/language';
import type { FormInside } from '../../../resource/RecordForm';
import { Facts } from '../../../ui/Facts';
import { notifyFailed } from '../../../ui/toaster';
import { MissingPanel } from './MissingPanel';

/** Groups of the entry form, in the order of form 7501. */
export const ENTRY_GROUPS = [
  {
    title: 'sea.groupEntry',
    fields: ['seaBillId', 'entryType', 'mode', 'netchbAccountId', 'entryNo', 'entryDate', 'description'],
  },
  { title: 'sea.groupImporter', fields: ['importerTaxId', 'importer', 'consigneeTaxId', 'consignee'] },
  {
    title: 'sea.groupTransport',
    fields: [
      ...(['carrierCode', 'vesselName', 'voyageNo', 'exportCountry', 'foreignPort', 'exportDate'] as const),
      ...(['importDate', 'entryPort', 'unladingPort', 'processingPort', 'examPort', 'firmsCode'] as const),
    ],
  },
  { title: 'sea.groupManifestBills', fields: ['bills', 'containerNos', 'grossWeight'] },
  { title: 'common.bond', fields: ['bondType', 'suretyCode', 'bondAmount'] },
  { title: 'sea.groupLines', fields: ['lines', 'invoices', 'charges'] },
  { title: 'config.groupOther', fields: ['remark'] },
] as const;

/** Returns the rates for estimating duty; undefined until loaded, since every sum would be wrong without them. */
export const useRates = () =>
  useData(read('usRate', 'list', { query: { pageSize: 500, active: true } }))?.list;

/** Adds the manufacturer code (MID) to a line, if name and place are known and it has none. */
function withMid(line: EntryLine): EntryLine {
  if (line.manufacturerId !== null) return line;
  const made = midOf({
    name: line.manufacturerName ?? '',
    address: line.manufacturerAddress ?? '',
    city: line.manufacturerCity ?? '',
    country: line.originCountry ?? '',
  });
  return made === null ? line : { ...line, manufacturerId: made };
}

/** Adds the applicable headings of chapter 99 to a line, and removes those an exclusion replaces. */
const withAdditional =
  (rates: readonly UsRate[]) =>
  (line: EntryLine): EntryLine => {
    const excluded = excludedOf(rates, line);
    const kept = line.additionalHts.filter((code) => !excluded.has(code));
    const due = additionalOf(rates, line).filter((code) => !kept.includes(code));
    return due.length === 0 && kept.length === line.additionalHts.length
      ? line
      : { ...line, additionalHts: [...kept, ...due] };
  };

/** Content beneath the form: the estimated duty and fees, and links to the inputs of missing data. */
export function EntryAside({ form, fresh }: { form: FormInside; fresh: boolean }) {
  const { t } = useTranslation();
  const speech = useSpeech();
  const rates = useRates();
  const { values, set } = form;
  const entry = values as unknown as SeaEntry;
  const { seaBillId } = entry;
  const taken = useRef(seaBillId);
  // Selecting a bill prefills a new entry from the bill and its ISF.
  useEffect(() => {
    if (!fresh || taken.current === seaBillId || !isId(seaBillId)) return;
    taken.current = seaBillId;
    client.seaEntry
      .prefill({ query: { seaBillId } })
      .then((known) => {
        for (const name of seaEntry.draft) if (name in known) set(name, known[name] ?? null);
      })
      .catch(notifyFailed);
  }, [fresh, seaBillId, set]);
  const lines = entry.lines ?? [];
  if (!rates) return null;
  const day = entry.entryDate ?? '';
  const fills = [
    { text: 'sea.fillMids', lines: lines.map(withMid) },
    { text: 'sea.fillAdditional', lines: lines.map(withAdditional(day ? ratesOn(rates, day) : [])) },
  ] as const;

  const duty = entryDuty(entry, rates);
  const label = (name: string) => speech.label(name, 'seaEntry');
  return (
    <>
      <section className="fc-entry-duty" aria-label={t('sea.duty')}>
        <Facts
          of={(['totalValue', 'dutyTotal', 'mpf', 'hmf', 'otherFees', 'grandTotal'] as const).map((name) => [
            label(name),
            `${duty[name]} USD`,
          ])}
        />
        {fills.map(({ text, lines: filled }) => {
          const count = filled.filter((line, at) => line !== lines[at]).length;
          return (
            count > 0 && (
              <Button key={text} size="small" onClick={() => set('lines', filled)}>
                {t(text, { count })}
              </Button>
            )
          );
        })}
      </section>
      <MissingPanel
        row={seaEntry.row}
        resource="seaEntry"
        missing={entryMissing(entry, rates)}
        idOf={form.idOf}
      />
    </>
  );
}
