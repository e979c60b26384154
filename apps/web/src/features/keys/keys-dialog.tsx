// All keys in one list, made from the table that binds them, and the commands that can be typed.
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useReadOnly } from '../../app/client-context.tsx';
import { ForOwner } from '../../app/for-owner.tsx';
import { type KeyPlace, keyTable, readingKeys, type Stroke, toCaps } from '../../app/keys.ts';
import { Modal } from '../../ui/modal.tsx';
import { commandNames } from '../commands/commands.ts';

const places: readonly KeyPlace[] = ['anywhere', 'composer', 'choices'];

export function KeysDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation();
  const readOnly = useReadOnly();
  const keys = keyTable.filter(({ name }) => !readOnly || readingKeys.has(name));
  const shown = places.filter((place) => keys.some((binding) => binding.place === place));
  return (
    <Modal open={open} onOpenChange={(next) => !next && onClose()} title={t('keys.title')} wide>
      <div className="flex flex-col gap-5 text-sm" data-keys>
        {shown.map((place) => (
          <Rows key={place} title={t(`keys.places.${place}`)}>
            {keys
              .filter((binding) => binding.place === place)
              .map(({ name, strokes }) => (
                <Row key={name} what={t(`keys.names.${name}`)}>
                  {strokes.map((stroke) => (
                    <Caps key={stroke.key} stroke={stroke} />
                  ))}
                </Row>
              ))}
          </Rows>
        ))}
        <ForOwner>
          <Rows title={t('keys.commands')}>
            {commandNames.map((name) => (
              <Row key={name} what={t(`commands.${name}`)}>
                <code className="text-code">/{name}</code>
              </Row>
            ))}
          </Rows>
        </ForOwner>
      </div>
    </Modal>
  );
}

function Rows({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3 className="mb-1 font-medium text-muted text-xs">{title}</h3>
      <dl className="divide-y divide-line">{children}</dl>
    </section>
  );
}

function Row({ what, children }: { what: string; children: ReactNode }) {
  return (
    <div className="flex min-h-8 items-center justify-between gap-4 py-1">
      <dt className="min-w-0">{what}</dt>
      <dd className="flex shrink-0 items-center gap-2">{children}</dd>
    </div>
  );
}

function Caps({ stroke }: { stroke: Stroke }) {
  return (
    <span className="flex gap-1">
      {toCaps(stroke).map((cap) => (
        <kbd
          key={cap}
          className="min-w-6 rounded-sm border border-edge bg-mist px-1.5 text-center font-sans text-xs leading-5"
        >
          {cap}
        </kbd>
      ))}
    </span>
  );
}
