import { useState } from 'react';
import { changeSettings, ownerKey, useDesk } from './desk';

const NONE: Readonly<Record<string, boolean>> = {};
/** Sections that are open until they are folded. */
const OPEN_AT_FIRST: readonly string[] = ['favourites', 'recent'];

/**
 * Which sections of the menu are open: those that the person opened, and that of the screen in front, unless it was folded
 * while that screen stood there. Answers how to tell and how to change it.
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
