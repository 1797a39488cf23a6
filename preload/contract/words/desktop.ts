import type { Language } from '../limits';
import { desktop as cn } from './cn/desktop';
import { desktop as en } from './en/desktop';

/** What the system shows of the app, by language: titles, menus, dialogs. Known without all the other words. */
export const desktopWords: Record<Language, { readonly [K in keyof typeof en]: string }> = { en, cn };
