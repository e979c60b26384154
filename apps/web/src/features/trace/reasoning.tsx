import { Lightbulb } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Fold } from '../../ui/fold.tsx';
import { Markdown } from '../markdown/markdown.tsx';
import { useDisclosure } from './disclosures.tsx';

/** The model's thinking, folded; its first words say what it is about. */
export function Reasoning(props: { id: string; text: string; live: boolean }) {
  const { t } = useTranslation();
  const [open, toggle] = useDisclosure(props.id);
  return (
    <Fold
      open={open}
      onToggle={toggle}
      headClass="text-muted hover:text-ink"
      head={
        <>
          <Lightbulb aria-hidden className="size-4 shrink-0" />
          <span className="shrink-0 font-medium">{t('trace.reasoning')}</span>
          {!open && <span className="min-w-0 truncate">{excerpt(props.text, props.live)}</span>}
        </>
      }
    >
      {() => (
        <Markdown
          text={props.text}
          live={props.live}
          className="mb-2 ml-1.5 border-line border-l pl-3.5 text-muted text-sm"
        />
      )}
    </Fold>
  );
}

const excerptLength = 160;

/** While it grows its newest words, afterwards its first. */
function excerpt(text: string, live: boolean): string {
  const part = live ? text.slice(-excerptLength * 2) : text.slice(0, excerptLength);
  const words = part
    .replace(/[*_`#>]+/g, '')
    .replace(/\s+/g, ' ')
    .trim();
  return live ? (words.split(/(?<=[.!?。！？])\s*/).at(-1) ?? '') : words;
}
