/** Formats a bill for people: its number and batch with a space between, because batches share the number. */
export const billName = ({
  billNo,
  batchNo,
}: {
  readonly billNo: string | null;
  readonly batchNo?: string | null | undefined;
}): string => [billNo, batchNo].filter(Boolean).join(' ');
