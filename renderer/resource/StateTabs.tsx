import { Tab } from '@blueprintjs/core';
import type { ReactNode } from 'react';
import { useNumber } from '../kinds/NumberInput';
import { Tabs } from '../ui/Tabs';

/** Tabs that divide a list by where its rows stand, each with how many those are; `panelOf` makes the list their panel. */
export function StateTabs<State extends string>(props: {
  id: string;
  states: readonly State[];
  shown: State;
  onShow: (state: State) => void;
  nameOf: (state: State) => string;
  /** Undefined until it is known. */
  countOf: (state: State) => number | undefined;
  /** What stands at the end of their row. */
  children?: ReactNode;
}) {
  const number = useNumber();
  const shownCount = (count: number | undefined) => (count === undefined ? ' ' : number(count));
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
          <span className="fc-stage-count">{shownCount(props.countOf(state))}</span>
        </Tab>
      ))}
      {props.children}
    </Tabs>
  );
}
