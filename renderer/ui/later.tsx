import { type ComponentType, useEffect, useState } from 'react';

/**
 * Component whose code is loaded when it is first shown, with nothing in its place until then. React's own `lazy` keeps
 * the previous content for at least 300 ms, however soon the code is loaded.
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
        // Thrown during render, so that the nearest error boundary handles it like a failure of the part itself.
        (error: unknown) =>
          setPart(() => {
            throw error;
          }),
      );
    }, [Part]);
    return Part ? <Part {...props} /> : null;
  };
}
