import { expect, test } from 'vitest'
import { createAppendAudit } from '../audit/audit-trail.ts'
import { openAuditWorld } from '../audit/testing/audit-world.ts'
import { readEnv } from '../env/env.ts'
import { changesBetween, readStarts, recordStart } from './app-starts.ts'

test('two starts differ in their version and settings, and neither has the value of a secret', async () => {
  await using world = await openAuditWorld()
  await using trail = await world.start()
  const { db } = world
  const ports = { db, append: createAppendAudit(db, trail) }
  expect(await readStarts(db)).toEqual({ last: undefined, previous: undefined })

  const secret = {
    TRAVEL_LLM_KEY: 'passphrase-of-mine',
    TRAVEL_LLM_URL: 'https://llm.example.com',
    TRAVEL_LLM_MODEL: 'm',
  }
  await recordStart(ports, { version: '1.0.0', settings: readEnv({ PORT: '4000' }).settings })
  await recordStart(ports, { version: '1.1.0', settings: readEnv({ HOST: 'localhost', ...secret }).settings })
  const { last, previous } = await readStarts(db)
  if (last === undefined || previous === undefined) throw new Error('A start was not recorded')
  expect(changesBetween(previous, last)).toEqual([
    { what: 'version', before: '1.0.0', after: '1.1.0' },
    { what: 'PORT', before: '4000', after: null },
    { what: 'HOST', before: null, after: 'localhost' },
    { what: 'TRAVEL_LLM_KEY', before: null, after: 'set' },
    { what: 'TRAVEL_LLM_MODEL', before: null, after: 'm' },
    { what: 'TRAVEL_LLM_URL', before: null, after: 'https://llm.example.com' },
  ])
  expect(JSON.stringify(await world.db.auditEvent.findMany({ select: { detail: true } }))).not.toContain('passphrase')
})
