import { readFileSync } from 'node:fs';
import { type Environment, type Settings, settings } from '@contract/desktop/boot';
import { caughtFacts } from '@contract/failure';
import { isKeyOf } from '@contract/names';
import * as z from 'zod';
import { readBase } from '../transport/target';

const server = z.strictObject({
  id: z.string().regex(/^[a-z0-9-]{1,40}$/, 'lower-case letters, digits and hyphens, at most 40'),
  name: z.string().trim().min(1).max(60),
  base: z
    .string()
    .max(300)
    .refine((typed) => 'base' in readBase(typed), {
      error: 'an https address without user, password, question mark or hash; http on this machine alone',
    }),
  /** True if the server accepts whole records only: a change is sent with all fields of the record. */
  wholeRecords: z.boolean().optional(),
});

/** Keys of the administrator's file. Each is validated alone; an invalid one leaves the others in force. */
const keys = {
  servers: z.array(server).max(50),
  /** The server of the first start; with `server` among `locked`, the only one. */
  defaultServer: z.string().max(40),
  language: settings.shape.language,
  theme: settings.shape.theme,
  density: settings.shape.density,
  notifications: settings.shape.notifications,
  gpu: settings.shape.gpu,
  logLevel: settings.shape.logLevel,
  updates: z.strictObject({
    /** Source of updates: an https address, or a folder or share. */
    feed: z.string().min(1).max(300).optional(),
    /** True if this machine never looks for updates. */
    off: z.boolean().optional(),
  }),
  locked: z.array(
    z.enum(['server', 'language', 'theme', 'density', 'notifications', 'gpu', 'logLevel', 'updates']),
  ),
} as const;
type Keys = { [K in keyof typeof keys]?: z.output<(typeof keys)[K]> };

/** Settings of this machine from its administrator's file. */
export interface ManagedConfig extends Omit<Keys, 'servers' | 'locked'> {
  /** Path of the file; null when there is none. */
  readonly place: string | null;
  readonly servers: readonly Environment[];
  readonly locked: readonly string[];
  /** Invalid entries, each beginning with its key. */
  readonly problems: readonly string[];
}

/** Settings of a machine without such a file. */
export const unmanaged: ManagedConfig = { place: null, servers: [], locked: [], problems: [] };

/** Reads the file; a missing one changes nothing. */
export function readManaged(place: string): ManagedConfig {
  let text: string;
  try {
    text = readFileSync(place, 'utf8');
  } catch (error) {
    const { code } = caughtFacts(error);
    if (code === 'ENOENT' || code === 'ENOTDIR') return unmanaged;
    return { ...unmanaged, place, problems: [`the file cannot be read: ${code ?? 'unknown'}`] };
  }
  return { ...managedOf(text), place };
}

/** Parses the text of such a file. */
export function managedOf(text: string): ManagedConfig {
  const problems: string[] = [];
  let raw: unknown;
  try {
    raw = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    return { ...unmanaged, problems: ['the file is not JSON'] };
  }
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw))
    return { ...unmanaged, problems: ['the file is not an object'] };
  const found: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(raw)) {
    const schema = isKeyOf(keys, key) ? keys[key] : undefined;
    if (!schema) {
      problems.push(`${key.slice(0, 60)}: no such key`);
      continue;
    }
    const read = schema.safeParse(value);
    if (read.success) found[key] = read.data;
    else
      for (const { path: at, message } of read.error.issues.slice(0, 5))
        problems.push(`${[key, ...at.map(String)].join('.')}: ${message}`);
  }
  const { servers = [], locked = [], defaultServer, ...others } = found as Keys;
  const own = servers.map(({ id, name, base, wholeRecords }): Environment => {
    const kept = readBase(base);
    const address = 'base' in kept ? kept.base : base;
    return { id, name, base: address, fixed: true, ...(wholeRecords ? { wholeRecords } : {}) };
  });
  const twice = own.find(({ id }, index) => own.findIndex((one) => one.id === id) !== index);
  if (twice) problems.push(`servers: the id ${twice.id} stands there twice`);
  return {
    place: null,
    servers: own.filter(({ id }, index) => own.findIndex((one) => one.id === id) === index),
    locked,
    problems,
    ...others,
    ...(defaultServer === undefined ? {} : { defaultServer }),
  };
}

/** Picks the settings that the file gives defaults for. */
export function managedSettings({
  language,
  theme,
  density,
  notifications,
  gpu,
  logLevel,
}: ManagedConfig): Partial<Settings> {
  const all = { language, theme, density, notifications, gpu, logLevel };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
}
