import { Component, type ReactNode } from 'react';

/** A part of the page that could not be loaded, from a server that went away say, takes nothing with it. */
export class OrElse extends Component<{ fallback: ReactNode; children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };
  static getDerivedStateFromError() {
    return { failed: true };
  }
  override render() {
    return this.state.failed ? this.props.fallback : this.props.children;
  }
}
