import { Tab } from '@blueprintjs/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Answer } from '../api/answers';
import { useNumber } from '../kinds/NumberInput';
import { Tabs } from '../ui/Tabs';
import { Trouble } from './Answered';

/** Tabs that divide a list by where its rows stand, each with how many those are; `panelOf` makes the list their panel. */
export function StateTabs<State extends string, Counts>(props: {
  id: string;
  states: readonly State[];
  shown: State;
  onShow: (state: State) => void;
  nameOf: (state: State) => string;
  counts: Answer<Counts>;
  countOf: (counts: Counts, state: State) => number | undefined;
  /** What stands at the end of their row. */
  children?: ReactNode;
}) {
  const { t } = useTranslation();
  const number = useNumber();
  const { data, former, state: known, error, retry } = props.counts;
  const counts = data ?? former;
  const shownCount = (state: State) => {
    const count = counts === undefined ? undefined : props.countOf(counts, state);
    return count === undefined ? ' ' : number(count);
  };
  return (
    <Tabs
      id={props.id}
      className="fc-stages"
      selectedTabId={props.shown}
      // A line that glides from one to the other has the whole window measured whenever the list is drawn again.
      animate={false}
      onChange={(id) => props.onShow(id as State)}
    >
      {props.states.map((state) => (
        <Tab key={state} id={state}>
          <span>{props.nameOf(state)}</span>
          {/* Those of another filter keep their room, so that nothing moves when the present ones come. */}
          <span
            className={`fc-stage-count${data === undefined ? ' fc-former' : ''}`}
            aria-hidden={data === undefined}
          >
            {shownCount(state)}
          </span>
        </Tab>
      ))}
      {error && (
        <Trouble
          text={t(known === 'failed' ? 'common.countsFailed' : 'common.countsNotRefreshed', {
            reason: error.message,
          })}
          onRetry={retry}
        />
      )}
      {props.children}
    </Tabs>
  );
}
