import type { Language } from '@contract/limits';
import { fill, listIn } from '@contract/words';
import i18next, { type FormatterModule } from 'i18next';
import { initReactI18next } from 'react-i18next';
import type { access } from './en/access';
import type { app, common } from './en/app';
import type { backups } from './en/backups';
import type { bill, importing } from './en/bill';
import type { business } from './en/business';
import type { clearance } from './en/clearance';
import type { cmr } from './en/cmr';
import type { config } from './en/config';
import type { custody } from './en/custody';
import type { customs } from './en/customs';
import type { files } from './en/files';
import type { finance } from './en/finance';
import type { kept } from './en/kept';
import type { letters } from './en/letters';
import type { mail } from './en/mail';
import type { monitor } from './en/monitor';
import type { paper } from './en/paper';
import type { report } from './en/report';
import type { sea } from './en/sea';
import type { settings } from './en/settings';
import type { staff } from './en/staff';
import type { stock } from './en/stock';
import type { tools } from './en/tools';
import type { tracking } from './en/tracking';
import type { transport } from './en/transport';
import type { update } from './en/update';
import type { warehouse } from './en/warehouse';

/** All words of the screens, by area; English is the source of keys and placeholders. */
export interface Catalogue {
  app: typeof app;
  common: typeof common;
  access: typeof access;
  backups: typeof backups;
  bill: typeof bill;
  business: typeof business;
  importing: typeof importing;
  cmr: typeof cmr;
  config: typeof config;
  finance: typeof finance;
  kept: typeof kept;
  letters: typeof letters;
  mail: typeof mail;
  monitor: typeof monitor;
  paper: typeof paper;
  report: typeof report;
  clearance: typeof clearance;
  custody: typeof custody;
  files: typeof files;
  customs: typeof customs;
  warehouse: typeof warehouse;
  sea: typeof sea;
  settings: typeof settings;
  staff: typeof staff;
  stock: typeof stock;
  tools: typeof tools;
  tracking: typeof tracking;
  transport: typeof transport;
  update: typeof update;
}

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'screens';
    resources: { screens: Catalogue };
    returnNull: false;
  }
}

/** Each language is a chunk of its own: the other one is loaded at its first use. */
const catalogues: Record<Language, () => Promise<{ catalogue: unknown }>> = {
  en: () => import('./en'),
  cn: () => import('./cn'),
};

/** Fills `{n|row|rows}` by the count; enumerates values that are arrays, with the separator of the language. */
const formatter: FormatterModule = {
  type: 'formatter',
  init: () => undefined,
  add: () => undefined,
  addCached: () => undefined,
  format: (value, _format, language, options) => {
    const key = options?.interpolationkey;
    if (typeof key === 'string' && key.includes('|')) return fill(`{${key}}`, options);
    return Array.isArray(value) ? listIn(language === 'cn' ? 'cn' : 'en', value) : value;
  },
};

/** Sets up the words of the screens in a language. */
export async function startWords(language: Language): Promise<void> {
  const { catalogue } = await catalogues[language]();
  await i18next
    .use(initReactI18next)
    .use(formatter)
    .init({
      lng: language,
      fallbackLng: false,
      defaultNS: 'screens',
      ns: ['screens'],
      resources: { [language]: { screens: catalogue as object } },
      // One notation for placeholders everywhere; React escapes what it shows.
      interpolation: { prefix: '{', suffix: '}', escapeValue: false, alwaysFormat: true },
      returnNull: false,
    });
}

/** Switches all words at once, without a restart. */
export async function switchWords(language: Language): Promise<void> {
  if (!i18next.hasResourceBundle(language, 'screens')) {
    const { catalogue } = await catalogues[language]();
    i18next.addResourceBundle(language, 'screens', catalogue);
  }
  await i18next.changeLanguage(language);
}
