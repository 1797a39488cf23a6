import type { Language } from '../limits';
import { desktop as cn } from './cn/desktop';
import { desktop as en } from './en/desktop';

/** Texts outside the page, by language: titles, menus, dialogs. Loaded without all the other words. */
export const desktopWords: Record<Language, { readonly [K in keyof typeof en]: string }> = { en, cn };
