import { writeFileSync } from 'node:fs';

const SURNAMES = '王李张刘陈杨黄赵吴周徐孙马朱胡郭何林罗高';
const GIVEN_NAMES = '伟芳娜敏静丽强磊军洋勇艳杰娟涛明超秀霞平刚桂英华玉兰红';
const STREETS = ['Kerkstraat', 'Dorpsstraat', 'Schoolstraat', 'Molenweg', 'Stationsweg', 'Nieuwstraat'];
const CITIES = ['Utrecht', 'Breda', 'Tilburg', 'Arnhem', 'Delft', 'Zwolle'];
/** Goods with their code and their product identifier: short, so that 150,000 rows fit in the largest file. */
const GOODS = [
  ['T恤 T-shirt', '610910', 'T1'],
  ['Phone case', '392690', 'P2'],
  ['LED lamp', '940542', 'L3'],
  ['Shoes', '640411', 'S4'],
] as const;
const HEADER =
  'Box number,Tracking number,Consignee,Address,City,Postcode,Country,Product name,HS code,Quantity,Unit price,' +
  'Currency,Gross weight (kg),Origin country,Seller name,VAT scheme,Merchant product ID,Manufacturer product ID';

/** Returns a generator of whole numbers below a limit, the same ones for the same seed (mulberry32). */
function randomOf(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit;
  };
}

function place(random: (limit: number) => number): [string, string] {
  const country = random(20);
  if (country < 10) return ['DE', String(10_000 + random(8_000) * 10)];
  if (country < 14) return ['FR', String(10_000 + random(80_000))];
  if (country < 17) return ['NL', `${1000 + random(8_999)} ${'ABCDEGHJ'[random(8)]}${'XBCDE'[random(5)]}`];
  return ['BE', String(1000 + random(8_999))];
}

/** Writes a valid declaration: 150,000 rows are 20 MB, with Chinese in quotation marks. */
export function writeDeclaration(file: string, rows: number, { first = 0 } = {}): void {
  const random = randomOf(42);
  const lines = [HEADER];
  for (let parcel = first + 1; lines.length <= rows; parcel++) {
    const [country, postcode] = place(random);
    const name = `${SURNAMES[random(20)]}${GIVEN_NAMES[random(25)]}${GIVEN_NAMES[random(25)]}`;
    const address = `${STREETS[random(6)]} ${random(300)}, ${parcel % 3 === 0 ? '二楼' : 'bus'}`;
    const box = `PLD26${String(Math.floor(parcel / 26)).padStart(6, '0')}`;
    const head = `${box},TUL${8_800_000_000 + parcel}NL,"${name}","${address}",${CITIES[random(6)]},${postcode},${country}`;
    const weight = (0.05 + random(900) / 1000).toFixed(3);
    for (let line = parcel % 3 === 0 ? 2 : 1; line > 0 && lines.length <= rows; line--) {
      const [goods, code, id] = GOODS[random(4)] ?? GOODS[0];
      const price = (1 + random(900) / 10).toFixed(2);
      lines.push(
        `${head},${goods},${code},${1 + random(3)},${price},EUR,${weight},CN,Panda,SPECIAL,${id},M${id}`,
      );
    }
  }
  writeFileSync(file, `${lines.join('\r\n')}\r\n`);
}

/** Returns the columns of {@link listRows}. */
export const columnsOf = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    header: `Column ${at + 1}`,
    kind: at % 3 === 1 ? ('number' as const) : ('text' as const),
  }));

/** Yields rows of a list as wide as a screen's, one after the other. */
export function* listRows(rows: number, columns: number, seed = 7): Generator<(string | number)[]> {
  const random = randomOf(seed);
  for (let row = 0; row < rows; row++) {
    yield Array.from({ length: columns }, (_, column) => {
      if (column % 3 === 0) return `TUL${8_800_000_000 + row * columns + column}`;
      return column % 3 === 1 ? random(100_000) / 100 : `货物 ${GOODS[random(4)]?.[0]} ${random(50)}`;
    });
  }
}
