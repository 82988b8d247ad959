import type { IncomingMessage } from 'node:http';
import type { Step } from './endpoint.js';
import type { Exchange } from './exchange.js';
import { readBody, requireJson } from '../request/read-body.js';

type ParsedRequest = IncomingMessage & { readonly body?: unknown };

/** Reads the bytes of the body. When an outer body parser has read them, they are rebuilt from its result. */
export function bodyStep(limit: number, json: boolean): Step {
  return (exchange) => {
    const { req } = exchange as Exchange & { req: ParsedRequest };
    if (json && hasBody(req)) requireJson(req);
    if (req.readableEnded || req.body !== undefined) {
      exchange.rawBody =
        req.body === undefined
          ? Buffer.alloc(0)
          : Buffer.isBuffer(req.body)
            ? req.body
            : Buffer.from(JSON.stringify(req.body));
      return undefined;
    }
    return {
      then: (proceed, refuse) =>
        readBody(
          req,
          limit,
          (bytes) => {
            exchange.rawBody = bytes;
            proceed();
          },
          refuse,
        ),
    };
  };
}

function hasBody(req: IncomingMessage): boolean {
  return (req.headers['content-length'] ?? '0') !== '0' || req.headers['transfer-encoding'] !== undefined;
}
