import { Composer, type CST, isAlias, isMap, isScalar, isSeq, LineCounter, type ParsedNode, Parser } from 'yaml'
import { quoted } from '../../quoted.ts'
import { pathText } from '../manifest-problem.ts'

export type YamlPosition = { readonly line: number; readonly column: number }

/** A problem with the text, before anything of the manifest is known. */
export type YamlProblem = YamlPosition & { readonly path: string; readonly message: string; readonly remedy: string }

/** Plain data of a YAML text, and where each part of it stands. */
export type YamlText = {
  readonly value: unknown
  /** Of the key at `path` (`of: 'key'`) or its value; of the nearest parent when there is no such path. */
  position(path: readonly PropertyKey[], of: 'key' | 'value'): YamlPosition
  /** A scalar as it was written, without quotes; `undefined` for anything else. */
  source(path: readonly PropertyKey[]): string | undefined
}

const maxCharacters = 64 * 1024
const maxDepth = 32
/** Counted after aliases are put in place, so that a few lines cannot stand for millions of values. */
const maxValues = 10_000
const forbiddenKeys = new Set(['__proto__', 'constructor', 'prototype'])

type Place = { readonly key: number | undefined; readonly value: number; readonly source: string | undefined }
const placeKey = (path: readonly PropertyKey[]): string => path.map(String).join('\u0000')

/**
 * Reads one YAML 1.2 (core schema) document from a text nobody vouches for: size, depth and number of values are
 * bounded; no tags, directives, merge keys, duplicate keys or keys that reach an object's prototype.
 */
export function parseYaml(
  text: string,
): { ok: true; yaml: YamlText } | { ok: false; problems: [YamlProblem, ...YamlProblem[]] } {
  const start = { line: 1, column: 1, path: '' }
  if (text.length > maxCharacters) {
    const message = `is longer than ${maxCharacters / 1024} KB`
    return { ok: false, problems: [{ ...start, message, remedy: 'shorten it' }] }
  }
  const source = text.startsWith('\uFEFF') ? text.slice(1) : text
  const lines = new LineCounter()
  const at = (offset: number): YamlPosition => {
    const { line, col } = lines.linePos(offset)
    return { line: Math.max(1, line), column: Math.max(1, col) }
  }
  const problems: YamlProblem[] = []
  const report = (offset: number, path: readonly PropertyKey[], message: string, remedy: string): void => {
    problems.push({ ...at(offset), path: pathText(path), message, remedy })
  }
  const outcome = (): { ok: false; problems: [YamlProblem, ...YamlProblem[]] } | undefined => {
    const [first, ...others] = problems
    return first === undefined ? undefined : { ok: false, problems: [first, ...others] }
  }

  const tokens = [...new Parser(lines.addNewLine).parse(source)]
  checkTokens(tokens, report)
  const tooDeep = outcome()
  if (tooDeep !== undefined) return tooDeep

  // Duplicate keys are found by `Reader`, in linear time.
  const composer = new Composer({ uniqueKeys: false, prettyErrors: false, logLevel: 'silent' })
  const documents = [...composer.compose(tokens, true, source.length)]
  for (const document of documents) {
    for (const error of [...document.errors, ...document.warnings]) {
      report(error.pos[0], [], `is not valid YAML: ${firstLine(error.message)}`, 'correct the YAML here')
    }
  }
  const [document, second] = documents
  if (second !== undefined) report(second.range[0], [], 'has a second document', 'keep one document in the file')
  const places = new Map<string, Place>()
  const reader = createReader(report, places)
  const value = document?.contents == null ? null : reader(document.contents, [], undefined)
  const failed = outcome()
  if (failed !== undefined) return failed
  return {
    ok: true,
    yaml: {
      value,
      position: (path, of) => {
        for (let length = path.length; length > 0; length--) {
          const place = places.get(placeKey(path.slice(0, length)))
          if (place === undefined) continue
          return at(of === 'key' || length < path.length ? (place.key ?? place.value) : place.value)
        }
        return { line: 1, column: 1 }
      },
      source: (path) => places.get(placeKey(path))?.source,
    },
  }
}

