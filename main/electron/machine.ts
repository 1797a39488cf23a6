import { app, screen, shell } from 'electron';

/** Returns facts for support about the machine's graphics and the app's processes. */
export async function machineFacts(): Promise<Record<string, unknown>> {
  const info = (await app.getGPUInfo('basic').catch(() => null)) as {
    gpuDevice?: { vendorId?: number; deviceId?: number; active?: boolean }[];
  } | null;
  return {
    gpu: {
      features: { ...app.getGPUFeatureStatus() },
      devices: (info?.gpuDevice ?? []).map(({ vendorId, deviceId, active }) => ({
        vendorId,
        deviceId,
        active,
      })),
    },
    displays: screen.getAllDisplays().map(({ size, scaleFactor }) => ({ ...size, scaleFactor })),
    processes: app.getAppMetrics().map(({ type, memory }) => ({ type, workingSetKb: memory.workingSetSize })),
    packaged: app.isPackaged,
  };
}

/** Opens a folder with the system's file manager; returns an error text, empty on success. */
export const showFolder = (folder: string): Promise<string> => shell.openPath(folder);

/** Restarts the app with the same Chromium switches, after an orderly quit. */
export function startAnew(): void {
  const dropped = /^--(?:safe-start|server|language|theme|quit)(?:=|$)/;
  app.relaunch({ args: process.argv.slice(1).filter((one) => !dropped.test(one)) });
  app.quit();
}
