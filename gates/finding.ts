import * as z from 'zod'
import { notInLine } from '#runner/contract/hidden-text.ts'

/** Decides the points of a finding, together with its confidence. `info` gives points only in chains. */
export const severities = ['info', 'low', 'medium', 'high', 'critical'] as const
export const Severity = z.enum(severities)
export type Severity = z.infer<typeof Severity>

export const Confidence = z.enum(['low', 'medium', 'high'])
export type Confidence = z.infer<typeof Confidence>

export const RuleClass = z.enum([
  'agent-tampering',
  'binary-content',
  'code-execution',
  'command-injection',
  'credential-access',
  'deserialization',
  'evasion',
  'excess-permission',
  'exfiltration',
  'fake-prerequisite',
  'hidden-text',
  'manifest',
  'obfuscation',
  'path-traversal',
  'persistence',
  'privilege-escalation',
  'prompt-injection',
  'resource-abuse',
  'secret',
  'supply-chain',
  'tool-shadowing',
  'travel',
])
export type RuleClass = z.infer<typeof RuleClass>

/** What a finding says about the behavior of a skill. Chains combine signals into a stronger finding. */
export const Signal = z.enum([
  'claims-safety',
  'conceals',
  'decodes',
  'demands-install',
  'destroys',
  'downloads',
  'drops',
  'executes',
  'harvests-environment',
  'hides',
  'instructs',
  'joins-entry',
  'leaks-secret',
  'overrides',
  'oversteps',
  'persists',
  'reads-env',
  'reads-secret',
  'runs-download',
  'sends',
  'steers',
  'unpacks',
  'waits-for-date',
  'writes-file',
])
export type Signal = z.infer<typeof Signal>

export const gates = ['scanner', 'travel', 'manifest'] as const
export type GateName = (typeof gates)[number]

export const Finding = z.object({
  gate: z.enum(gates),
  rule: z.string(),
  class: RuleClass,
  severity: Severity,
  confidence: Confidence,
  /** Relative to the skill folder. Empty: the folder as a whole. */
  file: z.string(),
  /** From 1. */
  line: z.number(),
  column: z.number(),
  /** The matching text, shortened, in one line. Empty: nothing to show. */
  excerpt: z.string(),
  why: z.string(),
  remedy: z.string(),
  signals: z.array(Signal).readonly(),
  /** Blocks the skill whatever the score is. */
  blocks: z.boolean(),
})
export type Finding = Readonly<z.infer<typeof Finding>>

const maxExcerpt = 160

/** One printable line of at most 160 characters. */
export function excerptOf(text: string): string {
  const line = text
    .slice(0, maxExcerpt * 4)
    .replaceAll(/\s+/g, ' ')
    .replaceAll(notInLine, '\uFFFD')
    .trim()
  const characters = [...line]
  return characters.length <= maxExcerpt ? line : `${characters.slice(0, maxExcerpt - 1).join('')}…`
}

/** Orders by place and rule, so that a skill gives the same list on every machine. */
export function compareFindings(a: Finding, b: Finding): number {
  return compare(a.file, b.file) || a.line - b.line || a.column - b.column || compare(a.rule, b.rule)
}

/** Compares by code unit, never by locale. */
export const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
