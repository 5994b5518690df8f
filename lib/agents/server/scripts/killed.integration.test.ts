import { expect, test } from 'vitest'
import { ScriptLanguage } from '#runner/contract/script-language.ts'
import { host, runScriptsUnderKills, wrongScripts } from './testing/killed-scripts.ts'
import { openScriptWorld } from './testing/script-world.ts'

const total = 12
/** Each process is killed after this many of about 48 events: while it accepts scripts, in the middle, and late. */
const killedAfter = [6, 14, 10]

// `npm run bench -- agent --kill` does the same with 2,000 scripts and random moments.
test.each(ScriptLanguage.options)(
  'scripts in %s that wait for a model end once and send no request twice, however often their process is killed',
  async (language) => {
    await using world = await openScriptWorld({ works: false })
    const { token } = await world.profile({ hosts: [host], limits: { concurrency: 16 } })
    const patience = [...killedAfter]
    const killed = await runScriptsUnderKills({
      databaseUrl: world.database.url,
      language,
      profiles: [token],
      total,
      nextPatience: () => patience.shift() ?? Number.POSITIVE_INFINITY,
    })
    expect(killed.kills).toBe(killedAfter.length)
    expect(await wrongScripts(world.db, killed, total)).toEqual([])
  },
  600_000,
)
