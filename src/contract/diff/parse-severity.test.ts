import { describe, expect, it } from 'vitest';
import { parseSeverity, severityById } from './parse-severity.js';

describe('parseSeverity', () => {
  it('reads a list of overrides with their reasons', () => {
    const overrides = parseSeverity(
      '- id: api-tag-removed\n  level: error\n  reason: Our portal is built from tags.\n',
    );
    expect(overrides).toEqual([{ id: 'api-tag-removed', level: 'error', reason: 'Our portal is built from tags.' }]);
    expect(severityById(overrides).get('api-tag-removed')).toBe('error');
  });

  it('takes an empty file for no overrides', () => {
    expect(parseSeverity('')).toEqual([]);
  });

  it('tells every problem at once, and the nearest id', () => {
    const text =
      '- { id: api-tag-remove, level: fatal }\n- 7\n- { id: api-tag-added, level: info, reason: " ", until: tomorrow }\n- { level: info, reason: x }';
    expect(() => parseSeverity(text, 'severity.yaml')).toThrow(
      [
        'severity.yaml, entry 1: Unknown check "api-tag-remove". Did you mean api-tag-removed?',
        'severity.yaml, entry 1: level is "fatal"; write error, warning or info.',
        'severity.yaml, entry 1: reason is missing; say why this level is right here.',
        'severity.yaml, entry 2: write { id, level, reason }.',
        'severity.yaml, entry 3: reason is missing; say why this level is right here.',
        'severity.yaml, entry 3: until is not known; write id, level and reason.',
        'severity.yaml, entry 4: id is missing.',
      ].join('\n'),
    );
  });

  it('refuses an id that is listed twice, a map, and broken YAML', () => {
    const entry = '- { id: api-tag-added, level: info, reason: x }\n';
    expect(() => parseSeverity(entry + entry)).toThrow('entry 2: api-tag-added is listed twice.');
    expect(() => parseSeverity('api-tag-added: info')).toThrow('must be a list of { id, level, reason }');
    expect(() => parseSeverity('- [')).toThrow('is not valid YAML');
  });

  it('suggests nothing when nothing is near', () => {
    expect(() => parseSeverity('- { id: zebra, level: info, reason: x }')).toThrow(/Unknown check "zebra"\.$/);
  });
});
