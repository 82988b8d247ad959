import { createApp } from 'svckit';
import { buildDocument, compileService, documentSettings, serialiseDocument } from 'svckit/export';
import { Airline } from '../../fixtures/airline/airline.js';
import { BookingId } from '../../fixtures/airline/bookings/booking.js';
import { Cabin } from '../../fixtures/airline/flights/flight.js';
import service from '../../fixtures/airline/svc.config.js';
import { versions } from '../../fixtures/airline/versions.js';
import { ContractDocument, type KnownValues } from './contract-document.js';
import { type Exercised, exerciseOperation, spoilOperation } from './exercise-operation.js';

/** One operation of one version, and what its answers were. */
export interface Covered extends Exercised {
  readonly version: string;
  readonly operation: string;
}

export interface AirlineRuns {
  /** Requests of each kind to each operation. */
  readonly numRuns: number;
  /** Also requests about things that do not exist, and requests that the document forbids. */
  readonly wild: boolean;
}

/** Sends generated requests to every operation of every version, over a socket. */
export async function exerciseAirline({ wild, numRuns }: AirlineRuns): Promise<Covered[]> {
  const table = compileService(service);
  const failures: string[] = [];
  const logger = {
    info() {},
    warn() {},
    error: (_: string, details?: object) => failures.push(JSON.stringify(details)),
  };
  const app = await createApp(service.root, { ...service, responses: 'check', logger });
  const known = versions.names.map((version, index) => seed(app.get(Airline), version, index));
  const url = await app.listen(0);
  const covered: Covered[] = [];
  try {
    for (const [index, version] of versions.names.entries()) {
      const settings = { ...documentSettings(service), mounts: [], apiVersion: version };
      const text = serialiseDocument(buildDocument(table, settings));
      const documents = [new ContractDocument(text, known[index]), new ContractDocument(text)] as const;
      const exercise = { url, headers: { 'airline-version': version }, numRuns };
      for (const operation of documents[0].operations) {
        const found = [
          await exerciseOperation(documents[0], operation, exercise),
          ...(wild ? [await exerciseOperation(documents[1], operation, exercise)] : []),
          ...(wild ? [await spoilOperation(documents[1], operation, exercise)] : []),
        ];
        covered.push({
          version,
          operation: `${operation.method} ${operation.path}`,
          ...sumUp(found, failures.splice(0)),
        });
      }
    }
  } finally {
    await app.close();
  }
  return covered;
}

function sumUp(parts: readonly Exercised[], failures: readonly string[]): Exercised {
  return {
    problems: [...parts.flatMap(({ problems }) => problems), ...failures],
    requests: parts.reduce((sum, { requests }) => sum + requests, 0),
    statuses: new Set(parts.flatMap(({ statuses }) => [...statuses])),
  };
}

const passenger = { givenName: 'Grace', familyName: 'Hopper', contact: { email: 'grace@example.com', phone: null } };

/** Bookings that no other version changes, half of them paid, and how a version names them. */
function seed(airline: Airline, version: string, index: number): KnownValues {
  const book = () =>
    airline.book({ flights: ['SV101-20261201', 'SV7-20261202'], cabin: 'economy', passengers: [passenger] });
  const held = Array.from({ length: 20 }, book);
  const paid = Array.from({ length: 20 }, book).map(({ id }) => airline.pay(id, { type: 'voucher', code: 'STAFF' }));
  return {
    airportCode: ['BER', 'OSL'],
    origin: ['BER'],
    from: ['BER'],
    destination: ['LHR'],
    to: ['LHR'],
    country: ['DE'],
    flightId: ['SV101-20261201', 'SV7-20261202'],
    flights: [['SV101-20261201'], ['SV102-20261201', 'SV7-20261202']],
    cabin: ['economy', 'business'].map((cabin) => versions.down(Cabin, cabin as 'economy', version)),
    bookingId: held.map(({ id }) => versions.down(BookingId, id, version)),
    passengerId: ['p1'],
    seat: [...'ABCDEF'].flatMap((letter) => [1, 2, 3, 4, 5].map((row) => `${5 * index + row}${letter}`)),
    ticketNumber: airline.tickets
      .filter(({ bookingId }) => paid.some((one) => one.bookingId === bookingId))
      .map(({ number }) => number),
    paymentId: paid.map(({ id }) => id),
    memberNumber: ['1001', '1002'],
    number: ['1001', '1002'],
  };
}
