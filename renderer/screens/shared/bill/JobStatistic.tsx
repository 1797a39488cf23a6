import { HTMLTable } from '@blueprintjs/core';
import { metaOf } from '@contract/fields';
import { type FileStatistic, fileStatisticRow } from '@contract/files/fileJob';
import { useTranslation } from 'react-i18next';
import { read } from '../../../api/queries';
import { useData } from '../../../api/unshownFailures';
import { useSpeech } from '../../../app/language';
import { useServed } from '../../../app/offered';
import { fieldCell } from '../../../kinds';
import { useLookups } from '../../../kinds/lookups';

const MEASURES = ['Lines', 'Parcels', 'Boxes', 'Weight'] as const;
const SYSTEMS = ['deco', 'ags', 'total'] as const;
const FACTS = ['totalValue', 'distinctHs6', 'itemDutyEstimate', 'lockedIoss', 'errorLines'] as const;

/** Contents of a conversion's declaration file, by the system in which its parcels are declared. */
export function JobStatistic({ id }: { id: number }) {
  const { t } = useTranslation();
  const speech = useSpeech();
  const lookups = useLookups([]);
  const data = useData({
    ...read('fileJob', 'statistic', { params: { id } }),
    enabled: useServed('fileJob.statistic'),
  });
  if (!data) return null;
  const cell = (name: keyof FileStatistic) =>
    fieldCell(name, metaOf(fileStatisticRow.shape[name]), { speech, lookups, row: data });
  return (
    <section>
      <h3>{t('files.statistic')}</h3>
      <HTMLTable compact striped aria-label={t('files.statistic')}>
        <thead>
          <tr>
            <th />
            {MEASURES.map((measure) => (
              <th key={measure} className="fc-number">
                {t(`files.of${measure}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {SYSTEMS.map((system) => (
            <tr key={system}>
              <th scope="row">{system === 'total' ? t('files.ofTotal') : system.toUpperCase()}</th>
              {MEASURES.map((measure) => (
                <td key={measure} className="fc-number">
                  {cell(`${system}${measure}`)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </HTMLTable>
      <dl className="fc-facts">
        {FACTS.map((name) => (
          <div key={name}>
            <dt>{speech.label(name)}</dt>
            <dd>{cell(name)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
