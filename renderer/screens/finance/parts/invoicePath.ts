/** Returns the path of the list of suppliers' invoices with one of them open. */
export const invoicePath = (id: number | null): string => `/bil-fee/supplier-invoices?id=${id ?? ''}`;
