import path from 'node:path';
import type { Problem } from '@contract/errors';
import type { RecordChanges } from '@contract/files/fileJobRow';
import { fileTemplates } from '@contract/files/templates';
import { Kysely, SqliteDialect } from 'kysely';
import { TabularError } from '../../../tabular/tabularError';
import type { Context } from '../../core/context';
import { Refusal } from '../../core/refusal';
import { openBeside } from '../../store/beside';
import { isBeyondScope } from '../../store/beyond';
import type { Store, Writer } from '../../store/open';
import { openLine } from '../../store/postgres/line';
import { openScoped, type Scope, showWithin, writeWithin } from '../../store/scope';
import { forKysely } from '../../store/sqlite';
import type { Database } from '../../store/tables';
import { DATABASE } from '../../store/wholeness';
import { Aside, NotAside } from './aside';
import { type ConversionContext, contextOn } from './conversion';
import { trial } from './kinds';
import { foundIn, type RowFinding } from './outcome';
import type { Reading } from './reading';

/** A file for a dry run. */
export interface TrialWork
  extends Pick<Context, 'caller' | 'language' | 'now'>,
    Pick<ConversionContext, 'folder' | 'database'> {
  readonly file: Pick<Reading, 'path' | 'fileName' | 'kind' | 'options'>;
}

/** Findings of a dry run, or why the file cannot be checked. */
export type TrialResult =
  | { readonly found: readonly RowFinding[]; readonly records: RecordChanges | null }
  | { readonly refused: Problem }
  | { readonly beyond: true };

/** Checks a file; where only writing shows its effect, writes its rows to a copy of the data they touch. */
export async function tryFile(
  { caller, language, now, file, ...place }: TrialWork,
  { beat, turn }: { readonly beat: () => void } & Pick<ConversionContext, 'turn'>,
): Promise<TrialResult> {
  const { id: staffId, warehouseIds } = caller;
  const scope = warehouseIds.length > 0 ? { staffId, warehouseIds } : undefined;
  const { database, db } = openBeside(place);
  const shown = scope ? openWithin(place, scope) : undefined;
  const rehearsed = async <T>(work: (context: Context) => Promise<T>): Promise<T> => {
    const carryOut = (write: Writer): Promise<T> => {
      const context = contextOn(write, { caller, language, now, folder: place.folder });
      return scope ? writeWithin(write, scope, () => work(context)) : work(context);
    };
    const copy = await Aside.open(database, []);
    try {
      return await copy.run(carryOut);
    } catch (error) {
      if (!(error instanceof NotAside)) throw error;
      // The copy is not enough: work on the data itself; the work rolls back all that it wrote.
      return await turn(() => db.transaction().execute(carryOut));
    } finally {
      copy.close();
    }
  };
  try {
    const { sheets, records } = await trial(
      { read: shown ?? db, all: db, warehouseIds, rehearsed },
      { ...file, now, beat, template: fileTemplates[file.kind] },
    );
    return { found: foundIn(...sheets), records };
  } catch (error) {
    if (error instanceof TabularError || error instanceof Refusal) return { refused: error.problem };
    if (isBeyondScope(error)) return { beyond: true };
    throw error;
  } finally {
    await shown?.destroy();
    await db.destroy();
    if (database.isOpen) database.close();
  }
}

/** Opens the data on a separate connection, limited to the part that the person may see. */
function openWithin(
  { folder, database: address }: Pick<Store, 'folder'> & Pick<ConversionContext, 'database'>,
  scope: Scope,
): Kysely<Database> {
  const connection = address ? openLine(address) : openScoped(path.join(folder, DATABASE), scope);
  if (address) showWithin(connection, scope);
  return new Kysely({ dialect: new SqliteDialect({ database: forKysely(connection) }) });
}
