import { HTMLTable } from '@blueprintjs/core';
import type { AuditedLine, AuditProof } from '@contract/finance/supplierAudit';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useSpeech } from '../../../app/language';
import { ownTime } from '../../../app/zone';
import { StateTag } from '../../../ui/StateTag';
import { billPath } from '../../shared/bill/billPath';

const TONES = { agrees: 'good', differs: 'bad', unknown: 'warning' } as const;

/** Number of a proof, with a link to its record where it has one. */
function ProofNumber({ proof: { no, cmrId, billId } }: { proof: AuditProof }) {
  if (cmrId !== null) return <Link to={`/config/cmr/detail/${cmrId}`}>{no}</Link>;
  return billId === null ? no : <Link to={billPath(billId)}>{no}</Link>;
}

/** The comparison of an invoice line with what happened; a click shows each proof and what is missing. */
export function LineAudit({ line }: { line: AuditedLine }) {
  const { t } = useTranslation();
  const speech = useSpeech();
  const { basis, result, billed, happened, proofs, gaps } = line;
  if (basis === null || result === null) return <span className="fc-muted">{t('finance.auditNone')}</span>;
  const stated = billed === null ? t('finance.auditNoQuantity') : String(billed);
  return (
    <details>
      <summary>
        <StateTag tone={TONES[result]}>{speech.choice('auditResult', result)}</StateTag>{' '}
        {happened === null
          ? t('finance.auditBilledOnly', { billed: stated })
          : t('finance.auditNumbers', { billed: stated, happened })}{' '}
        <span className="fc-muted">{speech.choice('auditBasis', basis)}</span>
      </summary>
      {gaps.length > 0 && (
        <ul>
          {gaps.map(({ gap, no }) => (
            <li key={`${gap} ${no}`}>{[no, speech.choice('auditGap', gap)].filter(Boolean).join(' · ')}</li>
          ))}
        </ul>
      )}
      {proofs.length > 0 && (
        <div className="fc-money-table">
          <HTMLTable compact striped>
            <thead>
              <tr>
                <th>{speech.label('proof', 'custodyMove')}</th>
                <th>{t('finance.auditWhen')}</th>
                <th>{t('finance.auditWho')}</th>
                <th className="fc-amount">{t('finance.auditCounts')}</th>
              </tr>
            </thead>
            <tbody>
              {proofs.map((proof) => (
                <tr key={`${proof.kind} ${proof.no}`}>
                  <td>
                    {speech.choice('auditProof', proof.kind)} <ProofNumber proof={proof} />
                  </td>
                  <td>{proof.at === null ? '' : ownTime(proof.at)}</td>
                  <td>{proof.by}</td>
                  <td className="fc-amount">{proof.quantity}</td>
                </tr>
              ))}
            </tbody>
          </HTMLTable>
        </div>
      )}
    </details>
  );
}
