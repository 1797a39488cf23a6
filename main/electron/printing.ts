import type { Printer } from '@contract/desktop';
import type { WebContents } from 'electron';

/** Micrometres in a millimetre. */
const MICRONS = 1000;

/** The printers of the machine, for what a window has laid out for print. */
export interface Printing {
  printers(): Promise<Printer[]>;
  /** Prints without asking; sizes in mm. Answers what hindered it; undefined when the printer has it. */
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
          // A label is as large as its page: margins, or the size the driver likes, would shrink its barcode.
          margins: { marginType: 'none' },
          pageSize: { width: width * MICRONS, height: height * MICRONS },
        },
        (printed, reason) => done(printed ? undefined : reason || 'failed'),
      ),
    ),
});
