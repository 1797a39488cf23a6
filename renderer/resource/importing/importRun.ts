import type { ImportCounts, ImportSent, ImportSheet, ReadOptions } from '@contract/desktop/importing';
import { problem } from '@contract/errors';
import type { FileIssue, FileJob, fileChecked, RecordChanges } from '@contract/files/fileJobRow';
import type { FileKind } from '@contract/files/fileKindNames';
import type { FileKindRule } from '@contract/files/fileKinds';
import type { FixKind } from '@contract/importing/fixes';
import { missingColumns } from '@contract/importing/readRow';
import { type ImportTemplate, sheetKey, sheetsOf } from '@contract/importing/template';
import type { ApiName } from '@contract/index';
import type * as z from 'zod';
import { desktop, type Failure, failureOf, listen, takeFile } from '../../api/bridge';
import { queryClient } from '../../api/queries';
import { useDesk } from '../../app/desk';
import { draftOf, keepDraft } from '../../app/drafts';
import { speechOf } from '../../app/language';
import { useTabs } from '../../app/tabs';

export type Step = 'file' | 'columns' | 'check' | 'result';

/** A cell corrected by hand, alone or with all cells of the same content. */
export interface CellCorrection {
  readonly part: number;
  readonly row: number;
  readonly column: string;
  readonly value: string;
  readonly everywhere: boolean;
}

/** A row left out or put back by hand, alone or with all rows that begin alike. */
export interface LeftOut {
  readonly part: number;
  readonly row: number;
  readonly left: boolean;
  readonly alike: boolean;
}

/** Stored correction: of a cell, of all cells with one kind of problem, or of rows that do not belong to the file. */
export type Correction = CellCorrection | LeftOut | FixKind;

/** Definition of an import: the template it is checked by, and the endpoints. */
export interface ImportSpec {
  readonly name: FileKind;
  readonly template: ImportTemplate;
  /** Blob endpoint that returns the template, and its query besides language and format. */
  readonly templateOf: { readonly call: ApiName; readonly query: Readonly<Record<string, unknown>> };
  /** Upload endpoint that converts the file, and its further input. */
  readonly send: {
    readonly call: string;
    readonly input: { readonly query: Readonly<Record<string, unknown>> } & Readonly<Record<string, unknown>>;
    /** All or nothing, valid rows imported and the others returned, or selected here by the user. */
    readonly mode: FileKindRule['mode'];
  };
  /** True if the call supports a dry run: it checks the records that the rows name, and writes nothing. */
  readonly trial?: boolean;
}

export interface ImportState {
  readonly step: Step;
  readonly busy: 'reading' | 'checking' | 'sending' | null;
  /** Rows while reading, bytes while sending; the total is 0 while unknown. */
  readonly progress: { readonly done: number; readonly total: number };
  readonly sheet: ImportSheet | null;
  readonly counts: ImportCounts | null;
  readonly sentBefore: z.output<typeof fileChecked>['sentBefore'];
  /** Changes that a file of records would make to existing ones; null for other files. */
  readonly records: RecordChanges | null;
  /** False once the server has proved unable to check a file before its import. */
  readonly atServer: boolean;
  /** The conversion, in its state when it was started. */
  readonly job: FileJob | null;
  /** Values returned for the file by a server without jobs. */
  readonly facts: ImportSent['facts'];
  readonly failure: Failure | null;
  /** True if the user stopped the upload. */
  readonly cancelled: boolean;
  /** Earlier corrections of this file that were not sent: when, and the number of cells. */
  readonly mended: { readonly at: string; readonly count: number } | null;
}

/** Returns the template of one sheet of an import. */
export const partTemplate = (template: ImportTemplate, key: string): ImportTemplate =>
  sheetsOf(template).find((one) => sheetKey(one) === key) ?? template;

/** Returns the required columns that a sheet lacks. */
export const missingIn = (template: ImportTemplate, key: string, mapping: readonly (string | null)[]) =>
  missingColumns(partTemplate(template, key), mapping);

const NOTHING = { done: 0, total: 0 };
const START: ImportState = {
  step: 'file',
  busy: null,
  progress: NOTHING,
  sheet: null,
  counts: null,
  sentBefore: null,
  records: null,
  atServer: true,
  job: null,
  facts: {},
  failure: null,
  cancelled: false,
  mended: null,
};

/**
 * An import from the selection of a file to its result. The file itself stays in the main process; here are its
 * windows and counts. Belongs to its tab, not to a component: it continues while another screen is in front.
 */
export class ImportRun {
  spec: ImportSpec;
  #state = START;
  #session: string | null = null;
  #key = '';
  #mended: readonly Correction[] = [];
  /** Number of the latest operation: results of earlier ones are ignored. */
  #turn = 0;
  readonly #listeners = new Set<() => void>();
  readonly #silence: () => void;

