import type { AddedTools } from '@slipstream/client';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../app/client-context.tsx';
import { Modal } from '../../ui/modal.tsx';
import { problemWords } from './problem-words.ts';

/** What the server's owner has added to the tools; asked for anew whenever it is opened. */
export function AddedToolsDialog(props: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <Modal open={props.open} onOpenChange={(next) => !next && props.onClose()} title={t('added.label')} wide>
      <Added />
    </Modal>
  );
}

function Added() {
  const { t } = useTranslation();
  const client = useClient();
  const [added, setAdded] = useState<AddedTools | null | 'failed'>(null);
  useEffect(() => {
    let gone = false;
    client.addedTools().then(
      (found) => !gone && setAdded(found),
      () => !gone && setAdded('failed'),
    );
    return () => {
      gone = true;
    };
  }, [client]);
  if (added === null) return null;
  if (added === 'failed') return <p className="text-bad text-sm">{t('added.failed')}</p>;
  const { servers, files } = added;
  return (
    <div className="flex flex-col gap-4">
      <Group title={t('added.servers')} none={t('added.noServers')}>
        {servers.map((server) => (
          <Entry key={server.name} {...server} state={t(`added.state.${server.state}`)} />
        ))}
      </Group>
      <Group title={t('added.own')} none={t('added.noOwn')}>
        {files.map(({ path, ...file }) => (
          <Entry
            key={path}
            {...file}
            name={path}
            state={t(file.problem === null ? 'added.state.loaded' : 'added.state.broken')}
          />
        ))}
      </Group>
    </div>
  );
}

function Group(props: { title: string; none: string; children: readonly ReactNode[] }) {
  return (
    <section>
      <h3 className="mb-1 font-medium text-muted text-xs">{props.title}</h3>
      {props.children.length === 0 ? (
        <p className="text-muted text-sm">{props.none}</p>
      ) : (
        <ul className="flex flex-col gap-2">{props.children}</ul>
      )}
    </section>
  );
}

function Entry(props: { name: string; state: string; tools: readonly string[]; problem: string | null }) {
  const { t } = useTranslation();
  return (
    <li className="text-sm [overflow-wrap:anywhere]">
      <span className="font-medium">{props.name}</span> <span className="text-muted">{props.state}</span>
      {props.problem !== null && <p className="text-bad">{problemWords(t, props.problem)}</p>}
      {props.tools.length > 0 && <p className="font-mono text-muted text-xs">{props.tools.join(' ')}</p>}
    </li>
  );
}
