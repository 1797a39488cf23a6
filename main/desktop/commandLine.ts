import type { Settings } from '@contract/desktop/boot';
import { LANGUAGES, type Language } from '@contract/limits';
import { readBase } from '../transport/target';

/** Parsed values of the command line. */
export interface CommandLine {
  /** Text to print before exiting, without a window. */
  readonly print?: 'help' | 'version';
  /** Apply the values and exit, without a window. */
  readonly quit: boolean;
  readonly safeStart: boolean;
  /** A server by its id or its address, or the data set to create for the embedded one. */
  readonly server?: { readonly id: string } | { readonly base: string } | { readonly seed: 'demo' | 'empty' };
  readonly language?: Language;
  readonly theme?: Settings['theme'];
}

/**
 * True for switches that a running app cannot apply. Language and theme are not among them: they only set up a first
 * start.
 */
export const appliesSettings = ({ quit, safeStart, server }: CommandLine): boolean =>
  quit || safeStart || server !== undefined;

const VALUED = ['server', 'language', 'theme'] as const;
const PLAIN = ['quit', 'safe-start', 'help', 'version'] as const;
const THEMES = ['system', 'light', 'dark'] as const;

export const USAGE = `Usage: freight-console [switches] [freight-console://open/…]

  --server URL|ID|demo|empty  the server: an https address, the id of a known server, or
                              the embedded one with demo data or empty
  --language en|cn            the language
  --theme system|light|dark   the theme
  --quit                      apply these values and exit, without a window
  --safe-start                start without hardware acceleration and restored tabs,
                              with the default appearance
  --version                   show the version and exit
  --help                      show this help and exit

Accepted Chromium switches: --user-data-dir, --disable-gpu, --force-device-scale-factor, --lang and
--ozone-platform. Any other one stops the start, unless FREIGHT_CONSOLE_SWITCHES=any is set.
`;

/**
 * Parses the app's own switches. Chromium's switches, the user-data folder and links are ignored here; an invalid value
 * of an own switch returns `wrong`, which names the switch and its valid values.
 */
export function readCommandLine(args: readonly string[]): CommandLine | { readonly wrong: string } {
  const given = new Map<string, string>();
  const flags = new Set<string>();
  for (let index = 0; index < args.length; index += 1) {
    const [, name = '', , inline] = /^--([a-z-]+)(=([\s\S]*))?$/.exec(args[index] ?? '') ?? [];
    if (PLAIN.some((one) => one === name)) flags.add(name);
    if (!VALUED.some((one) => one === name)) continue;
    const next = args[index + 1];
    const value = inline ?? next;
    if (value === undefined || value === '' || (inline === undefined && value.startsWith('-')))
      return { wrong: `--${name}: a value is missing` };
    if (inline === undefined) index += 1;
    given.set(name, value);
  }
  if (flags.has('help') || flags.has('version'))
    return { print: flags.has('help') ? 'help' : 'version', quit: true, safeStart: false };

  const language = LANGUAGES.find((one) => one === given.get('language'));
  if (given.has('language') && language === undefined)
    return { wrong: `--language: one of ${LANGUAGES.join(', ')}` };
  const theme = THEMES.find((one) => one === given.get('theme'));
  if (given.has('theme') && theme === undefined) return { wrong: `--theme: one of ${THEMES.join(', ')}` };
  const typed = given.get('server');
  const server = typed === undefined ? undefined : serverOf(typed);
  if (server === null)
    return {
      wrong:
        '--server: demo, empty, the id of a server, or an https address without user, password, question mark or hash (http on this machine alone)',
    };
  if (flags.has('quit') && server && 'seed' in server && server.seed === 'empty')
    return {
      wrong:
        '--server empty: its administrator is entered in the window, so --quit cannot be combined with it',
    };
  return {
    quit: flags.has('quit'),
    safeStart: flags.has('safe-start'),
    ...(server ? { server } : {}),
    ...(language ? { language } : {}),
    ...(theme ? { theme } : {}),
  };
}

function serverOf(typed: string): CommandLine['server'] | null {
  if (typed === 'demo' || typed === 'empty') return { seed: typed };
  if (/^[a-z0-9-]{1,40}$/.test(typed)) return { id: typed };
  const read = readBase(typed);
  return typed.length <= 300 && 'base' in read ? { base: read.base } : null;
}
