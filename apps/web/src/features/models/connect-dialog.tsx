import { useTranslation } from 'react-i18next';
import { Modal } from '../../ui/modal.tsx';
import { ConnectGuide } from './connect-guide.tsx';

export function ConnectDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <Modal open={open} onOpenChange={(next) => !next && onClose()} title={t('connect.title')} wide>
      <ConnectGuide />
    </Modal>
  );
}
