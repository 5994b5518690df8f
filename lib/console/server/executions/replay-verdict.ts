import { type ReplayResult, whyNotCompared } from '#runner/run/replay.ts'
import type { ReplayVerdict } from '../../model/console-executions.ts'

/** The result of a replay in words. */
export function verdictOf(result: ReplayResult): ReplayVerdict {
  if (result.kind === 'refused') {
    const { code, message, details = {} } = result.error
    return {
      verdict: code === 'REPLAY_DIVERGED' ? 'different' : 'impossible',
      message,
      details: Object.entries(details).map(([name, text]) => ({ name, text })),
    }
  }
  const { hostCalls, endedOutside, fuelCheck, otherInterpreter } = result
  const why = whyNotCompared[fuelCheck]
  const upTo = endedOutside === undefined ? '' : `, up to the last recorded answer, where ${endedOutside} ended it`
  const notes = [
    ...(why === undefined ? [] : [`Fuel is not compared: ${why}.`]),
    ...(otherInterpreter === undefined ? [] : [`${otherInterpreter}.`]),
  ]
  const calls = hostCalls === 1 ? 'one host call' : `${hostCalls} host calls`
  return {
    verdict: 'same',
    message: `The replay gave the same output after ${calls}${upTo}. ${notes.join(' ')}`.trim(),
    details: [],
  }
}
