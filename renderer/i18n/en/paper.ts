/** Words of the window that shows, prints and saves a document. */
export const paper = {
  print: 'Print',
  printer: 'Printer',
  noPrinter: 'No printer on this machine',
  noPrinterDetail: 'Add a printer in the system settings and open this window again, or save the PDF',
  copies: 'Copies',
  save: 'Save as PDF',
  printing: 'Printing {done} of {total}…',
  printed_one: '{count} page sent to {printer}',
  printed_other: '{count} pages sent to {printer}',
  page: 'Page {no} of {total}',
  size: '{width} × {height} mm',
};
