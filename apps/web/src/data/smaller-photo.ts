/**
 * Photos as they are sent. The server waits 15 seconds for a file, which a photo of today's phones
 * exceeds on a slow connection: a large one is scaled down first, and still shows every letter of a
 * document.
 */
import { CallError } from './api.ts';
import { session } from './session.ts';

const AS_IT_IS_BYTES = 1_000_000;
const EDGE_PX = 2_400;
const QUALITY = 0.85;

/** Fails if another session began meanwhile: the photo is of the one that chose it. */
export async function smallerPhoto(photo: Blob): Promise<Blob> {
  const token = session.get()?.token;
  const smaller = photo.size > AS_IT_IS_BYTES ? await scaledDown(photo) : photo;
  if (session.get()?.token !== token) throw new CallError('stale', 'another session began');
  return smaller;
}

async function scaledDown(photo: Blob): Promise<Blob> {
  try {
    const image = await createImageBitmap(photo);
    const scale = Math.min(1, EDGE_PX / Math.max(image.width, image.height));
    const canvas = new OffscreenCanvas(Math.round(image.width * scale), Math.round(image.height * scale));
    const context = canvas.getContext('2d');
    if (context === null) return photo;
    // A JPEG has no transparency, and the text of a receipt is dark.
    context.fillStyle = '#fff';
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    image.close();
    const smaller = await canvas.convertToBlob({ type: 'image/jpeg', quality: QUALITY });
    return smaller.size < photo.size ? smaller : photo;
  } catch {
    // The server says what is wrong with a file that is no photo.
    return photo;
  }
}
