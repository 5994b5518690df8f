import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ScriptLanguage } from '#runner/contract/script-language.ts'
import { host, runScriptsUnderKills, wrongScripts } from './testing/killed-scripts.ts'
import { openScriptWorld } from './testing/script-world.ts'

const total = 40

// `npm run bench -- agent --kill` does the same with 2,000 scripts.
test.each(ScriptLanguage.options)(
  'scripts in %s that wait for a model end once and send no request twice, however often their process is killed',
  async (language) => {
    await using world = await openScriptWorld({ works: false })
    const { token } = await world.profile({ hosts: [host], limits: { concurrency: 16 } })
    // An execution that makes no progress in several processes is ended, so every third process lives longer.
    const patience = fc
      .sample(fc.integer({ min: 5, max: 40 }), 1000)
      .map((events, at) => (at % 3 === 2 ? events + 60 : events))
    const killed = await runScriptsUnderKills({
      databaseUrl: world.database.url,
      language,
      profiles: [token],
      total,
      nextPatience: () => patience.pop() ?? Number.POSITIVE_INFINITY,
    })
    expect(killed.kills).toBeGreaterThan(1)
    expect(await wrongScripts(world.db, killed, total)).toEqual([])
  },
  600_000,
)
