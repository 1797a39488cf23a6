import { useState } from 'react';
import { changeSettings, ownerKey, useDesk } from './desk';

const NONE: Readonly<Record<string, boolean>> = {};
/** Sections that are open by default. */
const OPEN_AT_FIRST: readonly string[] = ['favourites', 'recent'];

/**
 * Open sections of the menu: those the user opened, and that of the front screen, unless the user folded it there.
 * Returns functions to read and to toggle a section's state.
 */
export function useMenuSections(here: string | undefined, hereSection: string | undefined) {
  const chosen = useDesk((desk) => desk.settings.menuSections[ownerKey(desk)] ?? NONE);
  const [foldedAt, setFoldedAt] = useState<string>();
  const isOpen = (section: string): boolean =>
    (chosen[section] ?? OPEN_AT_FIRST.includes(section)) || (section === hereSection && foldedAt !== here);
  const toggle = (section: string): void => {
    const open = !isOpen(section);
    setFoldedAt(!open && section === hereSection ? here : undefined);
    const desk = useDesk.getState();
    void changeSettings({
      menuSections: {
        ...desk.settings.menuSections,
        [ownerKey(desk)]: { ...chosen, [section]: open },
      },
    });
  };
  return { isOpen, toggle };
}
