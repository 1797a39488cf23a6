// Makes the deb from the unpacked app with dpkg-deb: electron-builder would download a tool. Root owns its files.
//
// Chromium's sandbox needs user namespaces, which Ubuntu since 24.04 and hardened kernels deny to ordinary programs, or its
// helper as root. The helper is installed setuid root (4755), as Chrome's own package does: no AppArmor profile is
// needed, and nothing is decided at installation that a later kernel could invalidate.
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { root } from './build.mjs';

const NAME = 'freight-console';
const ARCHITECTURES = { x64: 'amd64', arm64: 'arm64' };
const source = (name) => path.join(root, 'resources', name);

/** Sets the usual modes of a package, whatever the umask: programs executable, files readable, folders accessible. */
function setModes(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const place = path.join(folder, entry.name);
    if (entry.isSymbolicLink()) continue;
    if (entry.isDirectory()) setModes(place);
    else chmodSync(place, statSync(place).mode & 0o100 ? 0o755 : 0o644);
  }
  chmodSync(folder, 0o755);
}

function kilobytesOf(folder) {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .reduce(
      (sum, { parentPath, path: parent, name }) =>
        sum + Math.ceil(statSync(path.join(parentPath ?? parent, name)).size / 1024),
      0,
    );
}

function copyInto(tree, from, to) {
  mkdirSync(path.join(tree, path.dirname(to)), { recursive: true });
  copyFileSync(from, path.join(tree, to));
}

/** Writes a text gzipped, as Debian expects of documentation. */
function writePacked(tree, text, to) {
  mkdirSync(path.join(tree, path.dirname(to)), { recursive: true });
  writeFileSync(path.join(tree, to), gzipSync(text, { level: 9 }));
}

/** The changelog in Debian's format: the version, and where the changes are listed. */
const changelogText = (version, maintainer) => `${NAME} (${version}) stable; urgency=medium

  * What users notice: /usr/share/doc/${NAME}/CHANGELOG.md.gz

 -- ${maintainer}  ${new Date().toUTCString().replace('GMT', '+0000')}
`;

/** Wraps and indents a sentence as the description field requires. */
const wrapDescription = (text) => `${text}.`.replaceAll(/(.{1,76})(?: |$)/g, '$1\n ').trim();

/** Makes a deb of an unpacked app; `compression` is dpkg-deb's option. Throws with dpkg-deb's message. */
export function makeDeb({ app, out, compression = ['-Zxz'] }) {
  const { version, description, author } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  const tree = mkdtempSync(path.join(os.tmpdir(), 'deb-'));
  try {
    cpSync(app, path.join(tree, 'opt', NAME), { recursive: true });
    copyInto(tree, source(`linux/${NAME}.desktop`), `usr/share/applications/${NAME}.desktop`);
    for (const icon of readdirSync(source('icons')))
      copyInto(
        tree,
        source(`icons/${icon}`),
        `usr/share/icons/hicolor/${path.parse(icon).name}/apps/${NAME}.png`,
      );
    copyInto(tree, path.join(root, 'LICENSE'), `usr/share/doc/${NAME}/copyright`);
    const debVersion = version.replace('-', '~');
    writePacked(tree, readFileSync(path.join(root, 'CHANGELOG.md')), `usr/share/doc/${NAME}/CHANGELOG.md.gz`);
    writePacked(tree, changelogText(debVersion, author), `usr/share/doc/${NAME}/changelog.gz`);
    writePacked(tree, readFileSync(source(`linux/${NAME}.1`)), `usr/share/man/man1/${NAME}.1.gz`);
    copyInto(
      tree,
      source('linux/com.example.freight-console.metainfo.xml'),
      'usr/share/metainfo/com.example.freight-console.metainfo.xml',
    );
    copyInto(tree, source('linux/lintian-overrides'), `usr/share/lintian/overrides/${NAME}`);
    mkdirSync(path.join(tree, 'usr/bin'));
    symlinkSync(`/opt/${NAME}/${NAME}`, path.join(tree, 'usr/bin', NAME));
    setModes(tree);
    chmodSync(path.join(tree, 'opt', NAME, 'chrome-sandbox'), 0o4755);

    const values = {
      version: debVersion,
      architecture: ARCHITECTURES[process.arch],
      maintainer: author,
      kilobytes: kilobytesOf(tree),
      description: wrapDescription(description),
    };
    const control = readFileSync(source('linux/control'), 'utf8').replaceAll(
      /\{(\w+)\}/g,
      (_, name) => values[name],
    );
    mkdirSync(path.join(tree, 'DEBIAN'), { mode: 0o755 });
    writeFileSync(path.join(tree, 'DEBIAN/control'), control);
    for (const script of ['postinst', 'postrm']) {
      copyFileSync(source(`linux/${script}`), path.join(tree, 'DEBIAN', script));
      chmodSync(path.join(tree, 'DEBIAN', script), 0o755);
    }
    const { status, stderr, error } = spawnSync(
      'dpkg-deb',
      ['--root-owner-group', ...compression, '--build', tree, out],
      { encoding: 'utf8' },
    );
    if (error) throw new Error('dpkg-deb is missing: a deb is made on Debian or Ubuntu');
    if (status !== 0) throw new Error(`dpkg-deb did not make the package:\n${stderr}`);
  } finally {
    rmSync(tree, { recursive: true, force: true });
  }
}
