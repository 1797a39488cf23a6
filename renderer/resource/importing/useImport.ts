import { useSyncExternalStore } from 'react';
import { useTabPath } from '../../app/TabFrame';
import { type ImportSpec, runOf } from './importRun';

/** The import of the current tab: its state and its operations. */
export function useImport(spec: ImportSpec) {
  const run = runOf(useTabPath(), spec);
  const state = useSyncExternalStore(run.subscribe, run.state);
  const {
    again,
    choose,
    drop,
    open,
    reread,
    forget,
    toColumns,
    map,
    check,
    edited,
    mendAgain,
    send,
    stop,
    toCheck,
  } = run;
  return {
    state,
    again,
    choose,
    drop,
    open,
    reread,
    forget,
    toColumns,
    map,
    check,
    edited,
    mendAgain,
    send,
    stop,
    toCheck,
  };
}
export type Import = ReturnType<typeof useImport>;
