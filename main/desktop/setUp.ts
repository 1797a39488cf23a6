import { createHash } from 'node:crypto';
import type { CommandLine } from './commandLine';
import type { Memory } from './memory';

/** Stores the values of a command line; returns an error text naming the switch if one cannot be applied. */
export function setUp(memory: Memory, { server, language, theme }: CommandLine): string | undefined {
  const { locked } = memory.managed;
  for (const [name, value] of Object.entries({ language, theme, server }))
    if (value !== undefined && locked.includes(name))
      return `--${name}: laid down by the administrator's file`;
  if (server && 'id' in server) {
    if (!memory.environments.some(({ id }) => id === server.id))
      return `--server: no server has the id ${server.id}; there are ${memory.environments.map(({ id }) => id).join(', ')}`;
    if (server.id === 'embedded' && memory.get('seed') === null)
      return '--server: the embedded one begins with demo or empty';
    memory.set({ environment: server.id });
  }
  if (server && 'base' in server) {
    const there = memory.environments.find(({ base }) => base === server.base);
    const id = there?.id ?? `own-${createHash('sha256').update(server.base).digest('hex').slice(0, 10)}`;
    if (!there)
      memory.keepEnvironment({
        id,
        name: new URL(server.base).host.slice(0, 60),
        base: server.base,
        fixed: false,
      });
    memory.set({ environment: id });
  }
  if (server && 'seed' in server) {
    // Existing data is never replaced.
    const seed = memory.get('seed');
    if (seed) memory.set({ environment: 'embedded' });
    else if (server.seed === 'demo') memory.set({ environment: 'embedded', seed: 'demo', toBegin: true });
    else memory.set({ environment: null });
  }
  if (language || theme) memory.change({ ...(language ? { language } : {}), ...(theme ? { theme } : {}) });
  return undefined;
}
