import type { PermissionList, PermissionRuleInfo, SandboxInfo } from '@slipstream/protocol';
import { Trash2 } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../app/client-context.tsx';
import { betweenSentences, formatBytes } from '../../i18n/format.ts';
import { IconButton } from '../../ui/button.tsx';
import { Modal } from '../../ui/modal.tsx';

/** What is allowed, asked about and forbidden, and what keeps commands in; asked for anew whenever it is opened. */
export function PermissionsDialog(props: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <Modal
      open={props.open}
      onOpenChange={(next) => !next && props.onClose()}
      title={t('permissions.label')}
      wide
    >
      <Permissions />
    </Modal>
  );
}

function Permissions() {
  const { t } = useTranslation();
  const client = useClient();
  const [list, setList] = useState<PermissionList | null | 'failed'>(null);
  const [problem, setProblem] = useState(false);
  useEffect(() => {
    let gone = false;
    client.permissions().then(
      (found) => !gone && setList(found),
      () => !gone && setList('failed'),
    );
    return () => {
      gone = true;
    };
  }, [client]);
  if (list === null) return null;
  if (list === 'failed') return <p className="text-bad text-sm">{t('permissions.failed')}</p>;
  const remove = async (id: string) => {
    setProblem(false);
    // One that is gone already is what was wanted, and the list says so.
    await client.removePermission(id).catch(() => undefined);
    const next = await client.permissions().catch(() => null);
    if (next) setList(next);
    if (!next || next.rules.some((rule) => rule.id === id)) setProblem(true);
  };
  const kept = list.rules.filter((rule) => rule.id !== null);
  const owners = list.rules.filter((rule) => rule.id === null);
  return (
    <div className="flex flex-col gap-4">
      <Group title={t('permissions.kept')} none={t('permissions.noneKept')}>
        {kept.map((rule) => (
          <Kept key={rule.id} rule={rule} onRemove={remove} />
        ))}
      </Group>
      {problem && (
        <p role="alert" className="text-bad text-sm">
          {t('permissions.removeFailed')}
        </p>
      )}
      <Group title={t('permissions.owner')} none={t('permissions.noneOwner')}>
        {owners.map(({ effect, text }) => (
          <li key={`${effect} ${text}`} className="text-sm">
            <code className="font-mono text-code [overflow-wrap:anywhere]">{text}</code>{' '}
            <span className="text-muted">{t(`permissions.effect.${effect}`)}</span>
          </li>
        ))}
      </Group>
      <section>
        <h3 className="mb-1 font-medium text-muted text-xs">{t('permissions.commands')}</h3>
        <SandboxWords sandbox={list.sandbox} />
      </section>
    </div>
  );
}

function Kept({ rule, onRemove }: { rule: PermissionRuleInfo; onRemove: (id: string) => Promise<void> }) {
  const { t } = useTranslation();
  const [going, setGoing] = useState(false);
  const remove = () => {
    if (rule.id === null) return;
    setGoing(true);
    void onRemove(rule.id).finally(() => setGoing(false));
  };
  return (
    <li className="flex items-center justify-between gap-3">
      <code className="min-w-0 font-mono text-code [overflow-wrap:anywhere]">{rule.text}</code>
      <IconButton label={t('permissions.remove', { rule: rule.text })} disabled={going} onClick={remove}>
        <Trash2 aria-hidden />
      </IconButton>
    </li>
  );
}

function SandboxWords({ sandbox }: { sandbox: SandboxInfo }) {
  const { t, i18n } = useTranslation();
  const { kind, network, readable, memoryMb } = sandbox;
  const why = sandbox.reason ?? '';
  if (kind === 'none')
    return (
      <p className="text-sm text-wait">
        {t(sandbox.commands ? 'permissions.sandbox.none' : 'permissions.sandbox.refused', { why })}
      </p>
    );
  return (
    <p className="text-sm [overflow-wrap:anywhere]">
      {[
        t(`permissions.sandbox.${kind}`),
        t(network ? 'permissions.network.on' : 'permissions.network.off'),
        ...(readable.length > 0 ? [t('permissions.readable', { folders: readable.join(', ') })] : []),
        ...(memoryMb > 0
          ? [t('permissions.memory', { size: formatBytes(i18n.language, memoryMb * 1024 * 1024) })]
          : []),
      ].join(betweenSentences(i18n.language))}
    </p>
  );
}

function Group(props: { title: string; none: string; children: readonly ReactNode[] }) {
  return (
    <section>
      <h3 className="mb-1 font-medium text-muted text-xs">{props.title}</h3>
      {props.children.length === 0 ? (
        <p className="text-muted text-sm">{props.none}</p>
      ) : (
        <ul className="flex flex-col gap-1">{props.children}</ul>
      )}
    </section>
  );
}
