import { Component, type ReactNode } from 'react';

type OrElseProps = {
  fallback: ReactNode;
  /** What it is about: once that has changed, the children are tried again. */
  about?: unknown;
  children: ReactNode;
};

/** A part of the page that broke, or could not be loaded from a server that went away, takes nothing with it. */
export class OrElse extends Component<OrElseProps, { failed: boolean; about: unknown }> {
  override state = { failed: false, about: this.props.about };
  static getDerivedStateFromError() {
    return { failed: true };
  }
  static getDerivedStateFromProps({ about }: OrElseProps, state: { about: unknown }) {
    return about === state.about ? null : { about, failed: false };
  }
  override render() {
    return this.state.failed ? this.props.fallback : this.props.children;
  }
}
