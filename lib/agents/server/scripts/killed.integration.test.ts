import { expect, test } from 'vitest'
import type { Moment } from '#lib/skills/server/executions/testing/killed-processes.ts'
import { ScriptLanguage } from '#runner/contract/script-language.ts'
import { host, runScriptsUnderKills, wrongScripts } from './testing/killed-scripts.ts'
import { openScriptWorld } from './testing/script-world.ts'

const total = 12
/** While a process accepts scripts, at a request that acts, and late. The benchmark `chaos` kills at random. */
const moments = [6, 'at an effect', 14] as const

test.each(ScriptLanguage.options)(
  'scripts in %s that wait for a model end once and send no request twice, however often their process is killed',
  async (language) => {
    await using world = await openScriptWorld({ works: false })
    const { token } = await world.profile({ hosts: [host], limits: { concurrency: 16 } })
    const left: Moment[] = [...moments]
    const killed = await runScriptsUnderKills({
      databaseUrl: world.database.url,
      language,
      profiles: [token],
      total,
      nextMoment: () => left.shift() ?? Number.POSITIVE_INFINITY,
    })
    expect(killed.kills).toBe(moments.length)
    expect(await wrongScripts(world.db, killed, total)).toEqual([])
    expect(await world.db.execution.count({ where: { errorCode: 'INTERRUPTED' } })).toBeGreaterThanOrEqual(1)
  },
  600_000,
)
