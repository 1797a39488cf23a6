// Prints the contract's state tables as diagrams: `npm run states` writes resources/states.md. The API and the buttons
// use the same tables, so the document cannot differ from them.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { runnerImport } from 'vite';
import { root } from './build.mjs';

const isMachine = (value) =>
  typeof value === 'object' &&
  value !== null &&
  'stateOf' in value &&
  'actions' in value &&
  'states' in value;

/** Every state table that the modules export: directly, or in an object of several. */
function machinesOf(modules) {
  const found = new Map();
  for (const [place, module] of Object.entries(modules)) {
    for (const [name, value] of Object.entries(module)) {
      const several =
        typeof value === 'object' && value !== null && !isMachine(value) ? value : { '': value };
      for (const [key, one] of Object.entries(several)) {
        if (isMachine(one) && !found.has(one)) found.set(one, { place, name: key ? `${name}.${key}` : name });
      }
    }
  }
  return [...found]
    .map(([machine, { place, name }]) => ({ machine, place, name }))
    .sort((a, b) => a.machine.name.localeCompare(b.machine.name) || a.name.localeCompare(b.name));
}

/** Returns the document of the state tables in the contract's modules (by path), with the product's labels. */
export function statesText(modules) {
  const { stateLabel, actionLabel } = modules['/preload/contract/words/index.ts'];
  const { permissionNodes } = modules['/preload/contract/permissions.ts'];
  const permissions = new Map(permissionNodes.map(({ id, name }) => [id, name]));
  const parts = machinesOf(modules).map(({ machine, place, name }) => {
    const state = (key) => stateLabel('en', machine.name, key);
    const action = (key) => actionLabel('en', machine.name, key);
    const actions = Object.entries(machine.actions);
    const edges = new Map();
    for (const [key, { from, to, keeps = [] }] of actions) {
      if (to === 'same' || to === 'computed') continue;
      for (const start of from) {
        if (start === to || keeps.includes(start)) continue;
        const edge = `${start} --> ${to === 'gone' ? '[*]' : to}`;
        edges.set(edge, [...(edges.get(edge) ?? []), action(key)]);
      }
    }
    const used = [...edges.keys()].flatMap((edge) => edge.split(' --> '));
    const drawn = Object.keys(machine.states).filter((key) => used.includes(key));
    const diagram = [
      '```mermaid',
      'stateDiagram-v2',
      ...drawn.map((key) => `    ${key}: ${state(key)}`),
      ...[...edges].map(([edge, labels]) => `    ${edge}: ${labels.join(' · ')}`),
      '```',
      '',
    ];
    const leadsTo = (to) =>
      ({ same: 'stays', computed: 'as the record says', gone: 'deleted' })[to] ?? state(to);
    const everywhere = Object.keys(machine.states).length;
    const rows = actions.map(([key, { from, to, keeps = [], permission, inverse, guards = [] }]) => {
      const starts = from.length === everywhere ? 'any' : from.map(state).join(', ');
      const undo = inverse ? action(inverse) : '–';
      const kept = keeps.length > 0 ? ` (${keeps.map(state).join(', ')} stays)` : '';
      return `| ${action(key)} | ${starts} | ${leadsTo(to)}${kept} | ${guards.length || '–'} | ${undo} | ${permissions.get(permission) ?? permission} |`;
    });
    return [
      `## ${name}`,
      '',
      `\`${place.slice(1)}\`. States: ${Object.keys(machine.states).map(state).join(', ')}.`,
      '',
      ...(edges.size > 0 ? diagram : []),
      '| what may happen | from | to | conditions | taken back by | permission |',
      '|---|---|---|---|---|---|',
      ...rows,
      '',
    ].join('\n');
  });
  return `# States, and what may happen in them

Printed from the contract by \`npm run states\`; a test fails when it is stale. "As the record says" is a state that follows
from what is known of the record, as the stage of a bill from its time nodes.

${parts.join('\n')}`;
}

const CONTRACT = 'virtual:contract';

/** Loads all modules of the contract as one, by path. */
async function contractModules() {
  const { module } = await runnerImport(CONTRACT, {
    configFile: false,
    root,
    logLevel: 'error',
    resolve: { alias: { '@contract': path.join(root, 'preload/contract') } },
    plugins: [
      {
        name: 'contract',
        resolveId: (id) => (id === CONTRACT ? id : undefined),
        load: (id) =>
          id === CONTRACT
            ? "export default import.meta.glob('/preload/contract/**/*.ts', { eager: true });"
            : undefined,
      },
    ],
  });
  return module.default;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const file = path.join(root, 'resources/states.md');
  writeFileSync(file, statesText(await contractModules()));
  console.log(path.relative(process.cwd(), file));
}
