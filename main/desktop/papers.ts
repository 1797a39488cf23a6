import type { DesktopHandlers } from '@contract/desktop';
import { problem } from '@contract/errors';
import { MAX_PAPER } from '@contract/limits';
import { callError } from '../transport/callError';
import { checkCall } from '../transport/checkCall';
import type { CallerWindow, DesktopServices } from './desk';
import { wholeOf } from './files';

const MB = 1024 * 1024;

/** Showing papers and printing them. */
export function paperProcedures(desk: DesktopServices): DesktopHandlers<CallerWindow>['papers'] {
  const refused = (...about: Parameters<typeof problem>) => callError(desk.language(), problem(...about));
  return {
    read: async ({ call, input }) => {
      const arriving = await desk.transport.blob({
        ...(await checkCall(call, input, ['blob'], desk.language())),
        file: undefined,
      });
      const bytes = await wholeOf(desk, arriving, MAX_PAPER);
      arriving.stream.destroy();
      if (!bytes) throw refused('PAPER_TOO_LARGE', { size: MAX_PAPER / MB });
      if (!bytes.subarray(0, 1024).includes('%PDF-')) throw refused('ANSWER_INVALID');
      return new Uint8Array(bytes);
    },

    printers: (_input, { printing }) => printing.printers(),

    print: async (job, { printing }) => {
      const known = await printing.printers();
      const printer = known.find(({ name }) => name === job.printer);
      if (!printer) throw refused('PRINTER_GONE', { name: job.printer });
      const failed = await printing.print(job);
      if (failed) throw refused('PRINT_FAILED', { name: printer.title, detail: failed });
      return null;
    },
  };
}
