import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { looked } from '../support/apiFileJob';
import { testApi } from '../support/server';

const api = testApi();

test('a file that is only tried is read before the turn to write: nobody waits for that', async () => {
  const other = new DatabaseSync(path.join(api.folder, 'freight.db'));
  other.exec('begin immediate');
  try {
    // Whoever wanted to write now would be told that the database is busy.
    await expect(looked(api, 'flight', { name: 'flights.csv', bytes: 'a,b\r\n1,2\r\n' })).rejects.toThrow(
      'HEADER_MISSING',
    );
  } finally {
    other.exec('rollback');
    other.close();
  }
});
