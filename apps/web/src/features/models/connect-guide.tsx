import { useTranslation } from 'react-i18next';
import { CodeFrame } from '../markdown/code-block.tsx';

const hosted = 'OPENAI_API_KEY=sk-…\nOPENAI_MODEL=gpt-5';
const compatible =
  'OPENAI_API_KEY=sk-…\nOPENAI_BASE_URL=https://api.deepseek.com/v1\nOPENAI_MODEL=deepseek-chat';
const local = 'OPENAI_BASE_URL=http://127.0.0.1:11434/v1\nOPENAI_MODEL=qwen3';

/** How to talk to a real model: what to write into which file, and what to do then. */
export function ConnectGuide() {
  const { t } = useTranslation();
  return (
    <div className="flex flex-col gap-4 text-sm">
      <p>{t('connect.intro')}</p>
      <Variant title={t('connect.openai')} lines={hosted} />
      <Variant title={t('connect.compatible')} lines={compatible} />
      <Variant title={t('connect.local')} lines={local} />
      <p>{t('connect.restart')}</p>
    </div>
  );
}

function Variant({ title, lines }: { title: string; lines: string }) {
  return (
    <section className="flex min-w-0 flex-col gap-1.5">
      <h3 className="font-medium">{title}</h3>
      <CodeFrame label=".env" copy={lines}>
        {lines}
      </CodeFrame>
    </section>
  );
}
