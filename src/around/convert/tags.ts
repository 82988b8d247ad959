/** The entity tag of an answer in a version: `"a1"` becomes `"a1--v1"`, because it is another representation (RFC 9110, section 8.8.3). */
export const versionedTag = (tag: string, version: string): string =>
  /^(?:W\/)?".*"$/s.test(tag) ? `${tag.slice(0, -1)}--v${version}"` : tag;

/**
 * The tags of a condition as the application made them. A tag of another version must match nothing, so it becomes a tag that the application
 * never makes. `*` means any tag.
 */
export function applicationTags(condition: string, version: string): string {
  const end = `--v${version}"`;
  return condition.replaceAll(/"([^"]*)"/g, (tag) =>
    tag.endsWith(end) ? `${tag.slice(0, -end.length)}"` : `"of-another-version--${tag.slice(1)}`,
  );
}
