/** Parts of the bill screen that other screens link to, by their ids. */
type Part = 'awb' | 'custody' | 'customs' | 'trips' | 'boxes' | 'cases' | 'files' | 'attachments' | 'books';

/** Returns the path of a bill's screen, at a part if given. */
export const billPath = (id: number | null, part?: Part) =>
  `/bill/bill_manage/detail/${id}${part ? `?part=${part}` : ''}`;
