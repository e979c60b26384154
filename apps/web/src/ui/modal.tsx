// Dialogs and the drawer. What they are made of is loaded when the first one opens.
import { lazy } from 'react';
import type { ModalProps } from './base-modal.tsx';
import { OnDemand } from './on-demand.tsx';

const BaseModal = lazy(() => import('./base-modal.tsx').then((module) => ({ default: module.BaseModal })));
const BaseDrawer = lazy(() => import('./base-modal.tsx').then((module) => ({ default: module.BaseDrawer })));

export function Modal(props: ModalProps) {
  return (
    <OnDemand open={props.open}>
      <BaseModal {...props} />
    </OnDemand>
  );
}

/** The same from the left edge, for the list on a phone. */
export function Drawer(props: Omit<ModalProps, 'wide'>) {
  return (
    <OnDemand open={props.open}>
      <BaseDrawer {...props} />
    </OnDemand>
  );
}
