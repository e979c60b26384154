// Makes a large picture as small as models look at it. What is no picture, or small enough, stays as it is.

/** The longer side that the usual models make pictures to. */
const maxSide = 2048;
const maxBytes = 4 * 1024 * 1024;

export async function shrinkImage(file: File): Promise<Blob> {
  if (!/^image\/(png|jpeg|webp)$/.test(file.type) || typeof createImageBitmap !== 'function') return file;
  try {
    const bitmap = await createImageBitmap(file);
    const scale = Math.min(1, maxSide / Math.max(bitmap.width, bitmap.height));
    if (scale === 1 && file.size <= maxBytes) return file;
    const canvas = document.createElement('canvas');
    canvas.width = Math.round(bitmap.width * scale);
    canvas.height = Math.round(bitmap.height * scale);
    canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
    bitmap.close();
    const type = file.size > maxBytes && file.type === 'image/png' ? 'image/jpeg' : file.type;
    return (await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, 0.9))) ?? file;
  } catch {
    // The server says what is wrong with it.
    return file;
  }
}
