import { readEnv } from '#lib/platform/server/env/env.ts'
import { findProjectRoot } from '#lib/platform/server/env/project-root.ts'
import { createLogger } from '#lib/platform/server/log/logger.ts'
import { fixedSkills } from '#runner/core/fixed-skills.ts'
import { compose } from '../compose.ts'
import { endlessSkill } from './endless-skill.ts'

/** A process with the app's services that runs an endless execution until it is killed. */
const services = await compose({
  env: readEnv(),
  projectRoot: findProjectRoot(),
  log: createLogger({ level: 'warn' }),
  skillsFirst: fixedSkills(endlessSkill),
})
await services.runner.execute('endless', { action: 'run', params: {}, config: {} })
