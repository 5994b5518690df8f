import { counted } from '#lib/platform/model/counted.ts'
import { toldError } from '#lib/platform/model/refusal-reasons.ts'
import { cleanJson } from '#lib/platform/server/http/clean-text.ts'
import { reportsFailure } from '#lib/skills/server/invoking/skill-answer.ts'
import type { Params } from '#runner/contract/capabilities/action-contract.ts'
import { errorOf } from '#runner/contract/faults.ts'
import { withoutHidden } from '#runner/contract/hidden-text.ts'
import type { Json, SkillFailure, SkillSuccess } from '#runner/contract/skill-io.ts'
import type { KeptOffers } from './kept-offers.ts'
import { failed, type ToolAnswer, untrustedNotice } from './tool-answer.ts'
import type { SkillFunction } from './tool-names.ts'
import { travelToolOf } from './travel/travel-tools.ts'

type Ended = SkillSuccess | SkillFailure
type AnswerPorts = { readonly offers: KeptOffers; readonly nowMs: number; readonly principalId: string }

/** The most characters of results in one answer, because a model reads every character. */
const maxCharacters = 48 * 1024

/** The output of a skill for a model: short, without hidden characters, with a message to speak. */
export function answerOf(output: Ended, of: SkillFunction, params: Params, ports: AnswerPorts): ToolAnswer {
  if (output.status === 'error') return failed(output.error, output.skill)
  const { skill, metadata } = output
  const { message, results, total } = shorten(output, of, params, ports)
  if (reportsFailure(output)) {
    const error = toldError(errorOf('SKILL_FAILED', { skill }))
    const said = output.message === undefined ? error.message : message
    return { status: 'error', message: said, error, notice: untrustedNotice, skill, results }
  }
  return {
    status: 'success',
    message,
    notice: untrustedNotice,
    skill,
    results,
    ...(total > results.length ? { total } : {}),
    metadata,
  }
}

type Short = { readonly message: string; readonly results: { [name: string]: Json }[]; readonly total: number }

function shorten(
  output: SkillSuccess,
  { skill, action }: SkillFunction,
  params: Params,
  { offers, nowMs, principalId }: AnswerPorts,
): Short {
  const travel = travelToolOf(skill.manifest.capability, action)
  if (travel === undefined) {
    const results = withinLimit(output.results)
    const message = output.message ?? `${skill.manifest.name} returned ${counted(output.results.length, 'result')}.`
    return { message: withoutHidden(message), results, total: output.results.length }
  }
  const { message, results, total } = travel.compact(output, params, nowMs)
  const { fetched_at: fetchedAt } = output.metadata
  return {
    message,
    total,
    results: results.map(({ short, whole }) => ({
      id: offers.keep(principalId, { skill: output.skill, offer: whole, fetchedAt }),
      ...cleanJson(short),
    })),
  }
}

function withinLimit(results: SkillSuccess['results']): SkillSuccess['results'] {
  const kept: SkillSuccess['results'] = []
  let left = maxCharacters
  for (const result of results) {
    left -= JSON.stringify(result).length
    if (left < 0) break
    kept.push(cleanJson(result))
  }
  return kept
}
