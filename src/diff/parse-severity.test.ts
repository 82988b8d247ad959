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

  it('reads an empty file as no overrides', () => {
    expect(parseSeverity('')).toEqual([]);
  });

  it('reports every problem at once, and suggests the nearest id', () => {
    const text =
      '- { id: api-tag-remove, level: fatal }\n- 7\n- { id: api-tag-added, level: info, reason: " ", until: tomorrow }\n- { level: info, reason: x }';
    expect(() => parseSeverity(text, 'severity.yaml')).toThrow(
      [
        'severity.yaml, entry 1: Unknown check "api-tag-remove". Did you mean "api-tag-removed"?',
        'severity.yaml, entry 1: Unknown level "fatal". Available: error, warning, info.',
        'severity.yaml, entry 1: reason is missing. Say why this level is right for this check.',
        'severity.yaml, entry 2: write { id, level, reason }.',
        'severity.yaml, entry 3: reason is missing. Say why this level is right for this check.',
        'severity.yaml, entry 3: Unknown key "until". Available: id, level, reason.',
        'severity.yaml, entry 4: id is missing.',
      ].join('\n'),
    );
  });

  it('rejects a duplicate id, a map, and broken YAML', () => {
    const entry = '- { id: api-tag-added, level: info, reason: x }\n';
    expect(() => parseSeverity(entry + entry)).toThrow('entry 2: api-tag-added is listed twice.');
    expect(() => parseSeverity('api-tag-added: info')).toThrow('must be a list of { id, level, reason }');
    expect(() => parseSeverity('- [')).toThrow('is not valid YAML');
  });

  it('suggests nothing when no id is close', () => {
    expect(() => parseSeverity('- { id: zebra, level: info, reason: x }')).toThrow(
      'Unknown check "zebra". svc diff --list prints every id.',
    );
  });
});
