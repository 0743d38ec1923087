import { Component } from 'react';
import type { ReactNode } from 'react';

interface Props {
  readonly children: ReactNode;
  /** What is drawn; anything else is worth another try. */
  readonly resetKey?: unknown;
  /** Shown in place of what could not be drawn; `retry` draws it anew. */
  readonly fallback: (retry: () => void) => ReactNode;
}

interface State {
  readonly failed: boolean;
  readonly resetKey: unknown;
}

/** What breaks inside stays inside. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { failed: false, resetKey: this.props.resetKey };

  static getDerivedStateFromError(): Partial<State> {
    return { failed: true };
  }

  static getDerivedStateFromProps({ resetKey: of }: Props, state: State): State | null {
    return of === state.resetKey ? null : { failed: false, resetKey: of };
  }

  override render(): ReactNode {
    return this.state.failed
      ? this.props.fallback(() => this.setState({ failed: false }))
      : this.props.children;
  }
}
