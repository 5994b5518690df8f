import type { NapiConfig } from '@ast-grep/napi'
import * as z from 'zod'
import { Confidence, RuleClass, Severity, Signal } from './finding.ts'

/** The kinds of text that a rule can search. `hidden` is text that a reader does not see. */
const languages = ['prose', 'hidden', 'shell', 'python', 'javascript', 'config', 'other'] as const
export const Language = z.enum(languages)
export type Language = z.infer<typeof Language>

const near = z
  .array(
    z
      .string()
      .min(1)
      .regex(/^[^A-Z]*$/, 'must be in lower case'),
  )
  .min(1)
  .describe('One of these texts is close to each match. The pattern only runs around them.')

const TextMatcher = z.strictObject({
  kind: z.literal('text'),
  in: z.array(Language).min(1),
  near,
  pattern: z.string().min(1).describe('RE2, case-insensitive.'),
  unless: z.string().min(1).optional().describe('RE2. A match whose text around it matches this does not count.'),
  /**
   * Where `unless` searches. `line`: in the line of the match. `lines`: also in the lines before and after it, where
   * code may validate the value. `addresses`: in each address of the match, as `//host/path`, so that a good host does
   * not excuse a bad one. Never over 300 characters before the match or 600 after it.
   */
  around: z.enum(['line', 'lines', 'addresses']).default('line'),
  /** `ignored`: a sentence that forbids the behavior, such as "never run …", does not count. */
  warnings: z.enum(['ignored', 'count']).default('count'),
  /** `weak`: a match in quotes or a code span is a mention, and its finding has low confidence. */
  mentions: z.enum(['weak', 'count']).default('count'),
})
export type TextMatcher = z.infer<typeof TextMatcher>

/** Checks only that it is an object: ast-grep validates the rule when a test runs it on a sample. */
const isRecord = (value: unknown): boolean => z.record(z.string(), z.unknown()).safeParse(value).success

const SyntaxMatcher = z.strictObject({
  kind: z.literal('syntax'),
  in: z.enum(['python', 'javascript']),
  near,
  /** A rule of ast-grep: https://ast-grep.github.io/guide/rule-config.html */
  rule: z.custom<NapiConfig['rule']>(isRecord),
  /** The constraints on the variables of the rule. */
  constraints: z.custom<NonNullable<NapiConfig['constraints']>>(isRecord).optional(),
})

const FileMatcher = z.strictObject({
  kind: z.literal('file'),
  is: z.enum([
    'archive',
    'compiled',
    'large-code',
    'large-text',
    'link',
    'not-scanned',
    'nul-bytes',
    'odd-name',
    'special-file',
    'too-large',
    'unreadable',
  ]),
})

const CheckMatcher = z.strictObject({
  kind: z.literal('check'),
  check: z.enum([
    'bidirectional',
    'blank-run',
    'decoded-command',
    'decoder-elsewhere',
    'example-for-agent',
    'invisible',
    'invisible-row',
    'lookalike-host',
    'mixed-scripts',
    'packed-text',
    'secretlint',
    'source-encoding',
    'tags',
    'tools-network',
    'tools-process',
    'tools-write',
  ]),
})

export const Matcher = z.discriminatedUnion('kind', [TextMatcher, SyntaxMatcher, FileMatcher, CheckMatcher])
export type Matcher = z.infer<typeof Matcher>

/** A rule of the scanner, as its rule.yaml declares it. */
export const Rule = z.strictObject({
  id: z.string().regex(/^[A-Z][A-Z0-9]*(-[A-Z0-9]+)+$/, 'must be a name like SHELL-PIPE'),
  class: RuleClass,
  severity: Severity,
  confidence: Confidence,
  signals: z.array(Signal).default([]),
  /** A finding blocks the skill whatever the score is. */
  blocks: z.boolean().default(false),
  why: z.string().min(20).max(400),
  remedy: z.string().min(10).max(300),
  match: z.array(Matcher).min(1),
})
export type Rule = z.infer<typeof Rule>
