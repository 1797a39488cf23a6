/** A day of a file of reference rates. */
export interface DayOfRates {
  readonly day: string;
  readonly rates: Readonly<Record<string, string>>;
}

/** A file of reference rates as the European Central Bank publishes it. */
export const rateXml = (days: readonly DayOfRates[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?>
<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">
	<gesmes:subject>Reference rates</gesmes:subject>
	<gesmes:Sender>
		<gesmes:name>European Central Bank</gesmes:name>
	</gesmes:Sender>
	<Cube>${days
    .map(
      ({ day, rates }) => `
		<Cube time='${day}'>${Object.entries(rates)
      .map(([currency, rate]) => `\n\t\t\t<Cube currency='${currency}' rate='${rate}'/>`)
      .join('')}
		</Cube>`,
    )
    .join('')}
	</Cube>
</gesmes:Envelope>
`;
