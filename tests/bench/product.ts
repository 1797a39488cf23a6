/** The parts of the product that the benches use, in one file that can be bundled. */
export { writeCsv } from '../../main/tabular/csvWriter';
export { TabularClient } from '../../main/tabular/workerClient';
export { writeXlsx } from '../../main/tabular/xlsxWriter';
