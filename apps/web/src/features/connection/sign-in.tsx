import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../app/client-context.tsx';
import { Button } from '../../ui/button.tsx';
import { Wake } from '../../ui/wake.tsx';
import { thrownWords } from './error-words.ts';

/** Asks for the access token that the server was started with. */
export function SignIn() {
  const { t } = useTranslation();
  const client = useClient();
  const [token, setToken] = useState('');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (token === '' || busy) return;
    setBusy(true);
    setProblem('');
    client
      .signIn(token)
      .then(
        (right) => !right && setProblem(t('signIn.wrong')),
        (thrown: unknown) => setProblem(thrownWords(t, thrown)),
      )
      .finally(() => setBusy(false));
  };
  return (
    <main className="flex h-full items-center justify-center overflow-y-auto p-4">
      <form onSubmit={submit} className="flex w-full max-w-sm flex-col gap-4">
        <Wake className="size-8 text-accent" />
        <h1 className="font-semibold text-lg">{t('signIn.title')}</h1>
        <p className="text-muted text-sm">{t('signIn.what')}</p>
        <label className="text-sm">
          {t('signIn.label')}
          <input
            type="password"
            autoComplete="current-password"
            value={token}
            onChange={(event) => setToken(event.target.value)}
            className="mt-1 block min-h-10 w-full rounded-sm border border-edge bg-raised px-3 text-base"
            aria-invalid={problem !== ''}
            aria-describedby="sign-in-problem"
          />
        </label>
        <p id="sign-in-problem" role="alert" className="text-bad text-sm empty:hidden">
          {problem}
        </p>
        <Button type="submit" look="primary" className="min-h-10" disabled={busy || token === ''}>
          {t('signIn.submit')}
        </Button>
      </form>
    </main>
  );
}
