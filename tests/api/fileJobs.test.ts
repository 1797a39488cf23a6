import { expect, test } from 'vitest';
import { converted, declarationCsv, lineCells } from '../support/apiFileJob';
import { makeBill } from '../support/apiRecords';
import { testApi } from '../support/server';

const api = testApi();

test('a good file becomes boxes, parcels, lines and batches', async () => {
  const bill = await makeBill(api);
  const a = lineCells();
  const job = await converted(
    api,
    'declaration',
    bill.id,
    declarationCsv([
      a,
      lineCells({ trackingNo: a.trackingNo ?? '', quantity: '1' }),
      lineCells({ boxNo: 'BOX-2', unitPrice: '100', hsCode: '640411' }),
    ]),
  );
  expect(job).toMatchObject({ status: 'success' });
});
