import { Tab } from '@blueprintjs/core';
import { isOneOf } from '@contract/names';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Answer } from '../api/answers';
import { useNumber } from '../kinds/NumberInput';
import { Tabs } from '../ui/Tabs';
import { Trouble } from './Answered';

/** Tabs that divide a list by the state of its rows, each with its count; `panelOf` makes the list their panel. */
export function StateTabs<State extends string, Counts>(props: {
  id: string;
  states: readonly State[];
  shown: State;
  onShow: (state: State) => void;
  nameOf: (state: State) => string;
  counts: Answer<Counts>;
  countOf: (counts: Counts, state: State) => number | undefined;
  /** Content at the end of the row of tabs. */
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
      // An animated indicator makes the browser measure the whole window whenever the list is redrawn.
      animate={false}
      onChange={(id) => {
        if (isOneOf(props.states, id)) props.onShow(id);
      }}
    >
      {props.states.map((state) => (
        <Tab key={state} id={state}>
          <span>{props.nameOf(state)}</span>
          {/* Counts of the previous filter keep their space, so that nothing moves when the new ones arrive. */}
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
