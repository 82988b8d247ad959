import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import cors from 'cors';
import type { CorsOptions } from '../../routing/table/cors-options.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../test/property-runs.js';
import { formatTexts } from '../../jsonschema/values/format-texts.js';
import { crossOrigin, variesByOrigin } from './cors.js';

const origins = ['https://app.example', 'https://admin.example', 'null', '*', ''];
const anyOrigin = fc.oneof(fc.constantFrom(...origins), formatTexts.uri);
const options: fc.Arbitrary<CorsOptions> = fc.record(
  {
    origin: fc.oneof(fc.boolean(), fc.constantFrom(...origins), fc.array(fc.constantFrom(...origins))),
    credentials: fc.boolean(),
    exposedHeaders: fc.oneof(
      fc.constantFrom('', 'Deprecation, Sunset'),
      fc.array(fc.constantFrom('Deprecation', 'Sunset', 'RateLimit')),
    ),
    allowedHeaders: fc.array(fc.constantFrom('Content-Type', 'Authorization')),
    maxAge: fc.nat(),
  },
  { requiredKeys: [] },
);

/** What the library sends, without the credentials that it allows to origins that it does not allow. */
function libraryHeaders(given: CorsOptions, origin: string): Record<string, unknown> {
  const req = Object.assign(new IncomingMessage(new Socket()), { method: 'GET', headers: { origin } });
  const res = new ServerResponse(req);
  cors(given)(req, res, () => {});
  const { ...headers } = res.getHeaders();
  if (headers['access-control-allow-origin'] !== origin) delete headers['access-control-allow-credentials'];
  return headers;
}

function decidedHeaders(given: CorsOptions, origin: string): Record<string, unknown> {
  const flat = crossOrigin(given, undefined)!.headersFor!(origin);
  const headers: Record<string, unknown> = Object.fromEntries(
    flat.flatMap((name, index) => (index % 2 === 0 ? [[name.toLowerCase(), flat[index + 1]]] : [])),
  );
  return variesByOrigin(given) ? { ...headers, vary: 'Origin' } : headers;
}

describe('the CORS headers decided at boot', () => {
  it('are those of the library for every option and origin', () => {
    fc.assert(
      fc.property(options, anyOrigin, (given, origin) => {
        const decided = decidedHeaders(given, origin);
        const expected = libraryHeaders(given, origin);
        // An answer may say that it varies without doing so, but not the other way round.
        expect(decided).toEqual({ ...(decided['vary'] === undefined ? {} : { vary: 'Origin' }), ...expected });
      }),
      runs(200),
    );
  });

  it('are left to the library where a function or a pattern decides', () => {
    for (const origin of [/example$/, ['https://app.example', /^https:/], (_: unknown, done: () => void) => done()])
      expect(crossOrigin({ origin: origin as never }, undefined)!.headersFor).toBeNull();
  });

  it('name the option that the library rejects', () => {
    expect(() => crossOrigin({ origin: 'https://app.example\n' }, undefined)).toThrow('Invalid option cors');
  });
});
