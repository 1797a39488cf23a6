import path from 'node:path';

/** Where the administrator's file lies on a system. */
export function managedPlace(platform: NodeJS.Platform, env: NodeJS.ProcessEnv): string {
  if (platform === 'win32')
    return path.win32.join(env.ProgramData ?? 'C:\\ProgramData', 'Freight Console', 'config.json');
  return platform === 'darwin'
    ? '/Library/Application Support/Freight Console/config.json'
    : '/etc/freight-console/config.json';
}

/** The app's own folder of backups, among its data. */
export const backupsIn = (folder: string): string => path.join(folder, 'backups');
