import { type ComponentType, useEffect, useState } from 'react';

/**
 * A part of the page that is read when it is first shown, with nothing in its place until then. The library's own way to say
 * so leaves what stood in its place for 300 ms at least, however soon the part is there.
 */
export function later<Props extends object>(read: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  let known: ComponentType<Props> | undefined;
  return function Later(props: Props) {
    const [Part, setPart] = useState(() => known);
    useEffect(() => {
      if (Part) return;
      read().then(
        (found) => {
          known = found;
          setPart(() => found);
        },
        // Told as a failure of the part itself is: whoever keeps those to their place keeps this one there, too.
        (error: unknown) =>
          setPart(() => {
            throw error;
          }),
      );
    }, [Part]);
    return Part ? <Part {...props} /> : null;
  };
}
