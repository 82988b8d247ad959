import { describe, expectTypeOf, it } from 'vitest';
import { z } from 'zod';
import * as z3 from 'zod/v3';
import { Get, type HandlerResult, type Input, Post, type RouteSchemas } from '../../index.js';

const one = {
  params: z.object({ id: z.coerce.number() }),
  query: z3.object({ limit: z3.number().default(3) }),
  response: { 200: z.object({ id: z.number() }), 404: z.object({ detail: z.string() }) },
} satisfies RouteSchemas;
const created = {
  body: z.object({ name: z.string().transform((name) => name.length) }),
  response: { 201: z.object({ id: z.number() }) },
} satisfies RouteSchemas;
const nothing = { response: { 204: null } } satisfies RouteSchemas;

// Every line marked as an error has to be one: an unused mark is itself an error to the compiler.
class Handlers {
  @Get(':id', one) right({ params, query }: Input<typeof one>) {
    return { id: params.id + query.limit };
  }
  @Get(':id', one) async late({ params }: Input<typeof one>) {
    return { id: params.id };
  }
  @Get(':id', one) web() {
    return new Response();
  }
  @Get(':id', one) without() {
    return { id: 1 };
  }
  @Get('', nothing) empty() {}
  @Get() free() {
    return { any: 'thing' };
  }
  @Post('', created) made({ body }: Input<typeof created>) {
    return { id: body.name };
  }
  // @ts-expect-error the parameter is of another route
  @Get(':id', one) foreign({ body }: Input<typeof created>) {
    return { id: body.name };
  }
  // @ts-expect-error the answer is not what 200 declares
  @Get(':id', one) wrong({ params }: Input<typeof one>) {
    return { id: String(params.id) };
  }
  // @ts-expect-error neither is a promise of it
  @Get(':id', one) async wrongLater() {
    return { name: 'x' };
  }
  // @ts-expect-error 204 has no body
  @Get('', nothing) notEmpty() {
    return { id: 1 };
  }
}

describe('the types of a handler', () => {
  it('follow from its schemas, whichever Zod made them', () => {
    expectTypeOf<Input<typeof one>['params']>().toEqualTypeOf<{ id: number }>();
    expectTypeOf<Input<typeof one>['query']>().toEqualTypeOf<{ limit: number }>();
    expectTypeOf<Input<typeof one>['body']>().toEqualTypeOf<undefined>();
    expectTypeOf<Input<typeof created>['body']>().toEqualTypeOf<{ name: number }>();
    expectTypeOf<HandlerResult<typeof one>>().toEqualTypeOf<Response | { id: number }>();
    expectTypeOf(Handlers.prototype.right).returns.toEqualTypeOf<{ id: number }>();
  });
});
