import { describe, expect, it } from 'vitest';
import { classifyFailure, lossError, NoAnswer } from './postgres-failure.js';

const coded = (code: string) => Object.assign(new Error('failed'), { code });

describe('a failed statement', () => {
  it.each(['08006', '57P01', '25P03', 'ECONNRESET', 'EPIPE', 'ENETUNREACH'])('with %s lost its connection', (code) => {
    expect(classifyFailure(coded(code))).toBe('lost');
  });

  it.each(['53100', '25006', '58030', 'XX001'])('with %s met a disk in trouble', (code) => {
    expect(classifyFailure(coded(code))).toBe('trouble');
  });

  it.each(['53300', '57014', '55P03', '40001', '40P01'])('with %s was declined for now', (code) => {
    expect(classifyFailure(coded(code))).toBe('declined');
  });

  it.each(['23505', '22P02', '42P01', ''])('with %j is wrong', (code) => {
    expect(classifyFailure(coded(code))).toBe('wrong');
  });

  it('without an answer lost its connection', () => {
    expect(classifyFailure(new NoAnswer(5))).toBe('lost');
    expect(classifyFailure(new Error('Connection terminated unexpectedly'))).toBe('lost');
  });
});

describe('a connection that is lost during a statement', () => {
  const codeOf = (text: string, inTransaction: boolean, cause = new Error('lost')) =>
    lossError(text, { inTransaction }, cause).code;

  it.each([
    ['commit', true],
    ['insert into users values (1)', false],
    ['update users set name = 1', false],
    ['with gone as (delete from users returning id) select id from gone', false],
  ])('may have done %j (in a transaction: %j)', (text, inTransaction) => {
    expect(codeOf(text, inTransaction)).toBe('outcome-unknown');
  });

  it.each([
    ['insert into users values (1)', true],
    ['select 1', false],
    ['begin', false],
    ['rollback', true],
  ])('changed nothing with %j (in a transaction: %j)', (text, inTransaction) => {
    expect(codeOf(text, inTransaction)).toBe('database-unavailable');
  });

  it('changed nothing with a statement that pg did not send', () => {
    const cause = new Error('Client has encountered a connection error and is not queryable');
    expect(codeOf('commit', true, cause)).toBe('database-unavailable');
  });
});
