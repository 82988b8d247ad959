import { ApiDoc, Controller, Get, type Input } from 'svckit';
import { z } from 'zod';

const hexadecimal = (digits: number) => z.string().regex(new RegExp(`^[0-9a-f]{${digits}}$`));

const Trace = z
  .object({
    traceId: hexadecimal(32),
    spanId: hexadecimal(16).describe('This request.'),
    parentSpanId: hexadecimal(16).nullable().describe('The span of the caller, if it sent one.'),
    inbound: z.boolean().describe('Whether the trace came with the request.'),
  })
  .meta({ id: 'Trace' });

const current = { response: Trace };

@ApiDoc({ tags: ['Trace'] })
@Controller('trace')
export class TraceController {
  @ApiDoc({
    summary: 'The current trace',
    description: 'Continues the trace of the `traceparent` header (W3C Trace Context), or starts a new one.',
  })
  @Get('', current)
  current({ trace: { traceId, spanId, parentSpanId, inbound } }: Input<typeof current>) {
    return { traceId, spanId, parentSpanId, inbound };
  }
}
