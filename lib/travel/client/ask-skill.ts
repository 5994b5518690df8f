import type { ErrorBody } from '#runner/contract/errors.ts'
import { isSkillOutput } from '../model/generated/skill-output.ts'
import { type Origin, originOf } from '../model/results/found.ts'
import { refusalIn } from './refusal-in.ts'

export interface SkillCall {
  skill: string
  action: string
  params: Record<string, unknown>
  config?: Record<string, unknown>
  /** Whether the answer must not come from the cache. */
  isFresh?: boolean
}

export interface AnsweredSkill {
  state: 'answered'
  results: readonly unknown[]
  /** The number of further offers that could not be read. */
  unreadable: number
  about: Origin
}
type SkillAnswer = AnsweredSkill | FailedAnswer
/** Why there is no answer: the error of the skill, or the name of a message. */
export type Failure =
  | { error: ErrorBody; skill: string }
  | { key: 'answerBroken' | 'connectionLost' | 'noneReadable' | 'searchOver' | 'sourceSwitchedOff' }
export type FailedAnswer = { state: 'failed' } & Failure

const broken = { state: 'failed', key: 'answerBroken' } as const

/** Calls one skill from the page. A failure is worded for travelers. Never rejects. */
export async function askSkill(
  { skill, action, params, config, isFresh = false }: SkillCall,
  signal: AbortSignal,
): Promise<SkillAnswer> {
  try {
    const response = await fetch('/api/skills/invoke', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        skill,
        input: { action, params, ...(config && { config }) },
        ...(isFresh && { fresh: true }),
      }),
      signal,
      cache: 'no-store',
    })
    const body: unknown = await response.json()
    if (!isSkillOutput(body)) {
      const refusal = await refusalIn(body)
      return refusal ? failedWith(refusal, skill) : broken
    }
    if (body.status === 'error') return failedWith(body.error, skill)
    if (body.status !== 'success') return broken
    const { results, metadata } = body
    const { unreadable = 0 } = metadata
    if (results.length === 0 && unreadable > 0) return { state: 'failed', key: 'noneReadable' }
    return { state: 'answered', results, unreadable, about: originOf(skill, body) }
  } catch {
    return broken
  }
}

/** A disabled skill gets another message, because the error's own one names the skill, which travelers do not know. */
const failedWith = (error: ErrorBody, skill: string): FailedAnswer => ({
  state: 'failed',
  ...(error.code === 'SKILL_DISABLED' ? { key: 'sourceSwitchedOff' } : { error, skill }),
})
