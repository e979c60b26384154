// The images that a tool gave, from this server's own files. One that is not there any more says so.
import type { ShownImage } from '@slipstream/protocol';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../app/client-context.tsx';

export function ToolImages({ images, title }: { images: readonly ShownImage[]; title: string }) {
  const { t } = useTranslation();
  return (
    <ul aria-label={t('trace.images')} className="mb-1 flex flex-wrap gap-2">
      {images.map((image, index) => (
        <li key={image.id} className="min-w-0">
          <ToolImage image={image} alt={t('trace.image', { n: index + 1, title })} />
        </li>
      ))}
    </ul>
  );
}

function ToolImage({ image, alt }: { image: ShownImage; alt: string }) {
  const { t } = useTranslation();
  const client = useClient();
  const [gone, setGone] = useState(false);
  if (gone) return <p className="text-muted text-sm">{t('trace.imageGone')}</p>;
  const url = client.attachmentUrl(image.id);
  return (
    <a
      href={url}
      target="_blank"
      rel="noreferrer"
      className="block overflow-hidden rounded-md border border-line bg-sunken hover:border-accent"
    >
      <img
        src={url}
        alt={alt}
        loading="lazy"
        decoding="async"
        onError={() => setGone(true)}
        className="max-h-64 min-h-6 min-w-6 max-w-full object-contain"
      />
    </a>
  );
}
