import { type Chain, chains } from './chains.ts'
import type { Confidence, Finding, Severity } from './finding.ts'

/** The points that a rule adds to the score, however often it matches. */
export const severityPoints: Readonly<Record<Severity, number>> = {
  info: 0,
  low: 5,
  medium: 20,
  high: 50,
  critical: 100,
}
export const confidenceFactor: Readonly<Record<Confidence, number>> = { low: 0.4, medium: 0.7, high: 1 }
/** Findings of low or medium severity, or of low confidence, together add at most this, so they never block alone. */
export const weakAtMost = 60
export const thresholds = { block: 70, review: 40 } as const

export type VerdictWord = 'admit' | 'review' | 'block'

export type FoundChain = Pick<Chain, 'id' | 'what' | 'points' | 'atMost'> & {
  /** The findings that form the chain, as `file:line rule`. */
  readonly links: readonly string[]
}

type Score = {
  readonly points: number
  readonly verdict: VerdictWord
  readonly chains: readonly FoundChain[]
}

/** The sum of the points of rules and chains. All numbers are in this file and in chains.ts. */
export function scoreOf(findings: readonly Finding[]): Score {
  const byRule = new Map<string, { points: number; isWeak: boolean }>()
  for (const { rule, severity, confidence } of findings) {
    const points = severityPoints[severity] * confidenceFactor[confidence]
    const isWeak = severity === 'low' || severity === 'medium' || confidence === 'low'
    if (points > (byRule.get(rule)?.points ?? 0)) byRule.set(rule, { points, isWeak })
  }
  // A chain within one file is stronger evidence, and replaces the chain of the same steps across files.
  const inOneFile = new Set<string>()
  const found = chains.flatMap((chain) => {
    const steps = chain.needs.join()
    const one = chain.within === 'skill' && inOneFile.has(steps) ? undefined : chainIn(findings, chain)
    if (one !== undefined && chain.within === 'file') inOneFile.add(steps)
    return one ?? []
  })
  const sum = (isWeak: boolean) =>
    [...byRule.values()].filter((one) => one.isWeak === isWeak).reduce((total, { points }) => total + points, 0)
  const chained = (isDoubt: boolean) =>
    found.filter(({ atMost }) => (atMost === 'review') === isDoubt).reduce((total, { points }) => total + points, 0)
  const evidence = Math.round(Math.min(sum(true), weakAtMost) + sum(false) + chained(false))
  const isBlocked = findings.some(({ blocks }) => blocks) || evidence >= thresholds.block
  const points = isBlocked ? evidence : Math.min(evidence + chained(true), thresholds.block - 1)
  return { points, verdict: isBlocked ? 'block' : points >= thresholds.review ? 'review' : 'admit', chains: found }
}

type Evidence = { readonly findings: readonly Finding[]; readonly chains: readonly FoundChain[] }

/** The findings that decide a verdict: those with points of their own, and the steps of chains. */
export function decisive({ findings, chains }: Evidence): Finding[] {
  const links = new Set(chains.flatMap(({ links }) => links))
  return findings.filter((finding) => finding.severity !== 'info' || links.has(linkOf(finding)))
}

const linkOf = ({ file, line, rule }: Finding): string => `${file}:${line} ${rule}`

function chainIn(findings: readonly Finding[], { needs, within, ...chain }: Chain): FoundChain | undefined {
  const places = within === 'skill' ? [findings] : [...Map.groupBy(findings, ({ file }) => file).values()]
  for (const place of places) {
    // A mention, which has low confidence, is not a step. One rule cannot be two steps of a chain.
    const steps: (Finding | undefined)[] = []
    for (const signal of needs) {
      steps.push(
        place.find(
          ({ rule, signals, confidence }) =>
            signals.includes(signal) && confidence !== 'low' && !steps.some((step) => step?.rule === rule),
        ),
      )
    }
    if (steps.every((step) => step !== undefined)) {
      return { ...chain, links: steps.map(linkOf) }
    }
  }
  return undefined
}
