import { Command, CommanderError } from 'commander'
import { loadEnvFile } from '../env/load-env-file.ts'
import { createAuditVerifyCommand } from './audit-verify.ts'
import { createDbDeployCommand } from './db-deploy.ts'
import { createDbResetCommand } from './db-reset.ts'
import { createDbStatusCommand } from './db-status.ts'
import { isExpectedFailure } from './expected-failure.ts'
import { createOperatorTokenCommand } from './operator-token.ts'
import { createSkillBuildCommand } from './skill-build.ts'
import { createSkillImagesCommand } from './skill-images.ts'
import { createSkillReplayCommand } from './skill-replay.ts'
import { createSkillRunCommand } from './skill-run.ts'

/** The command line: `npm run skill -- run …` is `travel skill run …`. */
const createProgram = (): Command => {
  const program = new Command('travel').description('travel.aw on the command line').exitOverride()
  const skill = program.command('skill').description('skills, and the instance that runs them')
  skill.addCommand(createSkillRunCommand())
  skill.addCommand(createSkillReplayCommand())
  skill.addCommand(createSkillBuildCommand())
  skill.addCommand(createSkillImagesCommand())
  skill.addCommand(createOperatorTokenCommand())
  const audit = program.command('audit').description('the audit trail of this instance')
  audit.addCommand(createAuditVerifyCommand())
  const db = program.command('db').description('the database of this instance')
  db.addCommand(createDbDeployCommand())
  db.addCommand(createDbStatusCommand())
  db.addCommand(createDbResetCommand())
  return program
}

// `… | head` has enough at some point: what it does not read is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
})

try {
  loadEnvFile()
  await createProgram().parseAsync()
} catch (error) {
  // Commander has said what it has to say.
  if (error instanceof CommanderError) process.exitCode = error.exitCode
  else if (isExpectedFailure(error)) {
    process.stderr.write(`${error.message}\n`)
    process.exitCode = 1
  } else throw error
}
