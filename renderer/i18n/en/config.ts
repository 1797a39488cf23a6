/** Words of reference data, customers and logs. */
export const config = {
  addAirport: 'Add airport',
  addLastMile: 'Add last-mile carrier',
  addDestination: 'Add destination',
  addChannelCode: 'Add channel code',
  addCustomer: 'Add customer',
  groupNames: 'Code and names',
  groupPlace: 'Place',
  groupTracking: 'Tracking numbers',
  groupContact: 'Contact',
  groupAddress: 'Address',
  groupRouting: 'Where it goes',
  groupTerms: 'Terms',
  groupOther: 'Other',
  logEmpty: 'Nothing has been logged',
  logWhat: 'What changed',
  logNothing: 'No fields changed',
} as const;
