/** Parts of a bill that other screens lead to, as its detail calls them. */
type Part = 'awb' | 'customs' | 'trips' | 'cases' | 'files' | 'attachments' | 'books';

/** The address of a bill, at the part that one comes for. */
export const billPath = (id: number | null, part?: Part) =>
  `/bill/bill_manage/detail/${id}${part ? `?part=${part}` : ''}`;
