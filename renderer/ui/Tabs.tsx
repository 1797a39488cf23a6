import { Tabs as Library, type TabsProps } from '@blueprintjs/core';
import type { KeyboardEvent } from 'react';

const STEPS: Readonly<Record<string, -1 | 1>> = { ArrowLeft: -1, ArrowRight: 1 };

/** From a tab to the one beside it, round the end; with Alt or Ctrl an arrow is for the screen. */
function walk(event: KeyboardEvent<HTMLElement>): void {
  const by = STEPS[event.key];
  const tab = event.target as HTMLElement;
  if (!by || event.altKey || event.ctrlKey || event.metaKey || !tab.matches('[role=tab]')) return;
  const tabs = [...(tab.parentElement?.querySelectorAll<HTMLElement>(':scope > [role=tab]') ?? [])].filter(
    (one) => one.ariaDisabled !== 'true',
  );
  event.preventDefault();
  tabs[(tabs.indexOf(tab) + by + tabs.length) % tabs.length]?.focus();
}

/**
 * Tabs, gone through by arrows and chosen by Enter. The library's own arrows lead only to tabs of which it is said that they are
 * not disabled, and where it is, they are taken from the screen with Alt as well.
 */
export function Tabs(props: TabsProps) {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it hears what the tabs within did, and is none itself
    <div className="fc-tabs-walked" onKeyDown={walk}>
      <Library {...props} />
    </div>
  );
}
