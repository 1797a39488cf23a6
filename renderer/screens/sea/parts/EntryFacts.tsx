import './entry.css';
import { Callout } from '@blueprintjs/core';
import { entryMissing } from '@contract/rules/entryMissing';
import { entryStates, type SeaEntry, seaEntry } from '@contract/sea/seaEntry';
import type { ParseKeys } from 'i18next';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { FieldGroups } from '../../../resource/DetailScreen';
import { toneOf } from '../../../ui/StateTag';
import { billPath } from '../../shared/bill/billPath';
import { useRates } from './entryForm';
import { MissingPanel } from './MissingPanel';
import { OpenAnswer } from './OpenAnswer';

type Groups = readonly (readonly [ParseKeys<'screens'>, readonly string[]])[];

/** Fields of an entry in titled groups. */
export function EntryGroups({ entry, groups }: { entry: SeaEntry; groups: Groups }) {
  const { t } = useTranslation();
  return (
    <FieldGroups
      schema={seaEntry.row}
      resource="seaEntry"
      row={entry}
      groups={groups.map(([title, fields]) => ({ title: t(title) as string, fields: fields as never }))}
    />
  );
}

/** Overview of an entry: what customs or the approver objects to, what it lacks while open, and its fields. */
export function EntryFacts({ entry, open }: { entry: SeaEntry; open: boolean }) {
  const { t } = useTranslation();
  const rates = useRates();
  const missing = open && rates ? entryMissing(entry, rates) : [];
  return (
    <>
      {entry.reason && open && (
        <Callout compact intent="warning" className="fc-banner">
          {entry.reason}
        </Callout>
      )}
      <OpenAnswer text={entry.openAnswer} />
      {entry.lastAnswer && entry.openAnswer === null && toneOf(entryStates, entry.state) !== 'good' && (
        <Callout
          compact
          intent={toneOf(entryStates, entry.state) === 'bad' ? 'danger' : 'warning'}
          className="fc-banner"
        >
          {entry.lastAnswer}
        </Callout>
      )}
      {open && missing.length > 0 && (
        <MissingPanel row={seaEntry.row} resource="seaEntry" missing={missing} />
      )}
      <p className="fc-entry-links">
        {entry.seaBillId !== null && (
          <Link to={`/sea/bill/detail/${entry.seaBillId}`}>{t('sea.toSeaBill', { no: entry.masterNo })}</Link>
        )}
        {entry.billId !== null && <Link to={billPath(entry.billId)}>{t('sea.toBill')}</Link>}
      </p>
      <EntryGroups
        entry={entry}
        groups={[
          [
            'sea.groupEntry',
            [
              ...['entryType', 'mode', 'netchbAccountId', 'filerCode', 'entryDate', 'entryDueOn'],
              ...['summaryDueOn', 'description', 'customerId', 'statementNo'],
            ],
          ],
          ['sea.groupImporter', ['importerTaxId', 'importer', 'consigneeTaxId', 'consignee']],
          [
            'sea.groupTransport',
            [
              ...['carrierCode', 'vesselName', 'voyageNo', 'exportCountry', 'foreignPort'],
              ...['exportDate', 'importDate', 'entryPort', 'unladingPort', 'processingPort'],
              ...['examPort', 'firmsCode'],
            ],
          ],
          ['common.bond', ['bondType', 'suretyCode', 'bondAmount']],
          [
            'sea.groupSteps',
            [
              ...['submittedAt', 'submittedBy', 'approvedAt', 'approvedBy', 'transmittedAt'],
              ...['acceptedAt', 'releasedAt', 'summaryFiledAt', 'paidAt', 'liquidatedAt'],
            ],
          ],
          ['config.groupOther', ['remark', 'createdAt', 'createdBy', 'updatedAt', 'updatedBy']],
        ]}
      />
    </>
  );
}
