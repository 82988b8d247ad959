import { z } from 'zod';
import { Controller, createApp, Get, type Input, Module, Post, type RouteSchemas } from 'svckit';
import { accepted, announce, hello, message, NewUser, user } from './contract.mjs';

const plaintext = { response: { 200: { mediaTypes: ['text/plain'], schema: z.string() } } } satisfies RouteSchemas;
const one = { params: z.object({ id: z.string() }) } satisfies RouteSchemas;
const create = { body: NewUser } satisfies RouteSchemas;

@Controller()
class BenchController {
  @Get('plaintext', plaintext) plaintext() {
    return hello;
  }
  @Get('json') json() {
    return message();
  }
  @Get('users/:id', one) one({ params }: Input<typeof one>) {
    return user(params.id);
  }
  @Post('users', create) create({ body }: Input<typeof create>) {
    return accepted(body);
  }
}

@Module({ controllers: [BenchController] })
class BenchModule {}

const app = await createApp(BenchModule);
announce(new URL(await app.listen()).port);
