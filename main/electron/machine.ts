import { app, screen, shell } from 'electron';

/** What support needs to know of the machine's graphics and of the app's processes. */
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

/** Shows a folder with the program the system has for it; answers why that could not be, empty when it was. */
export const showFolder = (folder: string): Promise<string> => shell.openPath(folder);

/** Starts the app anew with the switches that Chromium had, once this one has ended in order. */
export function startAnew(): void {
  const dropped = /^--(?:safe-start|server|language|theme|quit)(?:=|$)/;
  app.relaunch({ args: process.argv.slice(1).filter((one) => !dropped.test(one)) });
  app.quit();
}
