// The plan of a chat beside it: what is to be done, and the plan file as the agent last wrote it, which the person may
// change as well.
import type { SessionState } from '@slipstream/client';
import { toPlanPath, type WorkspaceFileText } from '@slipstream/protocol';
import { Pencil } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../app/client-context.tsx';
import { IconButton } from '../../ui/button.tsx';
import { thrownWords } from '../connection/error-words.ts';
import { FileEditor } from '../context/file-editor.tsx';
import { Markdown } from '../markdown/markdown.tsx';
import { TodoEntries } from '../todo/todo-list.tsx';
import { countPlanWrites } from './plan-writes.ts';

export function PlanPart({ state }: { state: SessionState }) {
  const { t } = useTranslation();
  const { todos } = state;
  const done = todos.filter(({ status }) => status === 'done').length;
  return (
    <div className="flex flex-col gap-5 text-sm">
      {todos.length > 0 && (
        <section>
          <h2 className="mb-1.5 flex gap-2 font-medium">
            {t('todo.label')}
            <span className="font-normal text-muted tabular-nums">
              {t('todo.count', { done, total: todos.length })}
            </span>
          </h2>
          <ol className="-mx-3">
            <TodoEntries todos={todos} />
          </ol>
        </section>
      )}
      <PlanFile state={state} />
    </div>
  );
}

function PlanFile({ state }: { state: SessionState }) {
  const { t } = useTranslation();
  const { file, problem, setProblem, reload } = usePlanFile(state);
  const [edited, setEdited] = useState<WorkspaceFileText | null>(null);
  const close = () => {
    setEdited(null);
    reload();
  };
  return (
    <section aria-busy={file === null}>
      <div className="mb-1.5 flex min-h-8 items-center justify-between gap-2">
        <h2 className="font-medium">{t('plan.file')}</h2>
        {file && file.version !== null && !edited && (
          <IconButton label={t('plan.edit')} onClick={() => setEdited(file)}>
            <Pencil aria-hidden />
          </IconButton>
        )}
      </div>
      {problem !== null && (
        <p role="alert" className="mb-2 text-bad [overflow-wrap:anywhere]">
          {problem}
        </p>
      )}
      {edited ? (
        <div className="flex flex-col gap-3">
          <FileEditor file={edited} onClose={close} onFailed={setProblem} />
        </div>
      ) : (
        <Shown file={file} failed={problem !== null} />
      )}
    </section>
  );
}

function Shown({ file, failed }: { file: WorkspaceFileText | null; failed: boolean }) {
  const { t } = useTranslation();
  if (file === null) return failed ? null : <p className="late text-muted">{t('context.loading')}</p>;
  if (file.text.trim() === '') return <p className="text-muted">{t('plan.none')}</p>;
  return (
    <div className="[overflow-wrap:anywhere]" data-plan-file>
      <Markdown text={file.text} />
      <p className="mt-3 text-muted text-xs">{file.path}</p>
    </div>
  );
}

/** Read anew whenever the agent has written it, a turn has begun or ended, or the page is looked at again. */
function usePlanFile(state: SessionState) {
  const { t } = useTranslation();
  const client = useClient();
  const { sessionId, session, turn } = state;
  const [file, setFile] = useState<WorkspaceFileText | null>(null);
  const [problem, setProblemText] = useState<string | null>(null);
  const [asked, setAsked] = useState(0);
  const setProblem = useCallback((thrown: unknown) => setProblemText(thrownWords(t, thrown)), [t]);
  const reload = useCallback(() => setAsked((count) => count + 1), []);
  const written = `${turn?.turnId} ${countPlanWrites(state)} ${session?.mode} ${asked}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: `written` says when the file may be another one.
  useEffect(() => {
    let gone = false;
    client.workspaceFile(toPlanPath(sessionId)).then(
      (found) => {
        if (gone) return;
        setFile(found);
        setProblemText(null);
      },
      (thrown: unknown) => {
        if (!gone) setProblem(thrown);
      },
    );
    return () => {
      gone = true;
    };
  }, [client, sessionId, setProblem, written]);
  useEffect(() => {
    const look = () => document.visibilityState === 'visible' && reload();
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, [reload]);
  return { file, problem, setProblem, reload };
}
