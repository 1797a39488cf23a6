#!/usr/bin/env node
// Starts the team server; says plainly when the Node it runs on is too old.
var version = process.versions.node.split('.').map(Number);
if (version[0] < 24 || (version[0] === 24 && version[1] < 15)) {
  process.stderr.write(`The team server needs Node 24.15 or newer; this is ${process.versions.node}.\n`);
  process.exit(2);
}
require('./main/embedded.cjs');
