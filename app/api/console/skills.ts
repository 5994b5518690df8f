import * as z from 'zod'
import { defineRoute } from '#lib/compose/define-route.ts'
import {
  Removal,
  Removed,
  Rollback,
  RolledBack,
  SkillOrigin,
  Verification,
} from '#lib/console/model/console-install.ts'
import { PermissionDecision, SkillSwitch } from '#lib/console/model/console-skill.ts'
import { decidePermission } from '#lib/console/server/decide-permission.ts'
import { removeInstalled, rollBackInstalled } from '#lib/console/server/installing/change-installed.ts'
import { readOrigin, verifySkill } from '#lib/console/server/installing/read-origin.ts'
import { listSkills } from '#lib/console/server/list-skills.ts'
import { changesSkills, operatorsRead, skillParams } from '#lib/console/server/operators-only.ts'
import { readSkill } from '#lib/console/server/read-skill.ts'
import { switchForEverybody } from '#lib/console/server/switch-for-everybody.ts'
import { refuse } from '#lib/platform/server/http/outcome.ts'
import type { RouteTable } from '#lib/platform/server/http/route-table.ts'
import { Source } from '#runner/contract/principal.ts'

export const skillRoutes = {
  'GET skills': defineRoute({
    ...operatorsRead,
    handle: async ({ services }) => ({ body: await listSkills(services) }),
  }),

  'GET skills/[name]': defineRoute({
    ...operatorsRead,
    params: skillParams,
    query: z.object({ source: Source.default('main') }),
    async handle({ params: { name }, input: { source }, services }) {
      const page = await readSkill(services, name, source)
      return page === undefined ? refuse('NOT_FOUND') : { body: page }
    },
  }),

  /** Approves or revokes one permission of the release that the page shows. */
  'POST skills/[name]/approval': defineRoute({
    ...changesSkills,
    params: skillParams,
    body: PermissionDecision,
    handle: ({ params: { name }, input, context, services }) => decidePermission(services, context, name, input),
  }),

  /** Where a skill comes from, and which skills it needs and which need it. */
  'GET skills/[name]/origin': defineRoute({
    ...operatorsRead,
    params: skillParams,
    output: SkillOrigin,
    async handle({ params: { name }, services }) {
      const origin = await readOrigin(services, name)
      return origin === undefined ? refuse('NOT_FOUND') : { body: origin }
    },
  }),

  /** Removes an installed skill, and what the page says goes with it. */
  'POST skills/[name]/removal': defineRoute({
    ...changesSkills,
    params: skillParams,
    body: Removal,
    output: Removed,
    handle: ({ params: { name }, input, context, services }) => removeInstalled(services, context, name, input),
  }),

  /** Returns to the release that the last update replaced. */
  'POST skills/[name]/rollback': defineRoute({
    ...changesSkills,
    params: skillParams,
    body: Rollback,
    output: RolledBack,
    handle: ({ params: { name }, input, context, services }) =>
      rollBackInstalled(services, context, name, input.digest),
  }),

  /** Enables or disables a skill for everybody. */
  'POST skills/[name]/switch': defineRoute({
    ...changesSkills,
    params: skillParams,
    body: SkillSwitch,
    handle: ({ params: { name }, input: { is_enabled: isEnabled }, context, services }) =>
      switchForEverybody(services, context, { name, isEnabled }),
  }),

  /** Compares the stored files of an installed skill with the lock file. */
  'GET skills/[name]/verification': defineRoute({
    ...operatorsRead,
    params: skillParams,
    output: Verification,
    handle: async ({ params: { name }, services }) => ({ body: await verifySkill(services, name) }),
  }),
} satisfies RouteTable
