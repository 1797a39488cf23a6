import { airport } from '@contract/config/airport';
import { useEffect } from 'react';
import { codeOf, useLookups } from '../../kinds/lookups';
import type { PlainScreen } from '../../resource/ListScreen';
import type { FormInside } from '../../resource/RecordForm';
import { PlainList } from '../PlainList';

const COUNTRY = ['country'] as const;

/** Sets the two-letter code to that of the selected country, so that it need not be typed. */
function CountryCode({ form: { values, set } }: { form: FormInside }) {
  const lookups = useLookups(COUNTRY);
  const { countryId, twoLetterCode } = values;
  const country = typeof countryId === 'number' ? lookups.find('country', countryId) : undefined;
  const code = country && codeOf('country', country);
  useEffect(() => {
    if (code && code !== twoLetterCode) set('twoLetterCode', code);
  }, [code, twoLetterCode, set]);
  return null;
}

const screen: PlainScreen = {
  group: 'airport',
  menu: 'config.airport',
  resource: airport,
  columns: [
    'airportCode',
    { name: 'nameEn', width: 220 },
    { name: 'nameCn', width: 180 },
    'countryId',
    { name: 'timeZone', width: 160 },
    'type',
    'icaoCode',
    'unLocode',
    'remark',
  ],
  form: [
    {
      title: 'config.groupNames',
      fields: ['airportCode', 'type', 'nameEn', 'nameCn', 'icaoCode', 'unLocode'],
    },
    { title: 'config.groupPlace', fields: ['countryId', 'timeZone'] },
    { title: 'config.groupOther', fields: ['remark'] },
  ],
  more: CountryCode,
  addText: 'config.addAirport',
  nameOf: (row) => String(row.airportCode),
};

export default function Airports() {
  return <PlainList screen={screen} />;
}
