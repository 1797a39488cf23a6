import type { Encoding } from '@contract/importing/encodings';
import { decodeText, examplesIn } from '../../../tabular/encoding';
import { TabularError } from '../../../tabular/tabularError';
import { hasTellingHeading } from './bankCsvColumns';
import type { EncodingQuestion } from './bankReading';

/** The whole text in an encoding; undefined if the bytes do not fit it. */
function textIn(bytes: Uint8Array, name: string, wanted: Encoding): string | undefined {
  try {
    return decodeText(bytes, name, { wanted }).pieces.join('');
  } catch (thrown) {
    if (thrown instanceof TabularError) return undefined;
    throw thrown;
  }
}

/**
 * Finds the encoding of a csv file: the wanted one, or a certain one; of the possible ones, those that read a known
 * heading. What is left is asked, unless all of it reads the same.
 */
export function encodingOf(
  bytes: Uint8Array,
  name: string,
  wanted: Encoding | undefined,
): { encoding: Encoding; encodings: readonly EncodingQuestion[] } {
  const { encoding, encodingChoice } = decodeText(bytes, name, { wanted });
  if (!encodingChoice) return { encoding, encodings: [] };
  const readings = encodingChoice.flatMap((one) => {
    const text = textIn(bytes, name, one);
    return text === undefined ? [] : [{ encoding: one, text }];
  });
  const telling = readings.filter(({ text }) => hasTellingHeading(text));
  const texts = new Map<string, Encoding>();
  for (const one of telling.length > 0 ? telling : readings)
    if (!texts.has(one.text)) texts.set(one.text, one.encoding);
  const left = [...texts.values()];
  if (left.length <= 1) return { encoding: left[0] ?? encoding, encodings: [] };
  const examples = examplesIn(bytes, left);
  return { encoding, encodings: left.map((one) => ({ encoding: one, example: examples[one] ?? '' })) };
}
