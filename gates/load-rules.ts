import { join } from 'node:path'
import { RE2JS } from 're2js'
import { parse } from 'yaml'
import * as z from 'zod'
import { createNearIndex, hitsApart, type NearIndex } from './near-index.ts'
import { type Matcher, Rule, type TextMatcher } from './rule.ts'
import { ruleTexts, versionOf } from './rule-texts.ts'

export type TextRule = {
  readonly rule: Rule
  readonly matcher: TextMatcher
  /** Compiled at first use: most patterns never run, because the texts in their `near` do not occur. */
  pattern(): RE2JS
  unless(): RE2JS | undefined
}
export type RuleOf<Kind extends Matcher['kind']> = {
  readonly rule: Rule
  readonly matcher: Extract<Matcher, { kind: Kind }>
}

export type RuleSet = {
  readonly rules: readonly Rule[]
  /** sha256 (hex) over the rules, the chains, the scoring and the version of the engine. */
  readonly version: string
  readonly text: readonly TextRule[]
  /** Finds the texts around which the patterns of `text` run. */
  readonly near: NearIndex
  readonly syntax: readonly RuleOf<'syntax'>[]
  readonly file: readonly RuleOf<'file'>[]
  readonly check: readonly RuleOf<'check'>[]
}

/** Reads the rules, one per folder. Throws for a rule that does not follow the schema. */
export function loadRules(folder: string = join(import.meta.dirname, 'rules')): RuleSet {
  const texts = ruleTexts(folder)
  return {
    ...createRuleSet(texts.map(({ name, file, text }) => readRule(name, file, text))),
    version: versionOf(texts),
  }
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

/** Compiles rules. Each id may occur only once. */
export function createRuleSet(rules: readonly Rule[]): RuleSet {
  const ids = new Set<string>()
  for (const { id } of rules) {
    if (ids.has(id)) throw new TypeError(`Two rules have the id ${id}`)
    ids.add(id)
  }
  const matchers = rules.flatMap((rule) => rule.match.map((matcher) => ({ rule, matcher })))
  const ofKind = <Kind extends Matcher['kind']>(kind: Kind): RuleOf<Kind>[] =>
    matchers.flatMap(({ rule, matcher }) => (isKind(matcher, kind) ? [{ rule, matcher }] : []))
  return {
    rules,
    version: versionOf(rules.map((rule) => ({ name: rule.id, text: JSON.stringify(rule) }))),
    text: ofKind('text').map(({ rule, matcher }) => {
      const { pattern, unless } = matcher
      return {
        rule,
        matcher,
        pattern: once(() => compile(rule, pattern)),
        unless: once(() => (unless === undefined ? undefined : compile(rule, unless))),
      }
    }),
    near: createNearIndex(
      ofKind('text').flatMap(({ matcher }) => matcher.near),
      hitsApart,
    ),
    syntax: ofKind('syntax'),
    file: ofKind('file'),
    check: ofKind('check'),
  }
}

function readRule(name: string, file: string, text: string): Rule {
  const read = Rule.safeParse(parse(text))
  if (!read.success) throw new TypeError(`${file} is not a rule: ${z.prettifyError(read.error)}`)
  if (read.data.id.toLowerCase() !== name) throw new TypeError(`${file} has the id of another folder: ${read.data.id}`)
  return read.data
}

function compile({ id }: Rule, pattern: string): RE2JS {
  try {
    return RE2JS.compile(pattern, RE2JS.CASE_INSENSITIVE | RE2JS.MULTILINE)
  } catch (cause) {
    throw new TypeError(`The pattern of ${id} is not RE2: ${pattern}`, { cause })
  }
}

function isKind<Kind extends Matcher['kind']>(
  matcher: Matcher,
  kind: Kind,
): matcher is Extract<Matcher, { kind: Kind }> {
  return matcher.kind === kind
}
