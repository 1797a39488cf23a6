import type { ReactNode } from 'react';
import type { Kind } from './kind';
import { PlaceInput } from './PlaceInput';
import { TextInput, TypedFilter } from './TextInput';

/** An email address that can wrap before its host. */
function breakable(address: string): ReactNode {
  const at = address.lastIndexOf('@');
  return at < 0 ? (
    address
  ) : (
    <>
      {address.slice(0, at)}
      <wbr />
      {address.slice(at)}
    </>
  );
}

/** Text of a single line. */
export const text: Kind<'text'> = {
  align: 'start',
  width: 160,
  toText: (value: string, { actor }, { speech }) => (actor ? speech.actor(value) : value),
  Cell: (value: string, { format, actor }, { speech }) => {
    if (actor) return speech.actor(value);
    return format === 'email' ? breakable(value) : value;
  },
  Input: (props) => {
    const { meta, value, ...rest } = props;
    return meta.suggest ? (
      <PlaceInput {...props} part={meta.suggest} />
    ) : (
      <TextInput {...rest} shown={String(value ?? '')} read={(typed) => typed} maxLength={meta.max} />
    );
  },
  Filter: TypedFilter,
};
