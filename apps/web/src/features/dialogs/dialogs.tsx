// The page's own dialogs, each loaded when it is first opened.
import { lazy } from 'react';
import { dialogNames, openDialog, useOpenDialog } from '../../app/dialogs.ts';
import { OnDemand } from '../../ui/on-demand.tsx';

const loadPalette = () =>
  import('../palette/palette-dialog.tsx').then((module) => ({ default: module.PaletteDialog }));

/** Who opens it types on at once: its code should be there by then. Where it cannot be had, opening it tells. */
export const preloadPalette = (): Promise<unknown> => loadPalette().catch(() => {});

const dialogs = {
  files: lazy(() =>
    import('../context/workspace-files-dialog.tsx').then((module) => ({
      default: module.WorkspaceFilesDialog,
    })),
  ),
  heartbeat: lazy(() =>
    import('../heartbeat/heartbeat-dialog.tsx').then((module) => ({ default: module.HeartbeatDialog })),
  ),
  permissions: lazy(() =>
    import('../permissions/permissions-dialog.tsx').then((module) => ({ default: module.PermissionsDialog })),
  ),
  tools: lazy(() =>
    import('../added/added-tools-dialog.tsx').then((module) => ({ default: module.AddedToolsDialog })),
  ),
  keys: lazy(() => import('../keys/keys-dialog.tsx').then((module) => ({ default: module.KeysDialog }))),
  palette: lazy(loadPalette),
  connect: lazy(() =>
    import('../models/connect-dialog.tsx').then((module) => ({ default: module.ConnectDialog })),
  ),
} as const;

export function Dialogs() {
  const shown = useOpenDialog();
  const close = () => openDialog(null);
  return dialogNames.map((name) => {
    const Dialog = dialogs[name];
    return (
      <OnDemand key={name} open={shown === name}>
        <Dialog open={shown === name} onClose={close} />
      </OnDemand>
    );
  });
}
