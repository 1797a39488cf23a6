import type { ImportAnswer } from '@contract/bill/billImport';
import type { ImportCounts, ImportName, ImportSheet, ReadOptions } from '@contract/desktop';
import { problem } from '@contract/errors';
import type { ImportTemplate } from '@contract/importing/template';
import { useCallback, useEffect, useRef, useState } from 'react';
import { desktop, type Failure, failureOf, listen, takeFile } from '../../api/bridge';
import { useSpeech } from '../../app/language';

export type Step = 'file' | 'columns' | 'check' | 'result';

export interface ImportState {
  readonly step: Step;
  readonly busy: 'reading' | 'checking' | 'sending' | null;
  readonly progress: number;
  readonly sheet: ImportSheet | null;
  readonly counts: ImportCounts | null;
  readonly sentBefore: ImportAnswer['sentBefore'];
  readonly answer: ImportAnswer | null;
  readonly failure: Failure | null;
}

const START: ImportState = {
  step: 'file',
  busy: null,
  progress: 0,
  sheet: null,
  counts: null,
  sentBefore: null,
  answer: null,
  failure: null,
};

/** An import from the choice of a file to its result. The file itself stays with main; here are its windows and counts. */
export function useImport(name: ImportName, template: ImportTemplate, call: string) {
  const speech = useSpeech();
  const [state, setState] = useState(START);
  const session = useRef<string | null>(null);
  const key = useRef('');
  const set = useCallback(
    (patch: Partial<ImportState>) => setState((before) => ({ ...before, ...patch })),
    [],
  );

  useEffect(
    () => listen('progress', ({ id, done }) => id === session.current && set({ progress: done })),
    [set],
  );
  useEffect(
    () => () => {
      if (session.current) void desktop.importing.close({ session: session.current });
    },
    [],
  );

  const guarded = useCallback(
    async (busy: ImportState['busy'], work: () => Promise<Partial<ImportState>>) => {
      set({ busy, failure: null, progress: 0 });
      try {
        set({ ...(await work()), busy: null });
      } catch (error) {
        const failure = failureOf(error);
        // Who ended it knows.
        set({ busy: null, failure: failure.error.code === 'CANCELLED' ? null : failure });
      }
    },
    [set],
  );

  const check = useCallback(
    async (mapping: readonly (string | null)[]): Promise<Partial<ImportState>> => {
      if (!session.current) return {};
      await desktop.importing.map({ session: session.current, mapping: [...mapping] });
      set({ busy: 'checking' });
      const { counts, sentBefore } = await desktop.importing.check({ session: session.current, call });
      return { counts, sentBefore, step: 'check' };
    },
    [set, call],
  );

  /** A step with nothing to ask is passed over: columns that all match need no look. */
  const arrived = useCallback(
    async (sheet: ImportSheet): Promise<Partial<ImportState>> => {
      key.current = crypto.randomUUID();
      set({ sheet });
      const mapped = new Set(sheet.mapping);
      const missing = template.columns.filter(({ key: column, required }) => required && !mapped.has(column));
      if (missing.length > 0) return { sheet, step: 'columns' };
      return { sheet, ...(await check(sheet.mapping)) };
    },
    [template, check, set],
  );

  const open = useCallback(
    (pick: () => Promise<{ token: string } | null>) =>
      guarded('reading', async () => {
        const file = await pick();
        if (!file) return {};
        if (session.current) void desktop.importing.close({ session: session.current });
        session.current = crypto.randomUUID();
        return arrived(
          await desktop.importing.open({ file: file.token, import: name, session: session.current }),
        );
      }),
    [guarded, arrived, name],
  );

  return {
    state,
    choose: () => void open(() => desktop.files.pick({ import: name })),
    drop: (files: readonly File[]) => {
      const [file, ...more] = files;
      if (!file) return;
      if (more.length > 0) {
        set({ failure: failureOf(new Error(speech.message(problem('FILE_ONE')))) });
        return;
      }
      void open(() => takeFile(file));
    },
    reread: (options: ReadOptions) =>
      void guarded('reading', async () => {
        if (!session.current) return {};
        const sheet = await desktop.importing.reread({ session: session.current, options });
        return { sheet, step: 'columns' };
      }),
    toColumns: () => set({ step: 'columns' }),
    map: (mapping: readonly (string | null)[]) => {
      setState((before) => ({
        ...before,
        sheet: before.sheet && { ...before.sheet, mapping: [...mapping] },
      }));
    },
    check: () => state.sheet && void guarded('checking', () => check(state.sheet?.mapping ?? [])),
    edited: (counts: ImportCounts) => set({ counts }),
    send: (mode: 'all' | 'good') =>
      void guarded('sending', async () => {
        if (!session.current) return {};
        const { answer, counts } = await desktop.importing.send({
          session: session.current,
          call,
          mode,
          key: key.current,
        });
        // What the API found only now is shown where it can be mended.
        if (answer.okRows === 0 && answer.errorRows > 0) return { counts };
        return { answer, counts, step: 'result' };
      }),
    again: () => {
      if (session.current) void desktop.importing.close({ session: session.current });
      session.current = null;
      setState(START);
    },
  };
}
export type Import = ReturnType<typeof useImport>;
