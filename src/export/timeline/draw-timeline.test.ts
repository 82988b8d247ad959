import { XMLValidator } from 'fast-xml-parser';
import { describe, expect, it } from 'vitest';
import { Controller, Deprecated, Get, Module, Version, VERSION_NEUTRAL } from '../../index.js';
import { compileRoutes } from '../../routing/table/compile-routes.js';
import { drawTimeline } from './draw-timeline.js';

@Controller('users')
class UsersController {
  @Deprecated({ since: '2026-01-01', sunset: '2026-12-31' }) @Version('1') @Get() one() {
    return 1;
  }
  @Version('2') @Get() two() {
    return 2;
  }
  @Deprecated({ since: '2026-06-01' }) @Version('2') @Get('old<') old() {
    return 2;
  }
  @Version(VERSION_NEUTRAL) @Get('health') health() {
    return 1;
  }
}
@Module({ controllers: [UsersController] })
class Root {}
const { routes } = compileRoutes(Root, { versioning: { type: 'header', header: 'X-V' } });
const released = () => null;

describe('drawTimeline', () => {
  it('draws nothing beyond its axis, such as brownouts after the last date', () => {
    @Controller('users')
    class Ending {
      @Deprecated({ since: '2026-01-01', brownouts: [{ from: '2040-01-01T09:00Z', to: '2040-01-01T10:00Z' }] })
      @Version('1')
      @Get()
      one() {
        return 1;
      }
    }
    @Module({ controllers: [Ending] })
    class EndingRoot {}
    const late = compileRoutes(EndingRoot, { versioning: { type: 'header', header: 'X-V' } });
    const places = [...drawTimeline(late.routes, { released }).matchAll(/ x="([^"]+)"/g)].map(([, x]) => Number(x));
    expect(late.problems).toEqual([]);
    expect(Math.max(...places)).toBe(936);
  });

  it('is well-formed, has no styles, and describes itself in words', () => {
    const drawing = drawTimeline(routes, { released });
    expect(XMLValidator.validate(drawing)).toBe(true);
    expect(drawing).not.toMatch(/style=|<style/);
    expect(drawing).toContain(
      'Version 1 (1 operation): deprecated since 2026-01-01, served until 2026-12-31. Version 2 (2 operations). GET /users/old&lt; (1 operation): deprecated since 2026-06-01. Unversioned (1 operation).',
    );
  });

  it('marks a day only when given one, and is deterministic', () => {
    expect(drawTimeline(routes, { released })).not.toContain('today');
    expect(drawTimeline(routes, { released, asOf: '2026-07-01' })).toContain('>today</text>');
    expect(drawTimeline(routes, { released, asOf: '2026-07-01' })).toBe(
      drawTimeline(routes, { released, asOf: new Date('2026-07-01') }),
    );
  });

  it('draws later dates further right', () => {
    const positions = (asOf: string) =>
      Number(/<line x1="([\d.]+)"[^>]*stroke-dasharray/.exec(drawTimeline(routes, { released, asOf }))![1]);
    expect(positions('2026-03-01')).toBeLessThan(positions('2026-09-01'));
  });

  it('begins the bar of a version on the day on which it was released', () => {
    const drawing = drawTimeline(routes, { released: (version) => (version === '2' ? '2026-03-01' : null) });
    const bars = [...drawing.matchAll(/<rect x="([\d.]+)"[^>]*fill="#2f6fe4"(?:><title>([^<]*))?/g)];
    expect(bars.map(([, x, title]) => [Number(x) > 250, title])).toEqual([
      [false, undefined],
      [true, 'released on 2026-03-01'],
      [true, undefined],
      [false, undefined],
    ]);
    expect(drawing).toContain('Version 2 (2 operations), released on 2026-03-01.');
  });

  it('states that nothing is deprecated', () => {
    expect(
      drawTimeline(
        routes.filter(({ deprecation }) => !deprecation),
        { released },
      ),
    ).toContain('Nothing is deprecated.');
  });
});