type Report = (offset: number, path: readonly PropertyKey[], message: string, remedy: string) => void

/** Depth is checked on the flat tokens, because everything after it recurses. */
function checkTokens(tokens: readonly CST.Token[], report: Report): void {
  const open: { token: CST.Token; depth: number }[] = tokens.map((token) => ({ token, depth: 0 }))
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { token, depth } = next
    if (token.type === 'directive') {
      report(token.offset, [], 'has a YAML directive', 'remove the line that starts with %')
    }
    if (depth > maxDepth) {
      report(token.offset, [], `is nested deeper than ${maxDepth} levels`, 'flatten it')
      return
    }
    if (token.type === 'document' && token.value !== undefined) open.push({ token: token.value, depth })
    if ('items' in token) {
      for (const { key, value } of token.items) {
        if (key != null) open.push({ token: key, depth: depth + 1 })
        if (value !== undefined) open.push({ token: value, depth: depth + 1 })
      }
    }
  }
}

/** Turns nodes into plain data, notes where each stands, and reports what a manifest may not use. */
function createReader(report: Report, places: Map<string, Place>) {
  const anchors = new Map<string, ParsedNode>()
  let values = 0
  let full = false

  /** `from` is where the alias stands through which a node is reached. */
  function read(node: ParsedNode, path: readonly PropertyKey[], from: number | undefined): unknown {
    const offset = from ?? node.range[0]
    values += 1
    if (values > maxValues || path.length > maxDepth) {
      if (!full) report(offset, [], 'stands for too many values', 'write fewer aliases and shorter lists')
      full = true
      return null
    }
    if (isAlias(node)) {
      const target = anchors.get(node.source)
      if (target !== undefined) return read(target, path, offset)
      report(offset, path, `refers to ${quoted(node.source)}, which stands nowhere before it`, 'write the value out')
      return null
    }
    if (node.anchor !== undefined) anchors.set(node.anchor, node)
    if (node.tag !== undefined) report(offset, path, 'has a tag', 'remove the tag; put a text in quotes')
    if (isScalar(node)) return node.value
    if (isSeq(node)) {
      return node.items.map((item, index) => {
        const place = [...path, index]
        places.set(placeKey(place), { key: undefined, value: from ?? item.range[0], source: scalarSource(item) })
        return full ? null : read(item, place, from)
      })
    }
    return isMap(node) ? readMap(node, path, from) : null
  }

  function readMap(
    node: Extract<ParsedNode, { items: { key: unknown }[] }>,
    path: readonly PropertyKey[],
    from: number | undefined,
  ): Record<string, unknown> {
    const entries = new Map<string, unknown>()
    for (const { key, value } of node.items) {
      if (full) break
      const offset = from ?? key.range[0]
      if (!isScalar(key) || typeof key.value !== 'string') {
        report(offset, path, 'has a key that is not a text', 'put the key in quotes')
        continue
      }
      const place = [...path, key.value]
      if (key.tag !== undefined || key.anchor !== undefined) {
        report(offset, place, 'has a tag or an anchor on its key', 'remove it')
      }
      if (forbiddenKeys.has(key.value)) {
        report(offset, place, 'is a key that no manifest may have', 'remove it')
        continue
      }
      if (key.value === '<<') {
        report(offset, place, 'is a merge key, which is not supported', 'write the keys out')
        continue
      }
      if (entries.has(key.value)) {
        report(offset, place, 'stands here for the second time', 'keep one of the two')
        continue
      }
      places.set(placeKey(place), {
        key: offset,
        value: from ?? value?.range[0] ?? offset,
        source: scalarSource(value),
      })
      entries.set(key.value, value === null ? null : read(value, place, from))
    }
    return Object.fromEntries(entries)
  }

  return read
}

function scalarSource(node: ParsedNode | null): string | undefined {
  return isScalar(node) ? node.source : undefined
}

function firstLine(message: string): string {
  return message.split('\n', 1)[0]?.slice(0, 200) ?? ''
}
