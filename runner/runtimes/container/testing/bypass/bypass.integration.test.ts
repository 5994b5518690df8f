import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { EgressMode } from '../../messages.ts'
import { needsEngine } from '../engine.ts'
import type { BypassEnd } from './bypass-case.ts'
import { bypassCases } from './cases.ts'
import { type Seen, sentenceOf } from './evidence.ts'
import { type Attempted, credential, openWorld, type World } from './world.ts'

describe('the bypass suite (needs a Docker engine)', needsEngine, () => {
  describe.each(EgressMode.options)('%s', (mode) => {
    let world: World
    beforeAll(async () => {
      world = await openWorld(mode)
    })
    afterAll(() => world[Symbol.asyncDispose]())

    const groups = Object.entries(bypassCases).flatMap(([group, cases]) => {
      const here = cases.filter(({ modes }) => modes?.includes(mode) ?? true)
      return here.length === 0 ? [] : [{ group, here }]
    })
    describe.each(groups)('$group', ({ group, here }) => {
      test.concurrent.for(here)('$tried', async (attack, { task }) => {
        const ends = (String(mode) === 'bridge' ? attack.endsInBridge : undefined) ?? attack.ends
        const attempted = await world.attempt(attack)
        const seen = seenOf(attempted)
        expect(seen).toEqual(expected(ends))
        expect(attempted.provider.map(({ path }) => path)).toEqual(attack.provider ?? [])
        expect(world.heard()).toBe(0)
        for (const encoding of ['utf8', 'base64', 'hex'] as const) {
          expect(attempted.everything).not.toContain(Buffer.from(credential).toString(encoding))
        }
        task.meta.evidence = { mode, group, tried: attack.tried, seen: sentenceOf(seen, ends) }
      })
    })
  })
})

function seenOf({ output, reason = '' }: Attempted): Seen {
  if (output.status === 'error') return { code: output.error.code, reason }
  const [result] = output.status === 'success' ? output.results : []
  return { report: result?.report }
}

function expected(ends: BypassEnd) {
  if ('blocked' in ends) return { code: 'EGRESS_BLOCKED', reason: expect.stringContaining(ends.blocked) }
  if ('reports' in ends) return { report: ends.reports }
  const isOneOf = (word: unknown) => ends.reportsOnly.some((one) => one === word)
  return { report: expect.toSatisfy((report) => (Array.isArray(report) ? report.every(isOneOf) : isOneOf(report))) }
}
