import type { ComponentType } from 'react';

const modules = import.meta.glob<{ default: ComponentType }>('./*/*.tsx');

/** Loads the code of a screen. Rejects with code MODULE_NOT_FOUND for a module that does not exist. */
export async function loadScreen(module: string): Promise<ComponentType> {
  const load = modules[`./${module}.tsx`];
  if (!load) throw Object.assign(new Error('Cannot find module'), { code: 'MODULE_NOT_FOUND' });
  return (await load()).default;
}
