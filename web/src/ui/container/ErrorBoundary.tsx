import { Component } from 'react';
import type { ReactNode } from 'react';

interface Props {
  readonly children: ReactNode;
  /** A new value draws the children again after a failure. */
  readonly resetKey?: unknown;
  /** Drawn instead of the children after they threw; `retry` draws the children again. */
  readonly fallback: (retry: () => void) => ReactNode;
}

interface State {
  readonly failed: boolean;
  readonly resetKey: unknown;
}

/** Catches errors that its children throw while rendering. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { failed: false, resetKey: this.props.resetKey };

  static getDerivedStateFromError(): Partial<State> {
    return { failed: true };
  }

  static getDerivedStateFromProps({ resetKey }: Props, state: State): State | null {
    return resetKey === state.resetKey ? null : { failed: false, resetKey };
  }

  /** The pressed button goes with the fallback: the focus moves to the first one of what is drawn in its place. */
  private readonly retry = () => {
    const place = document.activeElement?.closest('li,main,[data-widget]');
    this.setState({ failed: false }, () => place?.querySelector('button')?.focus());
  };

  override render(): ReactNode {
    return this.state.failed ? this.props.fallback(this.retry) : this.props.children;
  }
}
