import type { Printer } from '@contract/desktop';
import type { WebContents } from 'electron';

/** Micrometres per millimetre. */
const MICRONS = 1000;

/** Prints the laid-out contents of a window. */
export interface Printing {
  printers(): Promise<Printer[]>;
  /** Prints without a dialog; sizes in mm. Returns the reason of a failure; undefined once the printer has the job. */
  print(job: {
    readonly printer: string;
    readonly copies: number;
    readonly width: number;
    readonly height: number;
  }): Promise<string | undefined>;
}

/** Printing of one window. */
export const printingOf = (contents: WebContents): Printing => ({
  printers: async () =>
    (await contents.getPrintersAsync()).map(({ name, displayName }) => ({
      name,
      title: displayName || name,
    })),
  print: ({ printer, copies, width, height }) =>
    new Promise((done) =>
      contents.print(
        {
          silent: true,
          deviceName: printer,
          copies,
          printBackground: true,
          // A label fills its page: margins, or the driver's preferred size, would shrink its barcode.
          margins: { marginType: 'none' },
          pageSize: { width: width * MICRONS, height: height * MICRONS },
        },
        (printed, reason) => done(printed ? undefined : reason || 'failed'),
      ),
    ),
});
