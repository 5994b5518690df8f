import * as z from 'zod'
import {
  ConsoleProfiles,
  ConsoleProposalPage,
  NewConsoleProfile,
  ProfileQuery,
  ProfileRemoval,
  ProposalQuery,
  ProposalVerdict,
  RevokeUnlocked,
} from '#lib/agents/model/console-profile.ts'
import { ProfileTemplates } from '#lib/agents/model/profile-template.ts'
import { setupCodeHeader } from '#lib/agents/server/api/may-create-profile.ts'
import { limitsOf } from '#lib/agents/server/scripts/script-profile.ts'
import { defineRoute } from '#lib/compose/define-route.ts'
import {
  changesProfiles,
  operatorsConfirm,
  operatorsOnly,
  operatorsRead,
  profileParams,
} from '#lib/console/server/operators-only.ts'
import { profileActivity } from '#lib/console/server/profile-activity.ts'
import type { RouteTable } from '#lib/platform/server/http/route-table.ts'

export const profileRoutes = {
  'GET profiles': defineRoute({
    ...operatorsRead,
    query: ProfileQuery,
    output: ConsoleProfiles,
    async handle({ input, services: { env, manageProfiles } }) {
      const found = await manageProfiles.list(input)
      return found.ok ? { body: { ...found.value, unlocked_days: env.agents.unlockedDays } } : found
    },
  }),

  /** Creates an unlocked profile. */
  'POST profiles': defineRoute({
    ...changesProfiles,
    status: 201,
    body: NewConsoleProfile,
    handle: ({ input, context, services }) => services.manageProfiles.create(context, input),
  }),

  'GET profiles/[id]': defineRoute({
    ...operatorsRead,
    params: profileParams,
    async handle({ params: { id }, services: { db, manageProfiles } }) {
      const found = await manageProfiles.read(id)
      if (!found.ok) return found
      const activity = await profileActivity(db, id)
      return { body: { profile: found.value, activity, default_limits: limitsOf({}) } }
    },
  }),

  'PATCH profiles/[id]': defineRoute({
    ...changesProfiles,
    params: profileParams,
    body: z.unknown(),
    handle: ({ params: { id }, input, context, services }) => services.manageProfiles.change(context, id, input),
  }),

  /** Makes the keys and hosts final, and lets the agent run scripts. */
  'POST profiles/[id]/lock': defineRoute({
    ...changesProfiles,
    params: profileParams,
    body: z.unknown(),
    handle: ({ params: { id }, input, context, services }) => services.manageProfiles.lock(context, id, input),
  }),

  /** A page of the profile's older proposals that are decided or have lapsed. */
  'GET profiles/[id]/proposals': defineRoute({
    ...operatorsRead,
    params: profileParams,
    query: ProposalQuery,
    output: ConsoleProposalPage,
    handle: ({ params: { id }, input: { after }, services }) => services.manageProfiles.olderProposals(id, after),
  }),

  /** Deletes a revoked profile, with or without its history. */
  'POST profiles/[id]/removal': defineRoute({
    ...operatorsConfirm,
    params: profileParams,
    body: ProfileRemoval,
    handle: ({ params: { id }, input, context, services }) => services.manageProfiles.remove(context, id, input),
  }),

  /** Revokes the profile and ends its running executions. */
  'POST profiles/[id]/revoke': defineRoute({
    ...changesProfiles,
    params: profileParams,
    handle: ({ params: { id }, context, services }) => services.manageProfiles.revoke(context, id),
  }),

  /**
   * Returns the token, for the copy button. The method is POST, so that only our own pages can send the request and no
   * cache stores the token.
   */
  'POST profiles/[id]/token': defineRoute({
    ...operatorsConfirm,
    params: profileParams,
    handle: ({ params: { id }, context, services }) => services.manageProfiles.token(context, id),
  }),

  /** Revokes the unlocked profiles, none of which has executed anything. */
  'POST profiles/revoke-unlocked': defineRoute({
    ...changesProfiles,
    body: RevokeUnlocked,
    handle: ({ input, context, services }) => services.manageProfiles.revokeUnlocked(context, input),
  }),

  'POST proposals/[id]': defineRoute({
    ...changesProfiles,
    params: z.object({ id: z.string().regex(/^prop_[0-9A-Za-z]{1,40}$/) }),
    body: ProposalVerdict,
    handle: ({ params: { id }, input: { verdict }, context, services }) =>
      services.manageProfiles.decide(context, id, verdict),
  }),

  /** The templates from which an operator or an agent can create a profile. */
  'GET profile-templates': defineRoute({
    ...operatorsRead,
    output: ProfileTemplates,
    handle: async ({ services }) => ({ body: { templates: [...services.profileTemplates] } }),
  }),

  /** Returns the setup code, which an agent on another machine needs to create a profile. */
  'POST setup-code': defineRoute({
    ...operatorsOnly,
    handle: ({ services: { profileDoor } }) => ({
      body: { header: setupCodeHeader, code: profileDoor.code, is_open: profileDoor.isOpen },
    }),
  }),
} satisfies RouteTable
