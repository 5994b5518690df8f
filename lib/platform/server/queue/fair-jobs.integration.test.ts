import { expect, test } from 'vitest'
import { createTestDatabase } from '../db/testing.ts'
import { createLogger } from '../log/logger.ts'
import { addJob } from './jobs.ts'
import { openQueue } from './open-queue.ts'

test('a job runs after the current one and at most one more of each other owner, who have 300 due', async () => {
  await using database = await createTestDatabase({ migrated: false })
  const { client: db, url: databaseUrl } = database
  const ran: string[] = []
  const gates = new Map<string, PromiseWithResolvers<void>>()
  const gateOf = (id: string) => {
    const gate = gates.get(id) ?? Promise.withResolvers<void>()
    gates.set(id, gate)
    return gate
  }
  const isHeld = new Set(['ann 0', 'ann 100'])
  await using _queue = await openQueue({
    databaseUrl,
    tasks: {
      async deliver(payload) {
        const { id } = Object(payload)
        ran.push(id)
        if (isHeld.has(id)) {
          gateOf(`${id} runs`).resolve()
          await gateOf(id).promise
        }
        if (id === 'ann late') gateOf('end').resolve()
      },
    },
    concurrency: 1,
    name: 'tests',
    log: createLogger({ level: 'silent' }),
  })
  const add = (owner: string, n: number | string) => {
    const id = `${owner} ${n}`
    return addJob(db, { task: 'deliver', payload: { id }, key: id, owner })
  }
  const placeOf = (id: string) => ran.indexOf(id)

  for (let n = 0; n < 300; n += 1) await add('ann', n)
  await gateOf('ann 0 runs').promise
  await add('bob', 'one')
  gateOf('ann 0').resolve()
  await gateOf('ann 100 runs').promise

  // The owner who has waited long waits no longer for the later flood of another.
  for (let n = 0; n < 100; n += 1) await add('bob', n)
  gateOf('ann 100').resolve()
  await add('ann', 'late')
  await gateOf('end').promise
  expect(ran.slice(0, 3)).toContain('bob one')
  expect(placeOf('ann 110')).toBeLessThan(placeOf('bob 20'))
})
