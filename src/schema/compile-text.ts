let compiled = 0;

/**
 * The value of a text in which some names are known; null where the platform forbids code generation, as Cloudflare Workers do. Each
 * text is unlike all others, because V8 compiles equal ones once and optimises them for the values of all of them together.
 */
export function compileText<Compiled>(text: string, names: Readonly<Record<string, unknown>>): Compiled | null {
  try {
    return new Function(...Object.keys(names), `${text} // ${++compiled}`)(...Object.values(names)) as Compiled;
  } catch {
    return null;
  }
}
