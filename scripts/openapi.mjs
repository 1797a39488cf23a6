// Writes the contract as an OpenAPI document: `npm run openapi`, without starting the API. The same document is served
// at /openapi.json.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { runnerImport } from 'vite';
import { root } from './build.mjs';

const { module } = await runnerImport(path.join(root, 'main/server/host/openapi.ts'), {
  configFile: false,
  root,
  logLevel: 'error',
  resolve: { alias: { '@contract': path.join(root, 'preload/contract') } },
});
const file = path.join(root, 'resources/openapi.json');
writeFileSync(file, `${JSON.stringify(module.openApiDocument(), null, 2)}\n`);
console.log(path.relative(process.cwd(), file));
