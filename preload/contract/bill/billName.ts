/** A bill as people call it: its number, and with a blank its batch, since batches of a shipment share the number. */
export const billName = ({
  billNo,
  batchNo,
}: {
  readonly billNo: string | null;
  readonly batchNo?: string | null | undefined;
}): string => [billNo, batchNo].filter(Boolean).join(' ');
