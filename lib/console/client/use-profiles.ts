import { ConsoleProfile, ConsoleProfilePage, type ProfileChange } from '#lib/agents/model/console-profile.ts'
import { showChange, useConsoleChange, useConsoleQuery } from './use-console.ts'

/** Agents change their profiles at any time, so the pages read again while they are open. */
export const readAgainMs = 10_000

export const useProfile = (id: string) =>
  useConsoleQuery(ConsoleProfilePage, `/profiles/${id}`, { pollMs: () => readAgainMs })

export const useChangeProfile = (id: string) =>
  useConsoleChange(ConsoleProfile, (_: ProfileChange) => `/profiles/${id}`, {
    method: 'PATCH',
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
