import type { Encoding } from '@contract/importing/encodings';

/** Words beyond ASCII by language, as in files about goods. */
export const WORDS: Readonly<Record<string, readonly string[]>> = {
  de: [
    'Jürgen Müller',
    'Kölner Straße',
    'Weiß',
    'Düsseldorf',
    'Süßwaren',
    'Größe',
    'Äpfel',
    'Österreich',
    'Übergabe',
    'Geschäftsführer',
  ],
  fr: [
    'Liège',
    'Mme Lefèvre',
    'Bâtiment 12',
    'Société Générale',
    'Évry',
    'reçu',
    'hôtel',
    'naïf',
    'Où',
    'Noël',
  ],
  es: [
    'Muñoz',
    'Peña',
    'A Coruña',
    'Málaga',
    'José Ramón',
    'avión',
    'Logroño',
    'Ángel',
    'pingüino',
    'Córdoba',
  ],
  pl: [
    'Wałęsa',
    'Łódzka',
    'Gdańsk',
    'Kraków',
    'Częstochowa',
    'Święty',
    'Żółty',
    'źródło',
    'Poznań',
    'ul. Długa',
  ],
  cs: ['Dvořák', 'Třebíč', 'Plzeň', 'Žižkov', 'Šťastný', 'Brně', 'Ústí', 'Děčín', 'náměstí', 'Přerov'],
  hu: [
    'Győr',
    'Székesfehérvár',
    'Petőfi utca',
    'Kőszegi',
    'Zsófia',
    'Hűvös',
    'Öttömös',
    'Úri',
    'Árpád',
    'gyűrű',
  ],
  ru: [
    'Иванов',
    'Москва',
    'улица Ленина',
    'Пётр',
    'склад',
    'получено',
    'Ёлкина',
    'Санкт-Петербург',
    'груз',
    'Щукин',
  ],
  tr: ['Yılmaz', 'İstanbul', 'Şişli', 'Kadıköy', 'Çağrı', 'Gümrük', 'Özgür', 'Beyoğlu', 'ışık', 'Ağrı'],
  zh: [
    '张伟',
    '深圳市宝安区',
    '已签收',
    '破损两箱',
    '广州白云机场',
    '王小明',
    '仓库',
    '易碎品',
    '北京',
    '上海浦东',
  ],
  tw: [
    '陳大文',
    '臺北市信義區',
    '已簽收',
    '桃園機場',
    '貨物破損',
    '林小姐',
    '倉庫',
    '新北市',
    '高雄港',
    '收件人',
  ],
  ja: [
    '田中さん',
    '東京都港区',
    '受け取り済み',
    'カメラ',
    'ありがとう',
    '大阪',
    '倉庫に保管',
    '荷物',
    'サンプル',
    '鈴木一郎',
  ],
};

const WESTERN = ['de', 'fr', 'es'];
const CENTRAL = ['pl', 'cs', 'hu'];
/** Encodings and the languages that are written in them. */
export const ENCODED: readonly (readonly [Encoding, readonly string[]])[] = [
  ['windows-1252', WESTERN],
  ['iso-8859-15', WESTERN],
  ['macintosh', WESTERN],
  ['windows-1250', CENTRAL],
  ['iso-8859-2', CENTRAL],
  ['windows-1251', ['ru']],
  ['windows-1254', ['tr']],
  ['gb18030', ['zh']],
  ['big5', ['tw']],
  ['shift_jis', ['ja']],
  ['utf-8', Object.keys(WORDS)],
  ['utf-16le', Object.keys(WORDS)],
];

const WIDE: readonly Encoding[] = ['gb18030', 'big5', 'shift_jis'];
const tables = new Map<Encoding, ReadonlyMap<string, readonly number[]>>();

/** Returns the bytes of the characters of an encoding, by decoding every byte or pair once. */
function tableOf(encoding: Encoding): ReadonlyMap<string, readonly number[]> {
  const known = tables.get(encoding);
  if (known) return known;
  const table = new Map<string, readonly number[]>();
  const decoder = new TextDecoder(encoding, { fatal: true });
  const addBytes = (...bytes: number[]) => {
    try {
      const char = decoder.decode(Uint8Array.from(bytes));
      if (char.length === 1 && !table.has(char)) table.set(char, bytes);
    } catch {}
  };
  for (let first = 0x80; first <= 0xff; first++) {
    addBytes(first);
    if (WIDE.includes(encoding)) for (let second = 0x40; second <= 0xfe; second++) addBytes(first, second);
  }
  tables.set(encoding, table);
  return table;
}

/** True for a character that an encoding of bytes has. */
export const isEncodable = (char: string, encoding: Encoding): boolean => tableOf(encoding).has(char);

/** Returns the bytes of a text in an encoding: the runtime has decoders only. */
export function encode(text: string, encoding: Encoding): Buffer {
  if (encoding === 'utf-8') return Buffer.from(text);
  if (encoding === 'utf-16le') return Buffer.from(text, 'utf16le');
  const table = tableOf(encoding);
  return Buffer.from(
    [...text].flatMap((char) => table.get(char) ?? [char.charCodeAt(0) < 0x80 ? char.charCodeAt(0) : 0x3f]),
  );
}
