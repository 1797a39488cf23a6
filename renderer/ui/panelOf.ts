/**
 * Properties of a tab panel outside its row of tabs. Blueprint refers to the panel of each tab by both ids, so the element must have
 * that id.
 */
export const panelOf = (tabs: string, tab: string) =>
  ({
    role: 'tabpanel',
    id: `bp6-tab-panel_${tabs}_${tab}`,
    'aria-labelledby': `bp6-tab-title_${tabs}_${tab}`,
  }) as const;
