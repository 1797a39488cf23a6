import { Activity, memo } from 'react';
import { KeepPainted } from './KeepPainted';
import { RefusedScreen } from './NoPermission';
import { TabBody } from './TabBody';
import { TabFrame } from './TabFrame';
import { type Tab, useTabs } from './tabs';

/** The open screens of a window, one in front; the others keep their state. */
export function OpenScreens() {
  const { tabs, active, refused } = useTabs();
  return (
    <main className="fc-content" id="content" tabIndex={-1}>
      {tabs.map((tab) => (
        <OpenScreen key={tab.path} tab={tab} front={tab.path === active} />
      ))}
      {refused !== null && <RefusedScreen key={refused} menu={refused} />}
    </main>
  );
}

const OpenScreen = memo(function OpenScreen({ tab, front }: { tab: Tab; front: boolean }) {
  return (
    <Activity mode={front ? 'visible' : 'hidden'}>
      <KeepPainted>
        <TabBody path={tab.path}>
          <TabFrame tab={tab} />
        </TabBody>
      </KeepPainted>
    </Activity>
  );
});
