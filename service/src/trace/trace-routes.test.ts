import { expect, it } from 'vitest';
import { ConfigurationModule } from '../configuration/configuration-module.js';
import { startServiceForTest } from '../testing/start-test-service.js';
import { TraceModule } from './trace-module.js';

const traceOf = async (headers: Record<string, string> = {}) => {
  const service = await startServiceForTest([ConfigurationModule, TraceModule]);
  const { status, body } = await service.send('GET', '/trace', undefined, headers);
  expect(status).toBe(200);
  return body as unknown as Record<string, unknown>;
};

const id = (digits: number) => expect.stringMatching(new RegExp(`^[0-9a-f]{${digits}}$`));

it('a trace begins where none came in', async () => {
  expect(await traceOf()).toEqual({ traceId: id(32), spanId: id(16), parentSpanId: null, inbound: false });
});

it('continues an incoming trace with a new span', async () => {
  const trace = await traceOf({ traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01' });
  expect(trace).toEqual({
    traceId: '4bf92f3577b34da6a3ce929d0e0e4736',
    spanId: id(16),
    parentSpanId: '00f067aa0ba902b7',
    inbound: true,
  });
  expect(trace['spanId']).not.toBe('00f067aa0ba902b7');
});

it.each([
  '',
  'nonsense',
  '00-00000000000000000000000000000000-00f067aa0ba902b7-01',
  '00-4bf92f3577b34da6a3ce929d0e0e4736-0000000000000000-01',
  'ff-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
])('the traceparent %j begins a trace anew', async (traceparent) => {
  expect(await traceOf({ traceparent })).toMatchObject({ traceId: id(32), parentSpanId: null, inbound: false });
});
