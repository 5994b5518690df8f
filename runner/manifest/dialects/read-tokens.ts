import { CST, Lexer, type LineCounter, Parser } from 'yaml'

/** The deepest nesting of keys and values. */
export const maxDepth = 32
/** The parser's stack also holds the document and the current value. */
const maxStack = maxDepth + 2
/** A manifest of 64 KB has about 10,000 lexemes. 64 KB of brackets would have 65,536, each with an error. */
const maxLexemes = 16_384

const blockStyle = [
  'uses braces or brackets, which the Agent Skills format does not allow',
  'write one key or value per line, indented',
] as const
const noAnchors = ['uses a YAML anchor or alias', 'write the value out'] as const
const strictRefusals: Readonly<Record<string, readonly [message: string, remedy: string]>> = {
  'flow-map-start': blockStyle,
  'flow-seq-start': blockStyle,
  anchor: noAnchors,
  alias: noAnchors,
}

type TokenProblem = { readonly offset: number; readonly message: string; readonly remedy: string }

/**
 * The tokens of a YAML text. Stops at the first construct that the composer must not see: deep nesting (the parser
 * recurses to close it), too many lexemes, a tag (its resolver throws on some), a directive, or a stray mark. In a
 * strict text, it also stops at braces, brackets, anchors and aliases.
 */
export function readTokens(
  source: string,
  lines: LineCounter,
  isStrict: boolean,
):
  | { readonly ok: true; readonly tokens: readonly CST.Token[] }
  | { readonly ok: false; readonly problem: TokenProblem } {
  const parser = new Parser(lines.addNewLine)
  lines.addNewLine(0)
  const tokens: CST.Token[] = []
  const refuse = (offset: number, message: string, remedy: string) =>
    ({ ok: false, problem: { offset, message, remedy } }) as const
  let lexemes = 0
  let isScalar = false
  for (const lexeme of new Lexer().lex(source)) {
    const { offset } = parser
    lexemes += 1
    if (lexemes > maxLexemes) {
      return refuse(offset, `has more than ${maxLexemes.toLocaleString('en')} YAML tokens`, 'shorten it')
    }
    const type = isScalar ? 'scalar' : CST.tokenType(lexeme)
    isScalar = lexeme === CST.SCALAR
    if (type === 'tag')
      return refuse(offset, 'has a YAML tag', 'remove the word that starts with !, and put text in quotes')
    if (type === 'directive-line') {
      return refuse(offset, 'has a YAML directive', 'remove the line that starts with %')
    }
    const disallowed = isStrict ? strictRefusals[type ?? ''] : undefined
    if (disallowed !== undefined) return refuse(offset, ...disallowed)
    for (const token of parser.next(lexeme)) {
      if (token.type === 'error') return refuse(token.offset, notValid(token.message), 'correct the YAML here')
      tokens.push(token)
    }
    if (parser.stack.length > maxStack) {
      return refuse(offset, `is nested deeper than ${maxDepth} levels`, 'flatten it')
    }
  }
  tokens.push(...parser.end())
  return { ok: true, tokens }
}

/** Removes the lines of the source that the parser's message quotes. */
export function notValid(message: string): string {
  return `is not valid YAML: ${message.split('\n', 1)[0]?.slice(0, 200) ?? ''}`
}
