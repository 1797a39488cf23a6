import { HTMLTable } from '@blueprintjs/core';
import { type Bill, billMachine } from '@contract/bill/bill';
import { metaOf } from '@contract/fields';
import { type FileStatistic, fileStatisticRow } from '@contract/files/fileJob';
import { fileJobStates } from '@contract/files/fileJobRow';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { read } from '../../../api/queries';
import { useData } from '../../../api/unshownFailures';
import { useSpeech } from '../../../app/language';
import { ownTime } from '../../../app/zone';
import { fieldCell } from '../../../kinds';
import { useLookups } from '../../../kinds/lookups';
import { StateTag, toneOf } from '../../../ui/StateTag';
import { UploadMenu } from '../../shared/bill/UploadMenu';
import { FileTable, useFileList } from './FileTable';

/** Files converted for one bill, and the contents of its declarations. */
export function FilesPanel({ bill }: { bill: Bill }) {
  const [opened, setOpened] = useState<number | null>(null);
  const open = billMachine.always.every(({ guard }) => !guard(bill));
  const list = useFileList(bill.id);
  return (
    <div className="fc-files-panel">
      <Statistics billId={bill.id} />
      {open && (
        <div className="fc-buttons">
          <UploadMenu billId={bill.id} />
        </div>
      )}
      <FileTable of={list} ofOne opened={opened} onOpen={setOpened} />
    </div>
  );
}

const MEASURES = ['Lines', 'Parcels', 'Boxes', 'Weight'] as const;
const SYSTEMS = [
  ['deco', 'DECO'],
  ['ags', 'AGS'],
] as const;

/** Statistics by the system in which the parcels of each file are declared. */
function Statistics({ billId }: { billId: number }) {
  const { t } = useTranslation();
  const speech = useSpeech();
  const lookups = useLookups([]);
  const data = useData(read('fileJob', 'statistics', { params: { id: billId } }));
  if (!data) return null;
  const cell = (row: FileStatistic, name: keyof FileStatistic) =>
    fieldCell(name, metaOf(fileStatisticRow.shape[name]), { speech, lookups, row });
  return (
    <section className="fc-file-statistics">
      <h2>{t('files.statistics')}</h2>
      {data.length === 0 ? (
        <p className="fc-muted">{t('files.statisticsNone')}</p>
      ) : (
        <HTMLTable compact striped>
          <thead>
            <tr>
              <th>{speech.label('fileName')}</th>
              {SYSTEMS.flatMap(([key]) =>
                MEASURES.map((measure) => (
                  <th key={`${key}${measure}`}>{speech.label(`${key}${measure}`)}</th>
                )),
              )}
              {(
                [
                  'totalParcels',
                  'totalBoxes',
                  'totalWeight',
                  'totalValue',
                  'distinctHs6',
                  'itemDutyEstimate',
                  'lockedIoss',
                  'errorLines',
                ] as const
              ).map((name) => (
                <th key={name}>{speech.label(name)}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {data.map((row) => (
              <tr key={row.jobId}>
                <th scope="row">
                  {row.fileName}{' '}
                  <StateTag tone={toneOf(fileJobStates, row.status)}>
                    {speech.state('fileJob', row.status)}
                  </StateTag>{' '}
                  <span className="fc-muted">{ownTime(row.createdAt)}</span>
                </th>
                {SYSTEMS.flatMap(([key]) =>
                  MEASURES.map((measure) => (
                    <td key={`${key}${measure}`}>{cell(row, `${key}${measure}`)}</td>
                  )),
                )}
                {(
                  [
                    'totalParcels',
                    'totalBoxes',
                    'totalWeight',
                    'totalValue',
                    'distinctHs6',
                    'itemDutyEstimate',
                    'lockedIoss',
                    'errorLines',
                  ] as const
                ).map((name) => (
                  <td key={name}>{cell(row, name)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </HTMLTable>
      )}
    </section>
  );
}
