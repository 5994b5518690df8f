import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { RE2JS } from 're2js'
import { parse } from 'yaml'
import * as z from 'zod'
import { chains } from './chains.ts'
import { type Matcher, Rule, type TextMatcher } from './rule.ts'

/** Increase it when the same rules would give a different verdict than before. */
export const engineVersion = 1

export type TextRule = {
  readonly rule: Rule
  readonly matcher: TextMatcher
  readonly pattern: RE2JS
  readonly unless: RE2JS | undefined
}
export type RuleOf<Kind extends Matcher['kind']> = {
  readonly rule: Rule
  readonly matcher: Extract<Matcher, { kind: Kind }>
}

export type RuleSet = {
  readonly rules: readonly Rule[]
  /** sha256 (hex) over the rules, the chains and the version of the engine. */
  readonly version: string
  readonly text: readonly TextRule[]
  readonly syntax: readonly RuleOf<'syntax'>[]
  readonly file: readonly RuleOf<'file'>[]
  readonly check: readonly RuleOf<'check'>[]
}

/** Reads the rules, one per folder. Throws for a rule that does not follow the schema. */
export function loadRules(folder: string = join(import.meta.dirname, 'rules')): RuleSet {
  const names = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort()
  return createRuleSet(names.map((name) => readRule(join(folder, name), name)))
}

/** Compiles rules. Each id occurs once. */
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
    version: createHash('sha256').update(JSON.stringify({ engineVersion, rules, chains })).digest('hex'),
    text: ofKind('text').map(({ rule, matcher }) => {
      const unless = matcher.unless === undefined ? undefined : compile(rule, matcher.unless)
      return { rule, matcher, pattern: compile(rule, matcher.pattern), unless }
    }),
    syntax: ofKind('syntax'),
    file: ofKind('file'),
    check: ofKind('check'),
  }
}

function readRule(folder: string, name: string): Rule {
  const file = join(folder, 'rule.yaml')
  const read = Rule.safeParse(parse(readFileSync(file, 'utf8')))
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
