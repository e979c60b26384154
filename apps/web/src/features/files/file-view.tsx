// One file of the workspace: what it holds or is, what this chat has changed in it, and what can be done with it.
import type { ChangedFile } from '@slipstream/protocol';
import { AtSign, ChevronLeft, Download } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../app/client-context.tsx';
import { formatBytes, formatMoment } from '../../i18n/format.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Preview } from '../approvals/preview.tsx';
import { download } from '../sessions/download.ts';
import { FileImage } from './file-image.tsx';
import { FileText } from './file-text.tsx';
import type { FileSide } from './files-place.ts';
import { useContent, useDiff } from './use-file.ts';

type FileViewProps = {
  sessionId: string;
  path: string;
  side: FileSide;
  /** What the chat has changed in it; null where that is nothing. */
  changed: ChangedFile | null;
  stamp: string;
  onSide: (side: FileSide) => void;
  onBack: () => void;
  /** Null where nothing can be written. */
  onMention: ((path: string) => void) | null;
};

export function FileView(props: FileViewProps) {
  const { path, side, changed, onBack, onSide, onMention } = props;
  const { t } = useTranslation();
  const client = useClient();
  const back = useRef<HTMLButtonElement>(null);
  useEffect(() => back.current?.focus({ preventScroll: true }), []);
  const name = path.slice(path.lastIndexOf('/') + 1);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    onBack();
  };
  return (
    <section aria-label={path} className="flex h-full flex-col gap-2" onKeyDown={onKeyDown} data-file={path}>
      <div className="-ml-2 flex items-center gap-1">
        <IconButton ref={back} label={t('files.back')} onClick={onBack}>
          <ChevronLeft aria-hidden />
        </IconButton>
        <h2 className="min-w-0 flex-1 truncate font-medium text-sm" title={path}>
          {name}
        </h2>
        {onMention && (
          <IconButton label={t('files.mention')} onClick={() => onMention(path)}>
            <AtSign aria-hidden />
          </IconButton>
        )}
        <IconButton label={t('files.download')} onClick={() => download(client.workspaceUrl(path))}>
          <Download aria-hidden />
        </IconButton>
      </div>
      <div className="flex items-center gap-2">
        <p className="min-w-0 flex-1 text-muted text-xs [overflow-wrap:anywhere]">{path}</p>
        <CopyButton text={path} label={t('files.copyPath')} />
      </div>
      {changed && (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
        <div role="group" aria-label={t('files.sides')} className="flex gap-1.5">
          {(['text', 'changes'] as const).map((each) => (
            <Button
              key={each}
              look={side === each ? 'outline' : 'quiet'}
              aria-pressed={side === each}
              className="min-h-7 px-2 text-xs"
              onClick={() => onSide(each)}
            >
              {t(`files.side.${each}`)}
            </Button>
          ))}
        </div>
      )}
      {changed && side === 'changes' ? <Changes {...props} /> : <Content {...props} />}
    </section>
  );
}

function Content({ path, stamp }: FileViewProps) {
  const { t, i18n } = useTranslation();
  const { value, problem } = useContent(path, stamp);
  if (problem !== null) return <Problem words={problem} />;
  if (!value) return <p className="late text-muted text-sm">{t('context.loading')}</p>;
  const size = formatBytes(i18n.language, value.bytes);
  const facts = [size, formatMoment(i18n.language, value.changedAt)];
  return (
    <>
      <div className="flex items-center gap-2">
        <p className="flex-1 text-muted text-xs tabular-nums">{facts.join(' · ')}</p>
        {value.kind === 'text' && value.text !== '' && <CopyButton text={value.text} />}
      </div>
      {value.kind === 'text' && value.truncated && (
        <p className="text-wait text-xs">{t('files.cut', { size })}</p>
      )}
      {value.kind === 'text' && <FileText path={path} text={value.text} />}
      {value.kind === 'image' && <FileImage file={value} />}
      {value.kind === 'binary' && <p className="text-muted text-sm">{t('files.binary', { size })}</p>}
    </>
  );
}

function Changes({ sessionId, path, stamp }: FileViewProps) {
  const { t } = useTranslation();
  const { value, problem } = useDiff(sessionId, path, stamp);
  if (problem !== null) return <Problem words={problem} />;
  if (!value) return <p className="late text-muted text-sm">{t('context.loading')}</p>;
  if (value.diff === null) return <p className="text-muted text-sm">{t(`files.diff.${value.state}`)}</p>;
  return (
    <>
      <p className="text-muted text-xs">{t('files.diff.changed')}</p>
      <Preview text={value.diff} className="min-h-40 flex-1 border border-line" />
    </>
  );
}

function Problem({ words }: { words: string }) {
  return (
    <p role="alert" className="text-bad text-sm">
      {words}
    </p>
  );
}
