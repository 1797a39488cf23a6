import path from 'node:path';

/** Path of the administrator's file on each system. */
export function managedPlace(platform: NodeJS.Platform, env: NodeJS.ProcessEnv): string {
  if (platform === 'win32')
    return path.win32.join(env.ProgramData ?? 'C:\\ProgramData', 'Freight Console', 'config.json');
  return platform === 'darwin'
    ? '/Library/Application Support/Freight Console/config.json'
    : '/etc/freight-console/config.json';
}

/** The app's own backup folder. */
export const backupsIn = (folder: string): string => path.join(folder, 'backups');
