import { Command } from 'commander'
import { createAgentKeyCommand } from './agent-key.ts'
import { createAuditProveCommand } from './audit-prove.ts'
import { createAuditVerifyCommand } from './audit-verify.ts'
import { createBackupCommand } from './backup.ts'
import { createDbDeployCommand } from './db-deploy.ts'
import { createDbResetCommand } from './db-reset.ts'
import { createDbStatusCommand } from './db-status.ts'
import { createMcpCommand } from './mcp.ts'
import { createOperatorTokenCommand } from './operator-token.ts'
import { createResetPasswordCommand } from './reset-password.ts'
import { createRestoreCommand } from './restore.ts'
import { createSkillBuildCommand } from './skill-build.ts'
import { createSkillCheckCommand } from './skill-check.ts'
import { createSkillImagesCommand } from './skill-images.ts'
import { createSkillReplayCommand } from './skill-replay.ts'
import { createSkillRunCommand } from './skill-run.ts'
import { createSkillShowCommand } from './skill-show.ts'
import { createSkillSmokeCommand } from './skill-smoke.ts'
import { createSkillSourcesCommand } from './skill-sources.ts'
import { createSkillSwitchCommand } from './skill-switch.ts'
import { createSkillWhyCommand } from './skill-why.ts'
import { createVaultCommand } from './vault.ts'

/** The command line. `npm run skill -- run …` is short for `travel skill run …`. */
export const createProgram = (): Command => {
  const program = new Command('travel').description('manage a travel.aw instance').exitOverride()
  const skill = program.command('skill').description('run and manage skills')
  skill.addCommand(createSkillRunCommand())
  skill.addCommand(createSkillReplayCommand())
  skill.addCommand(createSkillBuildCommand())
  skill.addCommand(createSkillSmokeCommand())
  skill.addCommand(createSkillSourcesCommand())
  skill.addCommand(createSkillImagesCommand())
  skill.addCommand(createSkillShowCommand())
  skill.addCommand(createSkillCheckCommand())
  skill.addCommand(createSkillSwitchCommand(false))
  skill.addCommand(createSkillSwitchCommand(true))
  skill.addCommand(createSkillWhyCommand())
  skill.addCommand(createOperatorTokenCommand())
  const user = program.command('user').description("manage this instance's accounts")
  user.addCommand(createResetPasswordCommand())
  const audit = program.command('audit').description("check this instance's audit trail")
  audit.addCommand(createAuditVerifyCommand())
  audit.addCommand(createAuditProveCommand())
  const db = program.command('db').description("manage this instance's database")
  db.addCommand(createDbDeployCommand())
  db.addCommand(createDbStatusCommand())
  db.addCommand(createDbResetCommand())
  program.addCommand(createAgentKeyCommand())
  program.addCommand(createMcpCommand())
  program.addCommand(createVaultCommand())
  program.addCommand(createOperatorTokenCommand())
  program.addCommand(createBackupCommand())
  program.addCommand(createRestoreCommand())
  return program
}
