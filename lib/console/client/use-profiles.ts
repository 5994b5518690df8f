import {
  ConsoleProfile,
  ConsoleProfilePage,
  ConsoleProfiles,
  ConsoleProposalPage,
  type NewConsoleProfile,
  type ProfileChange,
  type ProfileLock,
  type ProfileRemoval,
  ProfileTokenAnswer,
  RemovedProfile,
  RevokedProfiles,
  type RevokeUnlocked,
  SetupCode,
} from '#lib/agents/model/console-profile.ts'
import { ProfileTemplates } from '#lib/agents/model/profile-template.ts'
import { callConsole } from './call-console.ts'
import { pathWith, showChange, useConsoleChange, useConsoleQuery } from './use-console.ts'

const invalidates = ['/profiles', '/credentials']

/** Agents change their profiles at any time, so the pages read again while they are open. */
const readAgainMs = 10_000

export const useProfiles = (query: URLSearchParams) =>
  useConsoleQuery(ConsoleProfiles, pathWith('/profiles', query), {
    pollMs: () => readAgainMs,
    keepsPrevious: true,
  })

export const useProfile = (id: string) =>
  useConsoleQuery(ConsoleProfilePage, `/profiles/${id}`, { pollMs: () => readAgainMs })

/**
 * The decided and lapsed proposals that are older than those on the profile's page. They no longer change, so they are
 * not polled. A new decision shifts where they begin: until the new page arrives, the previous one stays.
 */
export const useOlderProposals = (id: string, after: string) =>
  useConsoleQuery(ConsoleProposalPage, `/profiles/${id}/proposals?${new URLSearchParams({ after })}`, {
    keepsPrevious: true,
  })

export const useChangeProfile = (id: string) =>
  useConsoleChange(ConsoleProfile, {
    method: 'PATCH',
    path: (_: ProfileChange) => `/profiles/${id}`,
    invalidates,
    shows: showChange(
      `/profiles/${id}`,
      ConsoleProfilePage,
      (page, { keys, hosts, scripts, expires_at = page.profile.expires_at }: ProfileChange) => ({
        ...page,
        profile: {
          ...page.profile,
          expires_at,
          scripts: {
            language: scripts?.language ?? page.profile.scripts.language,
            python_runtime: scripts?.python_runtime ?? page.profile.scripts.python_runtime,
            shows_lookalikes: scripts?.shows_lookalikes ?? page.profile.scripts.shows_lookalikes,
          },
          keys: page.profile.keys.filter(({ name }) => !keys?.remove?.includes(name)),
          hosts: [
            ...new Set([...page.profile.hosts.filter((host) => !hosts?.remove?.includes(host)), ...(hosts?.add ?? [])]),
          ],
        },
      }),
    ),
  })

export const useProfileTemplates = () => useConsoleQuery(ProfileTemplates, '/profile-templates')

export const useCreateProfile = () =>
  useConsoleChange(ConsoleProfile, { path: (_: NewConsoleProfile) => '/profiles', invalidates })

export const useLockProfile = (id: string) =>
  useConsoleChange(ConsoleProfile, {
    path: (_: ProfileLock) => `/profiles/${id}/lock`,
    invalidates,
  })

export const useRevokeProfile = (id: string) =>
  useConsoleChange(ConsoleProfile, {
    path: (_: undefined) => `/profiles/${id}/revoke`,
    invalidates: [...invalidates, '/executions'],
  })

export const useRemoveProfile = (id: string) =>
  useConsoleChange(RemovedProfile, {
    path: (_: ProfileRemoval) => `/profiles/${id}/removal`,
    invalidates: [...invalidates, '/executions'],
    removes: `/profiles/${id}`,
  })

export const useRevokeUnlocked = () =>
  useConsoleChange(RevokedProfiles, { path: (_: RevokeUnlocked) => '/profiles/revoke-unlocked', invalidates })

type Decision = { readonly proposalId: string; readonly verdict: 'applied' | 'rejected' }

export const useDecideProposal = () =>
  useConsoleChange(ConsoleProfile, {
    path: ({ proposalId }: Decision) => `/proposals/${proposalId}`,
    body: ({ verdict }) => ({ verdict }),
    invalidates,
    shows: showChange('/profiles', ConsoleProfilePage, (page, { proposalId, verdict }: Decision) => ({
      ...page,
      profile: {
        ...page.profile,
        proposals: page.profile.proposals.map((one) =>
          one.proposal_id === proposalId ? { ...one, state: verdict } : one,
        ),
      },
    })),
  })

/** Reads the token on a click and stores it nowhere, because it is all that an agent needs to use the profile. */
export const readProfileToken = async (id: string): Promise<string> =>
  (await callConsole(ProfileTokenAnswer, `/profiles/${id}/token`, { method: 'POST' })).token

export const readSetupCode = () => callConsole(SetupCode, '/setup-code', { method: 'POST' })
