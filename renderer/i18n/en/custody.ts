/** Words of the custody ledger: where goods are and how they moved. */
export const custody = {
  tab: 'Where it is',
  stops: 'Places of the goods',
  parcels_one: '{count} parcel',
  parcels_other: '{count} parcels',
  unnamed: '{n} counted, not scanned',
  held: '{n} held by customs',
  none: 'No boxes yet',
  noneDetail: 'Boxes are imported with the declaration file or scanned in',
  now: 'Show now',
  report: 'Report goods',
  reportLead:
    'For goods whose fate no scan, truck or signature shows: lost, found, destroyed, sent back, kept by customs, or never received. Found goods are recorded in the warehouse',
  moves: 'Moves',
  movesEmpty: 'Nothing has moved yet',
  movesEmptyDetail: 'Each move of boxes and parcels is listed here with its proof',
  movesKeyword: 'Proof number or remark',
  chain: 'Where it was',
  chainEmpty: 'Not arrived yet',
  from: 'from {place}',
  takenBack: 'undone',
} as const;
