// Loaded before a program (`node -r`): with KILL_AT=n it is killed as kill -9 does, just before its n-th step on the
// disk. With KEEP_OF and KEEP_IN, a folder is copied before each step instead: the copy is what a kill would leave,
// because a kill undoes nothing that was written.
const fs = require('node:fs');
const path = require('node:path');

const at = Number(process.env.KILL_AT ?? 0);
const { KEEP_OF: kept, KEEP_IN: into } = process.env;
const { cpSync } = fs;
let steps = 0;
let copying = false;
function step() {
  if (copying) return;
  steps += 1;
  if (steps === at) process.kill(process.pid, 'SIGKILL');
  if (!kept) return;
  copying = true;
  cpSync(kept, path.join(into, String(steps)), { recursive: true });
  copying = false;
}
function watch(target, names) {
  for (const name of names) {
    const own = target[name];
    target[name] = function watched(...given) {
      step();
      return own.apply(this, given);
    };
  }
}
const names = ['rename', 'mkdir', 'rm', 'writeFile', 'open'];
watch(
  fs,
  [...names, 'fsync', 'unlink', 'rmdir'].map((name) => `${name}Sync`),
);
watch(fs.promises, names);
