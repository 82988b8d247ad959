/** What a code block shows in different colours: a key, a string, a number, a word of the language. */
export type CodeKind = 'k' | 's' | 'n' | 'w';
export type CodeLanguage = 'json' | 'script' | 'shell';

const number = String.raw`(?<n>-?\b\d+(?:\.\d+)?(?:[eE][+-]?\d+)?\b)`;
const grammars: Readonly<Record<CodeLanguage, RegExp>> = {
  json: new RegExp(
    String.raw`(?<k>"(?:[^"\\]|\\.)*"(?=\s*:))|(?<s>"(?:[^"\\]|\\.)*")|(?<w>\b(?:true|false|null)\b)|${number}`,
    'g',
  ),
  script: new RegExp(
    String.raw`(?<k>(?:"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|\b[A-Za-z_$][\w$]*)(?=:\s))|(?<s>"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')|(?<w>\b(?:const|await|new|import|from|true|false|null|True|False|None)\b)|${number}`,
    'g',
  ),
  shell: /(?<s>'[^']*')|(?<k>(?<=\s)--?[a-z][a-z-]*)|(?<w>^(?:curl|http)\b)/g,
};

/** The language of a media type; null for one without colours. */
export function languageOf(mediaType: string): CodeLanguage | null {
  return /json/i.test(mediaType) ? 'json' : null;
}

/** The text in pieces, in their order; a piece without a kind has no colour. */
export function colourCode(text: string, language: CodeLanguage): readonly (readonly [CodeKind | null, string])[] {
  const pieces: [CodeKind | null, string][] = [];
  let done = 0;
  for (const { 0: whole, index, groups } of text.matchAll(grammars[language])) {
    if (index > done) pieces.push([null, text.slice(done, index)]);
    const kind = Object.keys(groups!).find((name) => groups![name] !== undefined) as CodeKind;
    pieces.push([kind, whole]);
    done = index + whole.length;
  }
  if (done < text.length) pieces.push([null, text.slice(done)]);
  return pieces;
}
