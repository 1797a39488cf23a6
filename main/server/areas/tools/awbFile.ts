import { createReadStream } from 'node:fs';
import { billNo as billRule } from '@contract/rules/codes';
import { awbFileRow, awbOutputsOf } from '@contract/tools/awbFile';
import type { GroupHandlers } from '../../core/context';
import { refuse } from '../../core/refusal';
import { placeOf } from '../../store/storedFiles';
import { take } from '../fileJobs/takeFile';
import { downloadOutput, outputsOf } from './outputs';
import { toolFiles } from './toolFiles';

const { load, calls } = toolFiles('awbFile', {
  table: 'awbFileOfJob',
  row: awbFileRow,
  filters: ['fileName', 'billNo', 'status', 'createdAt', 'createdBy'],
  keyword: ['fileName', 'billNo'],
  order: '-createdAt',
});

/** Finds a waybill number in a file name; undefined without one, or without a valid check digit. */
export function billNoIn(fileName: string): string | undefined {
  for (const [found] of fileName.matchAll(/(?<!\d)\d{3}[- ]?\d{4} ?\d{4}(?!\d)/g)) {
    const number = billRule.normalise(found);
    if (!billRule.check(number)) return number;
  }
  return undefined;
}

/** The tool for declaration files of a waybill. */
export const awbFileHandlers: GroupHandlers<'awbFile'> = {
  ...calls,

  upload: (context, { query, file }) => {
    const { billNo = billNoIn(query.fileName ?? file.name), ...reading } = query;
    return take(context, { kind: 'awb_file', ...reading, billNo }, file, null);
  },

  output: async (context, { params, query }) => {
    await load(context.read, params.id);
    return downloadOutput(context, params.id, query.name);
  },

  zip: async (context, { params }) => {
    const row = await load(context.read, params.id);
    const made = await outputsOf(context.read, params.id);
    if (made.length === 0) throw refuse('FILE_NOT_MADE');
    const inOrder = awbOutputsOf(row).flatMap(({ name }) => made.filter(({ output }) => output === name));
    const { zipOf } = await import('../documents/zip');
    const { files } = context.store;
    async function* stored() {
      for (const { fileId, fileName: name } of inOrder)
        yield { name, stream: createReadStream(placeOf(files, fileId)) };
    }
    const name = `${row.fileName.replace(/\.[^.]*$/, '')}.zip`;
    return { name, mime: 'application/zip', stream: zipOf(stored()) };
  },
};
