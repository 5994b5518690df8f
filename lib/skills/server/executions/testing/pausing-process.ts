import { openDurableRunner } from './durable-runner.ts'
import { pausingSkill, runNextLeg } from './pausing.ts'

/**
 * A process that runs an execution of the pausing skill until it suspends again or ends.
 *
 * Arguments: database URL, number of suspensions.
 */
const [databaseUrl = '', pauses = ''] = process.argv.slice(2)
await runNextLeg(await openDurableRunner({ databaseUrl, skills: [pausingSkill] }), Number(pauses))
process.exit(0)
