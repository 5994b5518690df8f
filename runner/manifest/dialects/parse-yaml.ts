import { Composer, isAlias, isMap, isScalar, isSeq, LineCounter, type ParsedNode } from 'yaml'
import { quoted } from '../../core/quoted.ts'
import { maxProblems, pathText } from '../manifest-problem.ts'
import { maxDepth, notValid, readTokens } from './read-tokens.ts'

type YamlPosition = { readonly line: number; readonly column: number }

/** A problem with the YAML text, found before its fields are read. */
type YamlProblem = YamlPosition & { readonly path: string; readonly message: string; readonly remedy: string }

/** The plain data of a YAML text, with the position of each part. */
export type YamlText = {
  readonly value: unknown
  /**
   * The position of the key at `path` (`of: 'key'`) or of its value. For a path that does not exist, the position of
   * its nearest parent.
   */
  position(path: readonly PropertyKey[], of: 'key' | 'value'): YamlPosition
  /** A scalar as it was written, without quotes. `undefined` for anything else. */
  source(path: readonly PropertyKey[]): string | undefined
}

const maxCharacters = 64 * 1024
/** Counted after alias expansion, so that a few lines cannot stand for millions of values. */
const maxValues = 10_000
/** Keys that reach an object's prototype. */
export const forbiddenKeys = new Set(['__proto__', 'constructor', 'prototype'])

const moreFollow = { path: '', message: 'more problems follow', remedy: 'correct these first' }

/**
 * The position of a value and of the values inside it. It is a tree, because joined paths would repeat their keys for
 * each value, and JavaScript hash tables are slow for long strings of equal length.
 */
type Place = {
  readonly key: number | undefined
  readonly value: number
  readonly source: string | undefined
  readonly inner: Map<string, Place>
}

/**
 * Reads one YAML 1.2 (core schema) document from untrusted text. Size, depth and number of values are bounded. Tags,
 * directives, merge keys, duplicate keys and keys that reach an object's prototype are errors.
 *
 * @param options.isStrict reads the subset StrictYAML: every scalar is text; braces, brackets and anchors are errors
 */
export function parseYaml(
  text: string,
  { isStrict = false }: { readonly isStrict?: boolean } = {},
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
  const hasEnough = () => problems.length >= maxProblems
  const report = (offset: number, path: readonly PropertyKey[], message: string, remedy: string): void => {
    if (hasEnough()) return
    const isLast = problems.length === maxProblems - 1
    const problem = isLast ? moreFollow : { path: pathText(path), message, remedy }
    problems.push({ ...at(offset), ...problem })
  }
  const outcome = (): { ok: false; problems: [YamlProblem, ...YamlProblem[]] } | undefined => {
    const [first, ...others] = problems
    return first === undefined ? undefined : { ok: false, problems: [first, ...others] }
  }

  const read = readTokens(source, lines, isStrict)
  if (!read.ok) {
    const { offset, message, remedy } = read.problem
    return { ok: false, problems: [{ ...at(offset), path: '', message, remedy }] }
  }

  // `createReader` finds duplicate keys itself, in linear time.
  const composer = new Composer({
    schema: isStrict ? 'failsafe' : 'core',
    uniqueKeys: false,
    prettyErrors: false,
    logLevel: 'silent',
  })
  const [document, second] = composer.compose(read.tokens, true, source.length)
  for (const part of [document, second]) {
    for (const error of [...(part?.errors ?? []), ...(part?.warnings ?? [])]) {
      report(error.pos[0], [], notValid(error.message), 'correct the YAML here')
    }
  }
  if (second !== undefined) report(second.range[0], [], 'has a second document', 'keep one document in the file')
  const whole: Place = { key: undefined, value: 0, source: undefined, inner: new Map() }
  const reader = createReader(report, hasEnough)
  const value = document?.contents == null ? null : reader(document.contents, whole, [], undefined)
  const failed = outcome()
  if (failed !== undefined) return failed
  return {
    ok: true,
    yaml: {
      value,
      position: (path, of) => {
        const { place, isThere } = placeOf(whole, path)
        return at(of === 'key' || !isThere ? (place.key ?? place.value) : place.value)
      },
      source: (path) => {
        const { place, isThere } = placeOf(whole, path)
        return isThere ? place.source : undefined
      },
    },
  }
}

