import { readEnv } from '#lib/env/env.ts'
import { findProjectRoot } from '#lib/env/project-root.ts'
import { createLogger } from '#lib/log/logger.ts'
import { fixedSkills } from '#runner/fixed-skills.ts'
import { compose } from '../compose.ts'
import { endlessSkill } from './endless-skill.ts'

/** A process with the app's services that runs the given number of endless executions until it is killed. */
const services = await compose({
  env: readEnv(),
  projectRoot: findProjectRoot(),
  log: createLogger({ level: 'warn' }),
  skillsFirst: fixedSkills(endlessSkill),
})
await Promise.all(
  Array.from({ length: Number(process.argv[2]) }, () =>
    services.runner.execute('endless', { action: 'run', params: {}, config: {} }),
  ),
)
