import { Button, MenuItem } from '@blueprintjs/core';
import { code } from '@contract/fields';
import { billNo } from '@contract/rules/codes';
import { type AwbFile, awbFileRow, awbOutputsOf } from '@contract/tools/awbFile';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import * as z from 'zod';
import { read } from '../../api/queries';
import { useData } from '../../api/unshownFailures';
import { useKept } from '../../app/drafts';
import { useSpeech } from '../../app/language';
import { useSaveFile } from '../../app/useSaveFile';
import type { ColumnChoice } from '../../resource/columns';
import { billPath } from '../shared/bill/billPath';
import { type FieldInput, InputFields, parsedInput } from '../shared/InputFields';
import { ToolFiles } from './parts/ToolFiles';
import { ToolWizard, useCorrected } from './parts/ToolWizard';

const inputSchema = z.object({ billNo: code(billNo).nullable() });
const COLUMNS: readonly ColumnChoice<AwbFile>[] = [
  { name: 'fileName', width: 240 },
  {
    name: 'billNo',
    width: 130,
    cell: (row) =>
      row.billNo && row.billId ? <Link to={billPath(row.billId)}>{row.billNo}</Link> : row.billNo,
  },
  'status',
  { name: 'decoLines', width: 100 },
  { name: 'agsLines', width: 90 },
  { name: 'totalParcels', width: 90 },
  { name: 'totalBoxes', width: 80 },
  { name: 'totalWeight', width: 110 },
  { name: 'totalValue', width: 130 },
  { name: 'distinctHs6', width: 120 },
  { name: 'itemDutyEstimate', width: 140 },
  'createdAt',
  { name: 'createdBy', width: 130 },
  { name: 'decoParcels', hidden: true },
  { name: 'agsParcels', hidden: true },
  { name: 'decoBoxes', hidden: true },
  { name: 'agsBoxes', hidden: true },
  { name: 'decoWeight', hidden: true },
  { name: 'agsWeight', hidden: true },
  { name: 'errorRows', hidden: true },
];
const FILTERS = ['billNo', 'status', 'createdAt', 'createdBy'] as const;
const SORTS = ['createdAt', 'fileName', 'billNo', 'totalParcels'] as const;
const NOTHING: FieldInput = { billNo: null };

/** Converts a waybill's declaration file to the files that each recipient needs. */
export default function AwbFileTool() {
  const { t } = useTranslation();
  const [values, setValues] = useKept<FieldInput>('input', NOTHING);
  const jobId = useCorrected();
  const corrected = useData({
    ...read('awbFile', 'get', { params: { id: jobId ?? 1 } }),
    enabled: jobId !== null,
  });
  useEffect(() => {
    if (corrected) setValues({ billNo: corrected.billNo });
  }, [corrected, setValues]);
  const given = parsedInput(inputSchema, values);
  return (
    <ToolWizard
      kind="awb_file"
      call="awbFile.upload"
      title={t('tools.awbTitle')}
      intro={t('tools.awbIntro')}
      input={given && (given.billNo === null ? {} : given)}
      fields={
        <InputFields
          schema={inputSchema}
          fields={['billNo']}
          input={values}
          onChange={setValues}
          hints={{ billNo: t('tools.hintBillNo') }}
        />
      }
      start={(count) => t('tools.split', { count })}
      buttons={(id) => <Outputs id={id} />}
      beneath={
        <ToolFiles<AwbFile>
          kind="awb_file"
          group="awbFile"
          row={awbFileRow}
          columns={COLUMNS}
          filters={FILTERS}
          sorts={SORTS}
          empty={{ title: t('tools.awbEmpty'), detail: t('tools.awbEmptyDetail') }}
          menu={(row) => <OutputItems row={row} />}
          buttons={(row) => <Outputs id={row.id} />}
        />
      }
    />
  );
}

function useOutputs() {
  const saveFile = useSaveFile('open');
  const showFile = useSaveFile('showInFolder');
  return {
    one: ({ id }: Pick<AwbFile, 'id'>, { name, fileName }: ReturnType<typeof awbOutputsOf>[number]) =>
      saveFile({ call: 'awbFile.output', input: { params: { id }, query: { name } }, name: fileName }),
    all: ({ id, fileName }: Pick<AwbFile, 'id' | 'fileName'>) =>
      showFile({
        call: 'awbFile.zip',
        input: { params: { id } },
        name: `${fileName.replace(/\.[^.]*$/, '')}.zip`,
      }),
  };
}

function OutputItems({ row }: { row: AwbFile }) {
  const { t } = useTranslation();
  const speech = useSpeech();
  const save = useOutputs();
  const outputs = awbOutputsOf(row);
  return (
    <>
      <MenuItem
        text={t('tools.saveAll')}
        disabled={outputs.length === 0}
        onClick={() => void save.all(row)}
      />
      {outputs.map((output) => (
        <MenuItem
          key={output.name}
          text={speech.choice('awbOutput', output.name)}
          label={String(output.rows)}
          onClick={() => void save.one(row, output)}
        />
      ))}
    </>
  );
}

/** Created files, each with its number of rows, and all of them in one. */
function Outputs({ id }: { id: number }) {
  const { t } = useTranslation();
  const speech = useSpeech();
  const save = useOutputs();
  const data = useData(read('awbFile', 'get', { params: { id } }));
  if (!data) return null;
  const outputs = awbOutputsOf(data);
  if (outputs.length === 0) return null;
  return (
    <>
      <Button intent="primary" onClick={() => void save.all(data)}>
        {t('tools.saveAll')}
      </Button>
      {outputs.map((output) => (
        <Button key={output.name} onClick={() => void save.one(data, output)}>
          {`${speech.choice('awbOutput', output.name)} (${output.rows})`}
        </Button>
      ))}
    </>
  );
}
