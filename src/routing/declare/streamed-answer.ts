import { shareClass } from '../../report/share-class.js';

/** An answer that is sent piece by piece, not as one value. */
export abstract class StreamedAnswer {}
shareClass(StreamedAnswer, 'streamed-answer');

/** How the items of a stream are written. */
export type StreamKind = 'events' | 'ndjson';
