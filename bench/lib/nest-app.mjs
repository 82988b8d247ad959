import 'reflect-metadata';
import { BadRequestException, Body, Controller, Get, Header, Module, Param, Post } from '@nestjs/common';
import { accepted, hello, message, NewUser, user } from '../servers/contract.mjs';

const pipe = {
  transform(value) {
    const parsed = NewUser.safeParse(value);
    if (!parsed.success) throw new BadRequestException();
    return parsed.data;
  },
};

class BenchController {
  plaintext() {
    return hello;
  }
  json() {
    return message();
  }
  one(id) {
    return user(id);
  }
  create(body) {
    return accepted(body);
  }
}

/** Nest uses legacy decorators; without a compiler for them they are called by hand. */
function decorate(method, ...decorators) {
  const descriptor = Object.getOwnPropertyDescriptor(BenchController.prototype, method);
  for (const decorator of decorators) decorator(BenchController.prototype, method, descriptor);
}
Controller()(BenchController);
decorate('plaintext', Get('plaintext'), Header('Content-Type', 'text/plain; charset=utf-8'));
decorate('json', Get('json'));
decorate('one', Get('users/:id'));
decorate('create', Post('users'));
Param('id')(BenchController.prototype, 'one', 0);
Body(pipe)(BenchController.prototype, 'create', 0);

export class BenchModule {}
Module({ controllers: [BenchController] })(BenchModule);