/** The place at `path`, or of its nearest parent. */
function placeOf(whole: Place, path: readonly PropertyKey[]): { readonly place: Place; readonly isThere: boolean } {
  let place = whole
  for (const part of path) {
    const next = place.inner.get(String(part))
    if (next === undefined) return { place, isThere: false }
    place = next
  }
  return { place, isThere: true }
}

type Report = (offset: number, path: readonly PropertyKey[], message: string, remedy: string) => void

/**
 * Converts nodes to plain data, records their positions and reports forbidden constructs, up to the maximum of
 * problems.
 */
function createReader(report: Report, hasEnough: () => boolean) {
  const anchors = new Map<string, ParsedNode>()
  let values = 0
  let full = false
  const isOver = () => full || hasEnough()

  /**
   * `at` collects the positions of the parts of `node`. `from`: the offset of the alias that refers to the node.
   */
  function read(node: ParsedNode, at: Place, path: readonly PropertyKey[], from: number | undefined): unknown {
    const offset = from ?? node.range[0]
    values += 1
    if (values > maxValues || path.length > maxDepth) {
      if (!full) report(offset, [], 'expands to too many values', 'write fewer aliases and shorter lists')
      full = true
      return null
    }
    if (isAlias(node)) {
      const target = anchors.get(node.source)
      if (target !== undefined) return read(target, at, path, offset)
      report(offset, path, `refers to ${quoted(node.source)}, which is not defined before it`, 'write the value out')
      return null
    }
    if (node.anchor !== undefined) anchors.set(node.anchor, node)
    if (isScalar(node)) return node.value
    if (isSeq(node)) {
      const list: unknown[] = []
      for (const [index, item] of node.items.entries()) {
        if (isOver()) break
        const place = placeAt(undefined, from ?? item.range[0], item)
        at.inner.set(String(index), place)
        list.push(read(item, place, [...path, index], from))
      }
      return list
    }
    return isMap(node) ? readMap(node, at, path, from) : null
  }

  function readMap(
    node: Extract<ParsedNode, { items: { key: unknown }[] }>,
    at: Place,
    path: readonly PropertyKey[],
    from: number | undefined,
  ): Record<string, unknown> {
    const entries = new Map<string, unknown>()
    for (const { key, value } of node.items) {
      if (isOver()) break
      const offset = from ?? key.range[0]
      if (!isScalar(key) || typeof key.value !== 'string') {
        report(offset, path, 'has a key that is not text', 'put the key in quotes')
        continue
      }
      const keyPath = [...path, key.value]
      if (key.anchor !== undefined) report(offset, keyPath, 'has an anchor on its key', 'remove it')
      if (forbiddenKeys.has(key.value)) {
        report(offset, keyPath, 'is a reserved name', 'remove it')
        continue
      }
      if (key.value === '<<') {
        report(offset, keyPath, 'is a merge key, which is not supported', 'write the keys out')
        continue
      }
      if (entries.has(key.value)) {
        report(offset, keyPath, 'is a duplicate key', 'keep one of the two')
        continue
      }
      const place = placeAt(offset, from ?? value?.range[0] ?? offset, value)
      at.inner.set(key.value, place)
      entries.set(key.value, value === null ? null : read(value, place, keyPath, from))
    }
    return Object.fromEntries(entries)
  }

  return read
}

function placeAt(key: number | undefined, value: number, node: ParsedNode | null): Place {
  return { key, value, source: isScalar(node) ? node.source : undefined, inner: new Map() }
}
