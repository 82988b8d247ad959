/** The value of a text in which some names are known; null where the platform forbids code generation, as Cloudflare Workers do. */
export function compileText<Compiled>(text: string, names: Readonly<Record<string, unknown>>): Compiled | null {
  try {
    return new Function(...Object.keys(names), text)(...Object.values(names)) as Compiled;
  } catch {
    return null;
  }
}
