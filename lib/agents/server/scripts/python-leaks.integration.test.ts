import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { got } from '#lib/platform/server/http/testing/got.ts'
import { operator } from '#lib/platform/server/vault/testing.ts'
import type { OpenPython } from './testing/embedded-python.ts'
import { host, leaksIn, secret, textsIn } from './testing/leaks.ts'
import { knownInPython, pythonWays } from './testing/python-leaks.ts'
import { pythonPlaces } from './testing/python-runtimes.ts'
import { noHeaders, openScriptWorld, type ScriptWorld, told } from './testing/script-world.ts'

for (const place of pythonPlaces) {
  describe(`a Python script with a secret in its own code ${place.name}`, place.needs, () => {
    let python: OpenPython
    let world: ScriptWorld
    let profile = ''
    beforeAll(async () => {
      python = await place.open()
      world = await openScriptWorld({ runtime: python.runtime })
      const use = { kind: 'plain' } as const
      got(await world.vault.credentials.create(operator, { name: 'API_KEY', use, hosts: [host], value: secret }))
      profile = (
        await world.profile({ hosts: [host], keys: ['API_KEY'], limits: { timeout_s: 600 }, scripts: place.scripts })
      ).token
    })
    afterAll(async () => {
      await world?.[Symbol.asyncDispose]()
      await python?.[Symbol.asyncDispose]()
    })

    test.each(pythonWays)('%s, and its agent does not see it', async (_, code) => {
      const { views } = await told(world, profile, knownInPython + code, { language: 'python' })
      expect(leaksIn(views)).toEqual([])
    })

    test('no record contains a half secret that was printed before a pause, even after a cancellation', async () => {
      const { db, scripts } = world
      const code = `${knownInPython}print(value[:14], flush=True)\nllm.complete("?")\nprint(value[14:])`
      const call = { executionToken: await world.execute(profile, code, { language: 'python' }), headers: noHeaders }
      const recorded = async () => [await db.execution.findMany(), await db.journalEntry.findMany()]
      expect(await world.settled(call.executionToken)).toMatchObject({ status: 'awaiting_llm' })
      expect(leaksIn(await recorded())).toEqual([])
      expect(await scripts.cancel(call)).toMatchObject({ ok: true, value: { stdout: '[REDACTED]\n' } })
      expect(leaksIn(await recorded())).toEqual([])
    })

    test('no record of these scripts contains the secret', async () => {
      const { db } = world
      const executions = await db.execution.findMany()
      expect(executions.length).toBeGreaterThan(pythonWays.length)
      const rows = [executions, await db.journalEntry.findMany(), await db.auditEvent.findMany()]
      for (const table of rows) expect(table).not.toEqual([])
      expect(leaksIn(rows)).toEqual([])
      // The scripts did print.
      const printed = textsIn(executions.map(({ output }) => output)).join('\n')
      for (const way of ['in turns', 'last']) expect(printed).toContain(`way ${way}`)
    })
  })
}
