import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createTestDatabase } from '#lib/platform/server/db/testing.ts'
import { SkillManifest } from '#runner/contract/manifest.ts'
import { principalFrom } from '#runner/contract/principal.ts'
import type { CredentialBroker } from '#runner/core/ports.ts'
import { boundOf } from '#runner/egress/testing/engine-fixture.ts'
import { startServer } from '#runner/egress/testing/local-server.ts'
import { createReplay } from '#runner/run/replay.ts'
import { loadedSkill } from '#runner/testing/runner-fixture.ts'
import { createRecordingSource } from './recordings.ts'
import { openDurableRunner, testSeals } from './testing/durable-runner.ts'
import { goOn, startFor } from './testing/pausing.ts'
import { shareRuntime } from './testing/shared-runtime.ts'

const runtime = shareRuntime({ workers: 1 })

const host = 'api.example.com'
const manifest = SkillManifest.parse({
  name: 'whose',
  version: '1.0.0',
  description: 'Asks whose its credential is, before and after it waits.',
  risk_level: 'low',
  permissions: { network: { egress: [host] }, secrets: ['KEY'], llm: true },
})
const skill = loadedSkill(
  manifest,
  `globalThis.__skill = async () => {
    const ask = async () => {
      const response = await fetch('https://${host}/whose', { headers: { authorization: 'Bearer ' + secrets.get('KEY') } })
      return (await response.json()).owner
    }
    const before = await ask()
    await llm.complete('And now?')
    return { results: [{ before, after: await ask() }] }
  }`,
)
const credentialOf = (owner: string) => `value-of-the-key-of-${owner}`

/** Each principal has a credential with a different owner. */
const broker: CredentialBroker = {
  bind: async ({ id }) => boundOf({ KEY: { value: credentialOf(id), hosts: [host] } }),
}

test("a resumed execution gets its principal's credentials, and a replay its recorded answers", async () => {
  await using provider = await startServer(
    ({ headers }, response) => {
      const [, owner] = /^Bearer value-of-the-key-of-(\w+)$/.exec(String(headers.authorization)) ?? []
      response.setHeader('content-type', 'application/json').end(JSON.stringify({ owner: owner ?? null }))
    },
    { secure: false },
  )
  await using database = await createTestDatabase()
  const open = () =>
    openDurableRunner({
      databaseUrl: database.url,
      provider: `http://127.0.0.1:${provider.port}`,
      skills: [skill],
      runtime: runtime(),
      broker,
    })
  await using first = await open()
  await using second = await open()
  const processes = [first, second]
  const replay = createReplay({ ...second, recordings: createRecordingSource(database.client, testSeals) })

  const owner = fc.constantFrom('ada', 'bob', 'cyd')
  /** The principal, and the processes that start and resume its execution. */
  const asked = fc.record({ owner, begins: fc.nat({ max: 1 }), goesOn: fc.nat({ max: 1 }) })
  await fc.assert(
    fc.asyncProperty(
      fc.array(asked, { minLength: 2, maxLength: 5 }),
      fc.infiniteStream(fc.nat()),
      async (all, order) => {
        const begun = await Promise.all(
          all.map(async ({ owner: id, begins, goesOn }) => {
            const principal = principalFrom('main', { id, role: 'agent' })
            const started = await startFor(processes[begins] ?? first, 'whose', { action: 'ask' }, { principal })
            expect(await started.done).toEqual({ status: 'suspended' })
            return { id: started.id, owner: id, process: processes[goesOn] ?? first, place: order.next().value }
          }),
        )
        begun.sort((a, b) => a.place - b.place)
        await Promise.all(
          begun.map(async ({ id, owner: whose, process }) => {
            const results = [{ before: whose, after: whose }]
            expect(await goOn(process, id, 'Yes.')).toMatchObject({ status: 'success', results })
            expect(await replay(id)).toMatchObject({ kind: 'same', output: { results } })
          }),
        )
      },
    ),
    { numRuns: 6 },
  )
  // The records contain no credential value.
  const rows = JSON.stringify(await database.client.execution.findMany({ include: { journal: true } }), (_, value) =>
    typeof value === 'bigint' ? String(value) : value,
  )
  expect(rows).not.toContain('value-of-the-key')
})
