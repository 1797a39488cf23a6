import { Component, type ReactNode } from 'react';
import { desktop } from '../api/bridge';

interface BoundaryProps {
  readonly children: ReactNode;
  /** Draws the replacement for children that threw; `reset` draws the children afresh. */
  readonly fallback: (failed: Error, reset: () => void) => ReactNode;
  /** Runs once after a throw, for a part that its owner should close. */
  readonly onFailed?: () => void;
}

/** Catches an error thrown while its children are drawn, reports it to main's log, and shows a fallback in their place. */
export class Boundary extends Component<BoundaryProps, { failed: Error | null }> {
  override state: { failed: Error | null } = { failed: null };

  static getDerivedStateFromError(failed: unknown) {
    return { failed: failed instanceof Error ? failed : new Error(String(failed)) };
  }

  override componentDidCatch(error: unknown) {
    const failed = error instanceof Error ? error : new Error(String(error));
    // The bridge itself may be the cause: a report that fails must not throw a second time.
    desktop.app.report({ message: failed.message, stack: failed.stack ?? null }).catch(() => undefined);
    this.props.onFailed?.();
  }

  override render() {
    const { failed } = this.state;
    return failed ? this.props.fallback(failed, () => this.setState({ failed: null })) : this.props.children;
  }
}
