import { Tabs as Library, type TabsProps } from '@blueprintjs/core';
import type { KeyboardEvent } from 'react';

const STEPS: Readonly<Record<string, -1 | 1>> = { ArrowLeft: -1, ArrowRight: 1 };

/** Moves to the adjacent tab, wrapping at the ends; arrows with Alt or Ctrl are left to the screen. */
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
 * Tabs with arrow keys to move and Enter to select. The library's own arrow keys reach only tabs marked explicitly as
 * not disabled, and then also catch arrows with Alt, which belong to the screen.
 */
export function Tabs(props: TabsProps) {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles keys of the tabs inside
    <div className="fc-tabs-walked" onKeyDown={walk}>
      <Library {...props} />
    </div>
  );
}
