/** Accepted switches: the product's own, its data folder, and Chromium's for screens that need help. */
const TAKEN = new Set([
  ...['server', 'language', 'theme', 'quit', 'safe-start', 'help', 'version', 'user-data-dir'],
  ...['disable-gpu', 'force-device-scale-factor', 'lang', 'ozone-platform', 'ozone-platform-hint'],
  ...['enable-wayland-ime', 'wayland-text-input-version'],
  // Passed by the installer after an update, and by Windows when a notification is clicked.
  ...['updated', 'force-run', 'embedding', 'toastactivated'],
]);

/**
 * Returns the first switch that a release refuses. Switches of Chromium, Electron and Node could open ports, load
 * extensions, or turn the sandbox or certificate checks off, and any shortcut or link could carry them. They are parsed
 * as Chromium parses them. In an AppImage `no-sandbox` is accepted: its runtime adds it where the system denies a
 * sandbox.
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
    const switchName = platform === 'win32' ? name.toLowerCase() : name;
    return !TAKEN.has(switchName) && !(appImage && switchName === 'no-sandbox');
  });
}
