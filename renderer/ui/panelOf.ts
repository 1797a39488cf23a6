/**
 * What makes an element the panel of a row of tabs that does not hold it itself: the library names the panel of each tab
 * by both ids, and nothing else would bear that name.
 */
export const panelOf = (tabs: string, tab: string) =>
  ({
    role: 'tabpanel',
    id: `bp6-tab-panel_${tabs}_${tab}`,
    'aria-labelledby': `bp6-tab-title_${tabs}_${tab}`,
  }) as const;
