/** What becomes of the parts of a value, told by the names that a text has: the oracle knows no schema and no change. */
export type Rule =
  | { readonly kind: 'same' }
  | { readonly kind: 'list'; readonly item: Rule }
  | { readonly kind: 'record'; readonly member: Rule }
  | {
      readonly kind: 'object';
      readonly members: Readonly<Record<string, MemberRule>>;
      /** Whether members without a rule stay. */
      readonly isOpen: boolean;
      /** Members that are written behind the others, of the values of those that are there. */
      readonly more?: (values: ReadonlyMap<string, unknown>) => Readonly<Record<string, unknown>>;
    };

interface MemberRule {
  /** null for a member that is left out. */
  readonly name: string | null;
  readonly rule: Rule;
}

interface Token {
  readonly text: string;
  /** The white space in front of it. */
  readonly space: string;
}

const pattern = /([ \t\r\n\ufeff]*)("(?:[^"\\]|\\.)*"|[[\]{},:]|[^\s[\]{},:"]+|$)/gsy;

export function tokensOf(text: string): readonly Token[] {
  return [...text.matchAll(pattern)].map(([, space, token]) => ({ space: space!, text: token! }));
}

/** The text that is expected: names are replaced in the stream of tokens, and members left out, with all else as it is. */
export function expectedText(text: string, rule: Rule): string {
  const tokens = tokensOf(text);
  let at = 0;
  const take = () => {
    const { space, text: own } = tokens[at++]!;
    return space + own;
  };
  const value = (own: Rule): string => {
    const { text: first } = tokens[at]!;
    if (first === '[') return list(own);
    if (first === '{') return object(own);
    return take();
  };
  const list = (own: Rule): string => {
    let written = take();
    while (tokens[at]!.text !== ']') {
      written += value(own.kind === 'list' ? own.item : { kind: 'same' });
      if (tokens[at]!.text === ',') written += take();
    }
    return written + take();
  };
  const object = (own: Rule): string => {
    const opening = take();
    const members: { name: string; sign: string; key: Token; colon: string; value: string; comma: string }[] = [];
    let comma = '';
    while (tokens[at]!.text !== '}') {
      const key = tokens[at++]!;
      const name = JSON.parse(key.text) as string;
      const colon = take();
      const inner = own.kind === 'object' ? own.members[name]?.rule : own.kind === 'record' ? own.member : undefined;
      const sign = tokens[at]!.space;
      members.push({ name, sign, key, colon, value: value(inner ?? { kind: 'same' }), comma });
      comma = tokens[at]!.text === ',' ? take() : '';
    }
    // The white space of an object without members stands in front of what is new.
    const lead = members[0]?.key.space ?? tokens[at]!.space;
    const closing = members.length === 0 ? tokens[at++]!.text : take();
    const kept = members.flatMap((member) => {
      if (own.kind !== 'object') return [{ ...member, written: member.key.text }];
      const known = Object.hasOwn(own.members, member.name) ? own.members[member.name]! : null;
      if (known === null ? !own.isOpen : known.name === null) return [];
      const written = known === null || known.name === member.name ? member.key.text : JSON.stringify(known.name);
      return [{ ...member, written }];
    });
    const texts = kept.map(
      (member, index) =>
        `${index === 0 ? lead : member.comma + member.key.space}${member.written}${member.colon}${member.value}`,
    );
    const values = new Map(members.map((member) => [member.name, JSON.parse(member.value) as unknown]));
    const gap = members[1] ? members[1].comma + members[1].key.space : ',';
    const colon = members[0] ? members[0].colon + members[0].sign : ':';
    const more = own.kind === 'object' && own.more ? Object.entries(own.more(values)) : [];
    for (const [name, own] of more)
      texts.push(`${texts.length === 0 ? lead : gap}${JSON.stringify(name)}${colon}${JSON.stringify(own)}`);
    return opening + (texts.length === 0 ? lead : texts.join('')) + closing;
  };
  return value(rule) + take();
}
