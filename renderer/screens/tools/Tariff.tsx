import { Button, HTMLTable, MenuItem } from '@blueprintjs/core';
import { permit } from '@contract/permissions';
import { type TariffReading, tariffPart, tariffReadingRow } from '@contract/tools/tariffReading';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { client } from '../../api/client';
import { invalidate, queryClient, read } from '../../api/queries';
import { useData } from '../../api/unshownFailures';
import { useKept } from '../../app/drafts';
import { useAllowed } from '../../app/guard';
import { useSpeech } from '../../app/language';
import type { ColumnChoice } from '../../resource/columns';
import { AppDialog } from '../../ui/AppDialog';
import { notifyFailed } from '../../ui/toaster';
import { type FieldInput, InputFields, parsedInput } from '../shared/InputFields';
import { ToolFiles } from './parts/ToolFiles';
import { ToolWizard, useCorrected } from './parts/ToolWizard';

const FIELDS = ['region', 'codes'] as const;
const START: FieldInput = { region: 'EU', codes: [] };
const COLUMNS: readonly ColumnChoice<TariffReading>[] = [
  { name: 'fileName', width: 260 },
  { name: 'region', width: 130 },
  { name: 'codes', width: 160 },
  'status',
  { name: 'fetched', width: 100 },
  { name: 'added', width: 90 },
  { name: 'changed', width: 100 },
  { name: 'errorRows', width: 110 },
  { name: 'startedAt', width: 140 },
  { name: 'finishedAt', width: 140 },
  { name: 'createdBy', width: 130 },
  { name: 'createdAt', hidden: true },
  { name: 'undoneAt', hidden: true },
];
const FILTERS = ['region', 'status', 'createdAt', 'createdBy'] as const;
const SORTS = ['createdAt', 'fileName', 'changed', 'finishedAt'] as const;

/** Reads codes from tariff files, and lists the changes of each reading. */
export default function Tariff() {
  const { t } = useTranslation();
  const [input, setInput] = useKept<FieldInput>('input', START);
  const [again, setAgain] = useState<TariffReading | null>(null);
  const jobId = useCorrected();
  const corrected = useData({
    ...read('tariffReading', 'get', { params: { id: jobId ?? 1 } }),
    enabled: jobId !== null,
  });
  useEffect(() => {
    if (corrected) setInput({ region: corrected.region, codes: corrected.codes });
  }, [corrected, setInput]);
  const mayRead = useAllowed(permit('tools.tariff.edit'));
  const given = parsedInput(tariffPart, input);
  return (
    <>
      <ToolWizard
        kind="tariff"
        call="tariffReading.upload"
        title={t('tools.tariffTitle')}
        intro={t('tools.tariffIntro')}
        input={given && ((given.codes as string[]).length > 0 ? given : { region: given.region })}
        fields={
          <InputFields
            schema={tariffPart}
            fields={FIELDS}
            input={input}
            onChange={(changed) => setInput((before) => ({ ...before, ...changed }))}
            hints={{ codes: t('tools.hintCodes') }}
          />
        }
        start={(count) => t('tools.readTariff', { count })}
        buttons={() => null}
        view={(id) => <Changes id={id} />}
        beneath={
          <ToolFiles<TariffReading>
            kind="tariff"
            group="tariffReading"
            row={tariffReadingRow}
            columns={COLUMNS}
            filters={FILTERS}
            sorts={SORTS}
            empty={{ title: t('tools.tariffEmpty'), detail: t('tools.tariffEmptyDetail') }}
            actions={['restart', 'cancel', 'undo', 'delete']}
            menu={(row) => mayRead && <MenuItem text={t('tools.readAgain')} onClick={() => setAgain(row)} />}
            buttons={(row) =>
              mayRead && <Button onClick={() => setAgain(row)}>{t('tools.readAgain')}</Button>
            }
            view={(row) => <Changes id={row.id} />}
          />
        }
      />
      {again && <ReadAgainDialog reading={again} onClose={() => setAgain(null)} />}
    </>
  );
}

/** Dialog that selects another part of a stored file to read. */
function ReadAgainDialog({ reading, onClose }: { reading: TariffReading; onClose: () => void }) {
  const { t } = useTranslation();
  const [input, setInput] = useState<FieldInput>({ region: reading.region, codes: [] });
  const given = parsedInput(tariffPart, input);
  const readAgain = async () => {
    if (!given) return;
    try {
      await client.tariffReading.again({ params: { id: reading.id }, body: given as never });
      await invalidate(queryClient, 'fileJob');
      onClose();
    } catch (error) {
      notifyFailed(error);
    }
  };
  return (
    <AppDialog
      title={t('tools.readAgainOf', { name: reading.fileName })}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button intent="primary" disabled={!given} onClick={() => void readAgain()}>
            {t('tools.readAgain')}
          </Button>
        </>
      }
    >
      <InputFields
        schema={tariffPart}
        fields={FIELDS}
        input={input}
        onChange={(changed) => setInput((before) => ({ ...before, ...changed }))}
        hints={{ codes: t('tools.hintCodes') }}
      />
    </AppDialog>
  );
}

/** Changed codes with their values before and after; new ones with their names. */
function Changes({ id }: { id: number }) {
  const { t } = useTranslation();
  const speech = useSpeech();
  const [pageSize, setPageSize] = useState(50);
  const data = useData({
    ...read('tariffReading', 'changes', { params: { id }, query: { pageSize } }),
  });
  if (!data || data.total === 0) return null;
  return (
    <section>
      <h3>
        {t('tools.codesChanged')}{' '}
        <span className="fc-muted">
          {t('files.issuesShown', { shown: data.list.length, total: data.total })}
        </span>
      </h3>
      <HTMLTable compact striped aria-label={t('tools.codesChanged')}>
        <thead>
          <tr>
            <th>{speech.label('code', 'hsCode')}</th>
            <th>{speech.label('field')}</th>
            <th>{t('files.before')}</th>
            <th>{t('files.after')}</th>
          </tr>
        </thead>
        <tbody>
          {data.list.flatMap((change) =>
            change.added
              ? [
                  <tr key={change.row}>
                    <th scope="row">
                      <Link to={`/hscode/detail/${change.code}`}>{change.code}</Link>
                    </th>
                    <td className="fc-muted">{t('files.added')}</td>
                    <td />
                    <td>{speech.name(change)}</td>
                  </tr>,
                ]
              : change.fields.map(({ field, before, after }) => (
                  <tr key={`${change.row} ${field}`}>
                    <th scope="row">
                      <Link to={`/hscode/detail/${change.code}`}>{change.code}</Link>
                    </th>
                    <td>{speech.label(field, 'hsCode')}</td>
                    <td className="fc-tariff-old">{before}</td>
                    <td>{after}</td>
                  </tr>
                )),
          )}
        </tbody>
      </HTMLTable>
      {data.list.length < data.total && pageSize < 500 && (
        <Button variant="minimal" onClick={() => setPageSize(500)}>
          {t('files.issuesMore')}
        </Button>
      )}
    </section>
  );
}
