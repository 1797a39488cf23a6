// Loaded before a program (`node -r`): kills it as kill -9 does, just before its n-th step on the disk.
const fs = require('node:fs');

const at = Number(process.env.KILL_AT ?? 0);
let steps = 0;
function step() {
  steps += 1;
  if (steps === at) process.kill(process.pid, 'SIGKILL');
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
