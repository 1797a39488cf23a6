/** Makes the id of an account from its customer and the three letters of its currency, the same in every month. */
export const accountId = (customerId: number, currency: string): number =>
  [...currency].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 65, customerId);
