import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { Modal } from '../../ui/modal.tsx';

const longestTitle = 200;

type RenameDialogProps = {
  open: boolean;
  title: string;
  onClose: () => void;
  onRename: (title: string) => void;
};

export function RenameDialog({ open, title, onClose, onRename }: RenameDialogProps) {
  const { t } = useTranslation();
  const [text, setText] = useState(title);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (open) setText(title);
  }, [open, title]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() === '') return;
    onRename(text.trim());
    onClose();
  };
  return (
    <Modal open={open} onOpenChange={(next) => !next && onClose()} title={t('sessions.rename')} first={field}>
      <form onSubmit={submit} className="flex flex-col gap-4">
        <input
          ref={field}
          value={text}
          maxLength={longestTitle}
          aria-label={t('sessions.titleLabel')}
          onChange={(event) => setText(event.target.value)}
          onFocus={(event) => event.target.select()}
          className="min-h-10 w-full rounded-sm border border-edge bg-paper px-3 text-sm coarse:text-base"
        />
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{t('ui.cancel')}</Button>
          <Button type="submit" look="primary" disabled={text.trim() === ''}>
            {t('ui.save')}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
