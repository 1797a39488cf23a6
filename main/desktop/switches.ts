/** Of this product; with the folder of its data, and how it looks on a screen that needs help. */
const TAKEN = new Set([
  ...['server', 'language', 'theme', 'quit', 'safe-start', 'help', 'version', 'user-data-dir'],
  ...['disable-gpu', 'force-device-scale-factor', 'lang', 'ozone-platform', 'ozone-platform-hint'],
  ...['enable-wayland-ime', 'wayland-text-input-version'],
  // What the installer says after an update, and Windows when a notice of ours is clicked.
  ...['updated', 'force-run', 'embedding', 'toastactivated'],
]);

/**
 * The first switch of a start that a release does not take: those of Chromium, Electron and Node open ports, load extensions,
 * turn the sandbox or the look at certificates off, and any shortcut or link could carry them. They are read as Chromium reads
 * them. The runtime of an AppImage itself adds one where the system denies it a sandbox.
 */
export function refusedSwitch(
  args: readonly string[],
  { platform, appImage }: { readonly platform: NodeJS.Platform; readonly appImage: boolean },
): string | undefined {
  const end = args.indexOf('--');
  const prefix = platform === 'win32' ? /^(?:--|-|\/)(?=.)/ : /^--?(?=.)/;
  return args.slice(0, end < 0 ? undefined : end).find((arg) => {
    if (!prefix.test(arg)) return false;
    const [name = ''] = arg.replace(prefix, '').split('=');
    const known = platform === 'win32' ? name.toLowerCase() : name;
    return !TAKEN.has(known) && !(appImage && known === 'no-sandbox');
  });
}
