// JSON as a tree that opens by the keyboard, too. Small ones are open from the beginning.
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { JsonView } from 'react-json-view-lite';

const openDepth = 2;
const openChars = 2000;

const looks = {
  container: 'max-h-80 overflow-auto px-3 py-2 pr-20 font-mono text-code',
  basicChildStyle: 'pl-4',
  childFieldsContainer: 'm-0 list-none p-0',
  label: 'mr-1.5 text-muted',
  clickableLabel: 'mr-1.5 cursor-pointer text-muted',
  nullValue: 'text-faint',
  undefinedValue: 'text-faint',
  stringValue: 'break-words text-good',
  booleanValue: 'text-wait',
  numberValue: 'text-accent',
  otherValue: 'text-muted',
  punctuation: 'mr-1 text-muted',
  collapseIcon: "mr-1 cursor-pointer select-none text-muted after:content-['▾']",
  expandIcon: "mr-1 cursor-pointer select-none text-muted after:content-['▸']",
  collapsedContent: "cursor-pointer text-muted after:content-['…']",
  noQuotesForStringValues: false,
  quotesForFieldNames: false,
  stringifyStringValues: true,
};

export function JsonOutput({ text }: { text: string }) {
  const { t } = useTranslation();
  const data = useMemo(() => JSON.parse(text) as object, [text]);
  const all = text.length <= openChars;
  return (
    <JsonView
      data={data}
      style={{
        ...looks,
        ariaLables: { collapseJson: t('trace.json.close'), expandJson: t('trace.json.open') },
      }}
      shouldExpandNode={(level) => all || level < openDepth}
      clickToExpandNode
      aria-label={t('trace.json.label')}
    />
  );
}
