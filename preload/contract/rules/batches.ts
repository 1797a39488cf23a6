/**
 * A batch number as it is compared: case, zeros in front of digits and signs between letters and digits do not count, so
 * that `1` is `01` and `b-1` is `B01`. A sign between two digits counts: `1-1` is not `11`.
 */
export const batchKey = (batchNo: string): string =>
  batchNo
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .replace(/(?<!\d)0+(?=\d)/g, '')
    .replace(/(?<=[A-Z])-|-(?=[A-Z])/g, '');
