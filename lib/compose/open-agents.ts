import { join } from 'node:path'
import { setupCodeOf } from '#lib/agents/server/api/may-create-profile.ts'
import { createConfirmationDesk } from '#lib/agents/server/confirmations/confirmation-desk.ts'
import { type ShowOutput, shownOutput } from '#lib/agents/server/confirmations/plain-facts.ts'
import { createKeyWatch } from '#lib/agents/server/keys/key-watch.ts'
import { takeUse } from '#lib/agents/server/limits/usage-limits.ts'
import { createManageProfiles } from '#lib/agents/server/profiles/manage-profiles.ts'
import { loadProfileTemplates } from '#lib/agents/server/profiles/profile-templates.ts'
import { createProfiles } from '#lib/agents/server/profiles/profiles.ts'
import { openScripts } from '#lib/agents/server/scripts/open-scripts.ts'
import { createScriptLanguages } from '#lib/agents/server/scripts/script-languages.ts'
import { createMcpDoor } from '#lib/agents/server/tools/mcp/mcp-door.ts'
import { createSessionStore } from '#lib/agents/server/tools/mcp/session-store.ts'
import { createRealtimeStarter } from '#lib/agents/server/tools/realtime/realtime-starter.ts'
import { createSkillTools } from '#lib/agents/server/tools/skill-tools.ts'
import { createStoredOffers } from '#lib/agents/server/tools/stored-offers.ts'
import { readProjectVersion } from '#lib/platform/server/env/project-root.ts'
import type { RateLimits } from '#lib/platform/server/http/rate-limit.ts'
import { deriveKey } from '#lib/platform/server/secrets/derive-key.ts'
import type { LoadedSkill } from '#runner/core/skill.ts'
import { agentKeysOf } from './open-agent-keys.ts'
import type { Executions } from './open-executions.ts'
import type { Foundation } from './open-foundation.ts'
import type { Skills } from './open-skills.ts'
import { calendarCommand } from './own-commands.ts'

/** What agents and bots use: profiles and their scripts, skills as tools, and the protocols that offer them. */
export function openAgents(
  foundation: Foundation,
  source: Skills,
  executions: Executions,
  limits: RateLimits,
  opened: AsyncDisposableStack,
) {
  const { env, projectRoot, config, db, secrets, audit, append, clock, randomBytes, log } = foundation
  const { diskRoom, skillChanges: changes } = foundation
  const draining = foundation.draining.signal
  const { skills, stored, vault, worker: instance } = source
  const { confirmations, invokeSkill: invoke, agentSkills: rules } = executions
  const { encryptionKey } = secrets
  const { auth: agentAuth } = env.agents

  const languages = opened.use(
    createScriptLanguages({
      parserPath: join(projectRoot, 'runner/script/script-parser-process.ts'),
      runtimes: executions.runtimes,
    }),
  )
  const { events } = foundation
  const { runner, seals, answers, stopping } = executions
  const scriptPorts = { db, instance, seals, audit, runner, answers, events, languages, clock, randomBytes, log }
  const opening = openScripts({ ...scriptPorts, encryptionKey, agentAuth, stopping: stopping.signal })

  const unconfigured = async () => {
    const statuses = await source.sourceStatuses()
    const without = statuses.flatMap(({ skill, state }) => (state === 'not configured' ? [skill] : []))
    const needsCalendar = ({ manifest }: LoadedSkill) => manifest.permissions.exec.includes(calendarCommand)
    const calendars = env.calendar === undefined ? (await skills.list()).filter(needsCalendar) : []
    return new Set([...without, ...calendars.map(({ manifest }) => manifest.name)])
  }
  const operatorName = env.operator.name
  const toolPorts = { skills, rules, invoke, config, operatorName, append, clock, randomBytes, log }
  const agentKeys = agentKeysOf(foundation, source)
  const keys = opened.use(createKeyWatch({ agentKeys, log }))
  const tools = createSkillTools({
    unconfigured,
    keys,
    takeUse: (owner) => takeUse({ db, clock }, owner),
    offers: createStoredOffers(db, log),
    ...toolPorts,
  })
  const version = readProjectVersion(projectRoot)
  const profileTemplates = loadProfileTemplates(projectRoot)
  const profilePorts = { db, ring: vault.ring, audit, clock, randomBytes, templates: profileTemplates }
  return {
    agentAuth,
    agentKeys,
    tools,
    mcp: opened.use(
      createMcpDoor({
        ...{ tools, skills, rules, version, limits, diskRoom, draining, changes, keys, log },
        handshakes: createSessionStore(db),
      }),
    ),
    realtime: opened.use(
      createRealtimeStarter({
        settings: env.realtime,
        broker: stored,
        tools,
        agentKeys,
        keys,
        limits,
        diskRoom,
        draining,
        changes,
        append,
        clock,
        log,
      }),
    ),
    scripts: opening.scripts,
    scriptLanguages: languages,
    /** Resumes executions of any kind that this process took over. */
    taking: opening.runner,
    runScripts: opening.work,
    stopClaiming: opening.stopClaiming,
    profiles: createProfiles({ ...profilePorts, creatorKey: deriveKey(encryptionKey, 'profile creators') }),
    profileTemplates,
    manageProfiles: createManageProfiles({ ...profilePorts, revoked: opening.scripts.endProfile }),
    profileDoor: {
      code: setupCodeOf(deriveKey(encryptionKey, 'setup code')),
      isOpen: env.agents.openProfiles,
      reached: env,
    },
    shownOutput: ((answered, reading) => shownOutput(answered, operatorName, reading)) satisfies ShowOutput,
    confirmationDesk: createConfirmationDesk({
      db,
      skills: source.sources,
      invoke,
      confirmations,
      seal: executions.seal,
      config,
      operatorName,
      clock,
    }),
  }
}
