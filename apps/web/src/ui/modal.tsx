// Dialogs and the drawer. What they are made of is loaded when the first one opens.
import { lazy } from 'react';
import type { DrawerProps, ModalProps } from './base-modal.tsx';
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

/** The same from an edge: the list, or the panel, where there is no room beside the chat. */
export function Drawer(props: DrawerProps) {
  return (
    <OnDemand open={props.open}>
      <BaseDrawer {...props} />
    </OnDemand>
  );
}
