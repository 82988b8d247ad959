import type { PhysicalLocation } from 'sarif';

/** A line of a file as SARIF 2.1.0 names it (section 3.29); the file is relative to the top of the repository. */
export function sarifLocation(file: string, line: number): PhysicalLocation {
  const uri = file.split(/[\\/]/).map(encodeURIComponent).join('/');
  return { artifactLocation: { uri, uriBaseId: '%SRCROOT%' }, region: { startLine: Math.max(1, line) } };
}