  constructor(spec: ImportSpec) {
    this.spec = spec;
    this.#silence = listen('progress', ({ id, done, total }) => {
      if (id === this.#session) this.#set({ progress: { done, total } });
    });
  }

  readonly state = (): ImportState => this.#state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Ends the import, whatever it is doing. */
  close(): void {
    this.again();
    this.#silence();
  }

  /** Returns to the selection of a file. */
  readonly again = (): void => {
    this.#turn += 1;
    this.#leave();
    this.#state = START;
    this.#tell();
  };

  readonly choose = (): void => void this.open(() => desktop.files.pick({ import: this.spec.name }));

  readonly drop = (files: readonly File[]): void => {
    const [file, ...more] = files;
    if (!file) return;
    if (more.length > 0) {
      const { language } = useDesk.getState().settings;
      this.#set({ failure: failureOf(new Error(speechOf(language).message(problem('FILE_ONE')))) });
    } else void this.open(() => takeFile(file));
  };

  /** Reads the picked file, and checks it if all its columns are known. */
  readonly open = (pick: () => Promise<{ token: string } | null>): Promise<void> =>
    this.#guarded('reading', async () => {
      const file = await pick();
      if (!file) return {};
      this.#leave();
      this.#session = crypto.randomUUID();
      const sheet = await desktop.importing.open({
        file: file.token,
        import: this.spec.name,
        session: this.#session,
      });
      return this.#arrived(sheet);
    });

  readonly reread = (options: ReadOptions): void =>
    void this.#guarded('reading', async () => {
      const session = this.#session;
      if (!session) return {};
      const before = this.#state.sheet?.parts ?? [];
      const sheet = await desktop.importing.reread({ session, options });
      // Keeps the mapping of columns if the headers are unchanged.
      const parts = sheet.parts.map((part) => {
        const former = before.find(({ key }) => key === part.key);
        const isSame = former?.headers.join('\n') === part.headers.join('\n');
        return former && isSame ? { ...part, mapping: former.mapping } : part;
      });
      const judged = await desktop.importing.judge({
        session,
        mappings: parts.map(({ mapping }) => mapping),
      });
      return { sheet: { ...sheet, parts, ...judged }, step: 'columns' };
    });

  /** Forgets the reading options of the last file with these headers, and detects them afresh. */
  readonly forget = (): void =>
    void this.#guarded('reading', async () => {
      const session = this.#session;
      return session ? { sheet: await desktop.importing.forget({ session }), step: 'columns' } : {};
    });

  readonly toColumns = (): void => this.#set({ step: 'columns', cancelled: false });

  /** Sets the mapping of a sheet's columns. */
  readonly map = (key: string, mapping: readonly (string | null)[]): void => {
    const { sheet } = this.#state;
    if (!sheet) return;
    const parts = sheet.parts.map((part) => (part.key === key ? { ...part, mapping: [...mapping] } : part));
    const chosen = { ...sheet, parts };
    this.#set({ sheet: chosen });
    void this.#guarded('reading', async () => {
      const mappings = parts.map((part) => part.mapping);
      const judged = await desktop.importing.judge({ session: sheet.session, mappings });
      return { sheet: { ...chosen, ...judged } };
    });
  };

  readonly check = (): void => void this.#guarded('checking', () => this.#check(this.#state.sheet));

  /** Stores an edit and the counts after it. The changes to records are computed again. */
  readonly edited = (counts: ImportCounts, mended: Correction): void => {
    this.#mended = [...this.#mended, mended];
    const place = this.#keptAt();
    if (place) keepDraft(place, this.#mended);
    this.#set({ counts, mended: null });
    if (this.#state.records) void this.#guarded('checking', () => this.#dryRun());
  };

  /** Applies the earlier corrections of this file again, or forgets them. */
  readonly mendAgain = (again: boolean): void =>
    void this.#guarded('checking', async () => {
      const place = this.#keptAt();
      const before = place ? (draftOf(place)?.value as readonly Correction[] | undefined) : undefined;
      const session = this.#session;
      if (!place || !before || !session) return { mended: null };
      if (!again) {
        keepDraft(place, undefined);
        return { mended: null };
      }
      let counts = this.#state.counts;
      for (const one of before) {
        const done =
          typeof one === 'string'
            ? await desktop.importing.fix({ session, kind: one })
            : 'left' in one
              ? await desktop.importing.leaveOut({ session, ...one })
              : await desktop.importing.edit({ session, ...one });
        counts = done.counts;
      }
      this.#mended = before;
      await queryClient.invalidateQueries({ queryKey: ['importing', session] });
      return { counts, mended: null, ...(this.#state.records ? await this.#dryRun() : {}) };
    });

  readonly send = (mode: 'all' | 'good'): void =>
    void this.#guarded('sending', async () => {
      const session = this.#session;
      const { send } = this.spec;
      if (!session) return {};
      const { call, input } = send;
      const query = send.mode === 'asked' ? { ...input.query, mode } : input.query;
      const sent = await desktop.importing.submit({
        ...{ session, call, key: this.#key },
        input: { ...input, query },
      });
      const place = this.#keptAt();
      if (place && this.#mended.length > 0) keepDraft(place, undefined);
      return { ...sent, step: 'result' };
    });

  /** Stops the operation under way. Nothing of a stopped upload is kept by the server, which is checked afterwards. */
  readonly stop = (): void => {
    if (!this.#session) return;
    if (this.#state.busy === 'sending') void desktop.importing.cancel({ session: this.#session });
    else this.again();
  };

  /** Returns to the grid, with the problems that the conversion found in the file. */
  readonly toCheck = (issues: readonly FileIssue[]): void =>
    void this.#guarded('checking', async () => {
      if (!this.#session) return {};
      this.#key = crypto.randomUUID();
      const counts = await desktop.importing.mark({ session: this.#session, issues: [...issues] });
      return { counts, job: null, step: 'check' };
    });

  /** Skips a step without questions: columns that all match need no check. */
  async #arrived(sheet: ImportSheet): Promise<Partial<ImportState>> {
    this.#key = crypto.randomUUID();
    this.#mended = [];
    this.#set({ sheet, job: null, cancelled: false });
    const place = this.#keptAt();
    const before = place ? draftOf(place) : undefined;
    const count = ((before?.value as readonly Correction[] | undefined) ?? []).length;
    this.#set({ mended: before && count > 0 ? { at: before.at, count } : null });
    const lacks = sheet.parts.some(
      ({ key, mapping }) => missingIn(this.spec.template, key, mapping).length > 0,
    );
    const open = [sheet.decimal, sheet.dateOrder].includes('open');
    const hasQuestion = sheet.asked !== null || open || sheet.hidden !== null;
    if (lacks || hasQuestion) return { sheet, step: 'columns' };
    return { sheet, ...(await this.#check(sheet)) };
  }

  async #check(sheet: ImportSheet | null): Promise<Partial<ImportState>> {
    const session = this.#session;
    if (!session || !sheet) return {};
    const counts = await desktop.importing.map({
      session,
      mappings: sheet.parts.map(({ mapping }) => mapping),
    });
    if (!this.spec.trial) return { counts, step: 'check' };
    this.#set({ busy: 'checking' });
    return { ...(await this.#dryRun()), step: 'check' };
  }

  /** Dry run: problems with the records that the rows name, and the changes to these. */
  async #dryRun(): Promise<Partial<ImportState>> {
    const session = this.#session;
    const { trial, send } = this.spec;
    if (!session || !trial) return {};
    const input = { ...send.input, query: { ...send.input.query, dryRun: true } };
    const checked = await desktop.importing.check({ session, call: send.call, input });
    await queryClient.invalidateQueries({ queryKey: ['importing', session] });
    return checked;
  }

  async #guarded(busy: ImportState['busy'], work: () => Promise<Partial<ImportState>>): Promise<void> {
    this.#turn += 1;
    const turn = this.#turn;
    this.#set({ busy, failure: null, cancelled: false, progress: NOTHING });
    try {
      const found = await work();
      if (turn === this.#turn) this.#set({ ...found, busy: null });
    } catch (error) {
      // Superseded by a newer operation: ignore its error.
      if (turn !== this.#turn) return;
      const failure = failureOf(error);
      const cancelled = failure.error.code === 'CANCELLED';
      // A stop by the user is no failure to show.
      this.#set({ busy: null, failure: cancelled ? null : failure });
      if (cancelled && busy === 'sending') await this.#afterCancel();
    }
  }

  async #afterCancel(): Promise<void> {
    this.#key = crypto.randomUUID();
    if (this.spec.trial) await this.#guarded('checking', () => this.#check(this.#state.sheet));
    this.#set({ cancelled: this.#state.failure === null });
  }

  /** Draft key of the corrections of the current file, identified by its name and size; null without a file. */
  #keptAt(): string | null {
    const { sheet } = this.#state;
    return sheet && `${this.spec.name}/${sheet.size}/${sheet.fileName}`.slice(0, 180).concat('#mended');
  }

  #leave(): void {
    if (this.#session) void desktop.importing.close({ session: this.#session });
    this.#session = null;
  }

  #set(patch: Partial<ImportState>): void {
    this.#state = { ...this.#state, ...patch };
    this.#tell();
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}

/** Imports of the open tabs, by path and version. */
const runs = new Map<string, ImportRun>();
const keyOf = (path: string, version: number) => `${version} ${path}`;

/** Returns the import of a tab: created when its screen is first drawn, ended with the tab or its reload. */
export function runOf(path: string, spec: ImportSpec): ImportRun {
  const version = useTabs.getState().tabs.find((tab) => tab.path === path)?.version ?? 0;
  const key = keyOf(path, version);
  let run = runs.get(key);
  if (!run) {
    run = new ImportRun(spec);
    runs.set(key, run);
  }
  run.spec = spec;
  return run;
}

useTabs.subscribe(({ tabs }) => {
  const open = new Set(tabs.map(({ path, version }) => keyOf(path, version)));
  for (const [key, run] of runs) {
    if (open.has(key)) continue;
    runs.delete(key);
    run.close();
  }
});
