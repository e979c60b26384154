import { ArrowUp, CornerUpRight, Square } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { RoundButton } from './round-button.tsx';

type SendButtonsProps = {
  running: boolean;
  stopping: boolean;
  /** Nothing is written. */
  empty: boolean;
  /** No message can carry it. */
  tooLong: boolean;
  uploading: boolean;
  onStop: () => void;
  onSteer: () => void;
};

/** While a turn runs Stop takes Send's place; with text written both are there, and what Send does is its label. */
export function SendButtons(props: SendButtonsProps) {
  const { running, stopping, empty, tooLong, uploading, onStop, onSteer } = props;
  const { t } = useTranslation();
  return (
    <>
      {running && (
        <RoundButton
          look={empty ? 'strong' : 'plain'}
          label={t(stopping ? 'composer.stopping' : 'composer.stop')}
          disabled={stopping}
          onClick={onStop}
        >
          <Square aria-hidden fill="currentColor" className="size-3.5" />
        </RoundButton>
      )}
      {running && !empty && !tooLong && (
        <RoundButton look="plain" label={t('composer.steer')} onClick={onSteer}>
          <CornerUpRight aria-hidden className="size-5" />
        </RoundButton>
      )}
      {(!running || !empty) && (
        <RoundButton
          look="accent"
          type="submit"
          label={t(running ? 'composer.queue' : 'composer.send')}
          disabled={empty || tooLong || uploading}
        >
          <ArrowUp aria-hidden className="size-5" />
        </RoundButton>
      )}
    </>
  );
}
