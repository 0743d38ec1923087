import { Component } from 'react';
import type { ReactNode } from 'react';

interface Props {
  readonly children: ReactNode;
  /** What is drawn; anything else is worth another try. */
  readonly of?: unknown;
  /** Shown in place of what could not be drawn; `retry` draws it anew. */
  readonly fallback: (retry: () => void) => ReactNode;
}

/** What breaks inside stays inside. */
export class Boundary extends Component<Props, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override componentDidUpdate(before: Props): void {
    if (this.state.failed && before.of !== this.props.of) this.setState({ failed: false });
  }

  override render(): ReactNode {
    return this.state.failed
      ? this.props.fallback(() => this.setState({ failed: false }))
      : this.props.children;
  }
}
