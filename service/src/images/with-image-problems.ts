import { HttpError } from 'svckit';
import { QueueFull } from './bounded-queue.js';
import { NotAnImage } from './not-an-image.js';

/** Runs an image operation and turns its refusals into the answers that say so. */
export async function withImageProblems<T>(operation: () => Promise<T>): Promise<T> {
  try {
    return await operation();
  } catch (error) {
    if (error instanceof QueueFull) {
      throw new HttpError(
        503,
        `Too many images are waiting. Try again in ${error.retryAfterSeconds} s.`,
        { code: 'images-busy' },
        {
          headers: { 'Retry-After': String(error.retryAfterSeconds) },
        },
      );
    }
    if (!(error instanceof NotAnImage)) throw error;
    const errors = [{ in: 'body', path: 'base64', message: error.message, code: 'not-an-image' }];
    throw new HttpError(400, `base64 is no image that can be described. ${error.message}`, {
      code: 'validation-failed',
      errors,
    });
  }
}
