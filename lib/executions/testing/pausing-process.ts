import { openDurableRunner } from './durable-runner.ts'
import { pausingSkill, runNextLeg } from './pausing.ts'

/** A process that runs one leg of an execution that waits again and again. Argument: database URL. */
const [databaseUrl = ''] = process.argv.slice(2)
await runNextLeg(await openDurableRunner({ databaseUrl, skills: [pausingSkill] }))
process.exit(0)
