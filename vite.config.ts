import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type InlineConfig, type Plugin } from 'vite';
import electron from 'vite-plugin-electron';
import { compressedName, DRAWING_FILES, FONT_FILES } from './main/server/areas/documents/fonts.ts';
import { listBundled } from './scripts/licences.mjs';
import { pinyinPlugin } from './scripts/pinyinWords.mjs';
import { updateBuild } from './scripts/updateBuild.mjs';

const root = import.meta.dirname;
const alias = { '@contract': path.join(root, 'preload/contract') };

/**
 * Makes the page fetch its first modules while the first frame is drawn: main, which serves the files, is busy
 * afterwards.
 */
const fetchedEarly: Plugin = {
  name: 'fetched-early',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (html, { bundle = {} }) => {
      const start = Object.values(bundle).find((part) => part.type === 'chunk' && part.name === 'start');
      if (start?.type !== 'chunk') throw new Error('no chunk is named start');
      const link = (rel: string, href: string, more = {}) => ({
        tag: 'link',
        attrs: { rel, href: `/${href}`, crossorigin: true, ...more },
        injectTo: 'head' as const,
      });
      return [
        ...[start.fileName, ...start.imports]
          .filter((file) => !html.includes(file))
          .map((file) => link('modulepreload', file)),
        ...Array.from(start.viteMetadata?.importedCss ?? [], (file) =>
          link('preload', file, { as: 'style' }),
        ),
      ];
    },
  },
};

/** The fonts and colours of documents, in a folder beside the program. */
const fonts: Plugin = {
  name: 'fonts',
  apply: 'build',
  buildStart() {
    for (const file of DRAWING_FILES) {
      const source = gzipSync(readFileSync(path.join(root, 'node_modules', file)), { level: 9 });
      this.emitFile({ type: 'asset', fileName: `fonts/${compressedName(file)}`, source });
    }
  },
};

const FONT_PACKAGES = Object.values(FONT_FILES).map((file) => file.split('/').slice(0, 2).join('/'));

/** One bundle for the processes of main: CommonJS with its dependencies, since many small files load slowly. */
function part(
  input: Record<string, string>,
  outDir: string,
  hooks: boolean,
  plugins: Plugin[] = [],
): { vite: InlineConfig } {
  return {
    vite: {
      root,
      // Omits the list of written files.
      logLevel: 'warn',
      resolve: { alias },
      plugins: [...plugins, oneByte],
      define: { __TEST_HOOKS__: JSON.stringify(hooks), __UPDATES__: JSON.stringify(updateBuild()) },
      build: {
        outDir,
        emptyOutDir: true,
        target: 'node24',
        minify: !hooks,
        sourcemap: hooks,
        reportCompressedSize: false,
        lib: { entry: input, formats: ['cjs'] },
        rolldownOptions: {
          platform: 'node',
          external: ['electron', 'keytar', /^node:/],
          output: { entryFileNames: '[name].cjs', chunkFileNames: 'shared-[hash].cjs' },
        },
      },
    },
  };
}

/**
 * V8 stores a source with one character beyond Latin-1 in two bytes for each character. Such characters are escaped
 * where that needs fewer bytes.
 */
