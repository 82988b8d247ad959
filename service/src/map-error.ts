import { type FailedRequest, HttpError } from 'svckit';
import { InvalidWebhookInput } from 'svckit/webhooks';
import { CacheEntryTooLarge } from './cache/cache-store.js';
import { DatabaseUnavailable, OutcomeUnknown } from './database/database-unavailable.js';
import { FileStoreError, type FileStoreErrorCode } from './files/file-store-error.js';
import { GlobError } from './files/glob.js';
import { QueueFull } from './fair-shares/fair-queue.js';
import { ImageProcessEnded } from './images/image-process.js';
import { NotAnImage } from './images/not-an-image.js';
import { BalanceOutOfRange } from './ledger/balance-out-of-range.js';
import { RedisUnavailable } from './redis/redis-unavailable.js';

/** The answer to clients for errors of the stores and engines; undefined for any other error. */
export function mapError(error: unknown, { route }: Pick<FailedRequest, 'route'>): HttpError | undefined {
  if (error instanceof DatabaseUnavailable || error instanceof OutcomeUnknown)
    return refuseForNow(error.message, error.code, 1);
  if (error instanceof RedisUnavailable) return mapRedisError(route?.tags[0]);
  if (error instanceof FileStoreError) return mapFileError(error);
  if (error instanceof QueueFull) return refuseForNow(error.message, `${error.work}-busy`, error.retryAfterSeconds);
  if (error instanceof ImageProcessEnded) return refuseForNow(error.message, 'images-unavailable', 1);
  if (error instanceof CacheEntryTooLarge) return new HttpError(413, error.message, { code: 'cache-entry-too-large' });
  if (error instanceof GlobError)
    return refusePlace(`The glob ${error.message}.`, { in: 'query', path: 'glob', code: 'custom' });
  if (error instanceof NotAnImage) {
    const place = { in: 'body', path: 'base64', code: 'not-an-image' };
    return refusePlace(error.message, place, `base64 is not a supported image. ${error.message}`);
  }
  if (error instanceof InvalidWebhookInput)
    return refusePlace(error.message, { in: 'body', path: error.member, code: 'custom' });
  if (error instanceof BalanceOutOfRange) {
    const [part, path] = route?.method === 'DELETE' ? ['path', 'id'] : ['body', 'amount'];
    const { message } = error;
    const errors = [{ in: part, path, message, code: 'balance_out_of_range' }];
    return new HttpError(400, message, { code: 'balance-out-of-range', errors });
  }
  return undefined;
}

function refuseForNow(detail: string, code: string, seconds: number): HttpError {
  return new HttpError(503, detail, { code }, { headers: { 'Retry-After': String(seconds) } });
}

interface Place {
  readonly in: string;
  readonly path: string;
  readonly code: string;
}

/** A refusal that names one place in the request, like those of the declared schemas. */
function refusePlace(message: string, { in: part, path, code }: Place, detail = message): HttpError {
  return new HttpError(400, detail, { code: 'validation-failed', errors: [{ in: part, path, message, code }] });
}

/** The routes that Redis keeps data for, by their tag. */
function mapRedisError(tag: string | undefined): HttpError | undefined {
  switch (tag) {
    case 'Cache':
      return refuseForNow(
        'The cache is not reachable right now; nothing was read or changed. Try again in a moment.',
        'cache-unavailable',
        1,
      );
    case 'Jobs':
      return refuseForNow('The job queue is not reachable right now. Try again in a moment.', 'queue-unavailable', 1);
    default:
      return undefined;
  }
}

const fileStatuses: Readonly<Record<Exclude<FileStoreErrorCode, 'unavailable' | 'invalid-key'>, number>> = {
  conflict: 409,
  'too-large': 409,
};

function mapFileError({ code, message }: FileStoreError): HttpError {
  if (code === 'unavailable') return refuseForNow(message, code, 5);
  if (code === 'invalid-key') return refusePlace(message, { in: 'query', path: 'key', code });
  return new HttpError(fileStatuses[code], message, { code });
}
