import type { Finding } from './console-skill.ts'

/** The rule of the gates under which they record a second opinion. */
const opinionRuleId = 'SECOND-OPINION'

/** What a language model said about a release. `unknown`: it gave no usable answer. */
export type SecondOpinion = {
  readonly model: string
  readonly opinion: 'doubtful' | 'harmless' | 'unknown'
  /** What it says that the skill does, as codes. */
  readonly acts: readonly string[]
  readonly finding: Finding
}

/** A model's name may contain a colon and a space. */
const form = /^(?<model>.+): (?<opinion>doubtful|harmless|unknown)(?: (?<acts>.*))?$/

/** The second opinion among the findings. Undefined: no model was asked. */
export function opinionIn(findings: readonly Finding[]): SecondOpinion | undefined {
  const finding = findings.find(({ rule }) => rule === opinionRuleId)
  const { model, opinion, acts = '' } = (finding && form.exec(finding.excerpt)?.groups) ?? {}
  if (finding === undefined || model === undefined) return undefined
  const isKnown = opinion === 'doubtful' || opinion === 'harmless'
  return { model, opinion: isKnown ? opinion : 'unknown', acts: acts.split(', ').filter((act) => act !== ''), finding }
}

/** Whether a finding says something against the skill. An opinion without a doubt is recorded, but says nothing. */
export const isAgainst = ({ rule, excerpt }: Pick<Finding, 'rule' | 'excerpt'>): boolean =>
  rule !== opinionRuleId || form.exec(excerpt)?.groups?.opinion === 'doubtful'