const oneByte: Plugin = {
  name: 'one-byte',
  apply: 'build',
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      for (const part of Object.values(bundle)) {
        if (part.type !== 'chunk') continue;
        const numbered = part.code.replace(
          /[^\0-\xff]/g,
          (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
        );
        if (numbered.length < 2 * part.code.length && numbered !== part.code) {
          // In a raw string the escape would be taken literally.
          if (/String\.raw`[^`]*[^\0-\xff`]/.test(part.code))
            throw new Error(`${part.fileName} has a raw text with signs beyond Latin-1`);
          part.code = numbered;
        }
      }
    },
  },
};

/** Replaces modules of a package that the app never runs; a call of one throws. `exported` are their named exports. */
function leftOut(name: string, importer: RegExp, sources: RegExp, exported: readonly string[]): Plugin {
  const prefix = `\0${name}:`;
  return {
    name,
    apply: 'build',
    enforce: 'pre',
    resolveId: (source, from = '') =>
      sources.test(source) && importer.test(from) ? `${prefix}${source}` : null,
    load: (id) =>
      id.startsWith(prefix)
        ? `const none = () => { throw new Error('not part of this build: ${id.slice(prefix.length)}'); };
           ${exported.map((one) => `export function ${one}() { none(); }`).join('')}
           export default new Proxy(none, { get: (of, key) => (key in of ? of[key] : none) });`
        : null,
  };
}

/**
 * The settings store imports a schema checker and a version parser, two thirds of a megabyte read by every start. Neither
 * is used: settings are checked by the contract's own shapes, and have no migrations.
 */
const plainConf = leftOut(
  'plain-conf',
  /[\\/]node_modules[\\/]conf[\\/]/,
  /^(?:ajv\/dist\/2020\.js|ajv-formats|semver)$/,
  ['Ajv2020'],
);

/** Icons are imported as components. Their paths by name, 620 kB for all of them, would only be loaded for `icon="name"`. */
const plainIcons = leftOut(
  'plain-icons',
  /[\\/]@blueprintjs[\\/]icons[\\/]/,
  /paths-loaders\/(?:allPathsLoader|splitPathsBySizeLoader)$/,
  ['allPathsLoader', 'splitPathsBySizeLoader'],
);

/**
 * The calendars import a picker of time zones that the app does not have. Loading its list looks up the offset of some
 * 150 zones, a fifth of a second in which the first list of a start is not drawn.
 */
const noZonePicker = leftOut(
  'no-zone-picker',
  /[\\/]@blueprintjs[\\/]datetime[\\/]/,
  /\/(?:timezoneItems|timezoneUtils|timezoneNameUtils|timezoneMetadata|timezoneOffsetUtils|getTimezone)$/,
  [
    ...['TIMEZONE_ITEMS', 'UTC_TIME', 'MINIMAL_TIMEZONE_ITEMS'],
    ...['getTimezoneNames', 'getTimezoneShortName', 'getInitialTimezoneItems', 'mapTimezonesWithNames'],
    ...['getTimezoneMetadata', 'getCurrentTimezone', 'convertLocalDateToTimezoneTime'],
    ...['getDateObjectFromIsoString', 'getIsoEquivalentWithUpdatedTimezone', 'isValidTimezone'],
  ],
);

export default defineConfig(({ mode }) => {
  // `--mode release` leaves out the access for tests: fixed captcha, seed day, developer tools. Its output has a
  // separate folder, so that a packaged app and the tests never use each other's.
  const hooks = mode !== 'release';
  const out = path.join(root, hooks ? 'dist' : 'release/build');
  return {
    root: path.join(root, 'renderer'),
    base: '/',
    resolve: { alias },
    build: {
      outDir: path.join(out, 'renderer'),
      emptyOutDir: true,
      target: 'chrome144',
      modulePreload: { polyfill: false },
      assetsInlineLimit: 0,
      chunkSizeWarningLimit: 2000,
      reportCompressedSize: false,
      rolldownOptions: {
        output: {
          codeSplitting: {
            // Modules that every start needs are in one file: each file is a request to main, which is busy at that
            // time.
            groups: [
              // The call by which the page asks for the start; within the start, the whole of it would be loaded first.
              {
                name: 'preload',
                test: /preload-helper|rolldown.runtime|renderer[\\/]api[\\/]bridge\.ts/,
                priority: 1,
              },
              // Modules of one file may run in any order; the files that a file imports run before it.
              { name: 'fetched', test: /renderer[\\/]fetched\.ts/, priority: 1 },
              {
                name: 'start',
                test: /renderer[\\/](main|app[\\/](App|SignIn|FirstRun))\.tsx$/,
                includeDependenciesRecursively: true,
              },
            ],
          },
        },
      },
    },
    plugins: [
      react(),
      fetchedEarly,
      pinyinPlugin,
      plainIcons,
      noZonePicker,
      oneByte,
      listBundled('renderer', out),
      electron([
        part(
          {
            index: 'main/index.ts',
            embedded: 'main/server/host/start.ts',
            keychain: 'main/session/keychainProcess.ts',
            tabularWorker: 'main/tabular/worker.ts',
            fileWorker: 'main/server/areas/fileJobs/worker.ts',
            lineThread: 'main/server/store/postgres/lineThread.ts',
          },
          path.join(out, 'main'),
          hooks,
          [fonts, plainConf, listBundled('main', out, FONT_PACKAGES)],
        ),
        {
          ...part({ index: 'preload/index.ts' }, path.join(out, 'preload'), hooks, [
            listBundled('preload', out),
          ]),
          onstart: async ({ startup }) => {
            const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
            await startup([root, ...sandbox], { cwd: root });
          },
        },
      ]),
    ],
  };
});
