import { Tabs as Library, Tab, type TabProps, type TabsProps } from '@blueprintjs/core';
import { Children, cloneElement, isValidElement } from 'react';

/**
 * Tabs, gone through by arrows and chosen by Enter. The library's arrows lead to tabs of which it is said that they are not
 * disabled, and of one without the word nothing is said.
 */
export function Tabs({ children, ...rest }: TabsProps) {
  return (
    <Library {...rest}>
      {Children.map(children, (child) =>
        isValidElement<TabProps>(child) && child.type === Tab
          ? cloneElement(child, { disabled: child.props.disabled ?? false })
          : child,
      )}
    </Library>
  );
}
