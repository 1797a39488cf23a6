import { Activity } from 'react';
import { TabBody } from './TabBody';
import { TabFrame } from './TabFrame';
import { useTabs } from './tabs';

/** The screens that are open in a window, one in front; those behind it stay as they are. */
export function OpenScreens() {
  const { tabs, active } = useTabs();
  return (
    <main className="fc-content" id="content" tabIndex={-1}>
      {tabs.map((tab) => (
        <Activity key={tab.path} mode={tab.path === active ? 'visible' : 'hidden'}>
          <TabBody path={tab.path}>
            <TabFrame tab={tab} />
          </TabBody>
        </Activity>
      ))}
    </main>
  );
}
