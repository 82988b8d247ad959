/** An answer that is sent piece by piece, not as one value. */
export abstract class StreamedAnswer {}
