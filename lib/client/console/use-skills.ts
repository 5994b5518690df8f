import { useMutation, useQueryClient } from '@tanstack/react-query'
import * as z from 'zod'
import type { Source } from '#runner/contract/principal.ts'
import { ConsoleSkillPage, ConsoleSkills, type PermissionDecision } from '../../shared/console-skill.ts'
import { type ConsoleError, callConsole } from './call-console.ts'
import { useConsoleChange, useConsoleQuery } from './use-console.ts'

export const useSkills = () => useConsoleQuery(ConsoleSkills, '/skills')

export const useSkill = (name: string, source: Source) =>
  useConsoleQuery(ConsoleSkillPage, `/skills/${name}?source=${source}`, { keepsPrevious: true })

const Switched = z.object({ is_enabled: z.boolean() })

/** Enables or disables a skill. The pages show it at once, and take it back if it fails. */
export function useSwitchSkill(name: string) {
  const client = useQueryClient()
  const queryKey = ['console', 'skills', name]
  return useMutation<
    z.output<typeof Switched>,
    ConsoleError,
    boolean,
    { readonly before: [readonly unknown[], unknown][] }
  >({
    mutationFn: (is_enabled) =>
      callConsole(Switched, `/skills/${name}/switch`, { method: 'POST', body: { is_enabled } }),
    onMutate: async (is_enabled) => {
      await client.cancelQueries({ queryKey })
      const before = client
        .getQueriesData<unknown>({ queryKey })
        .map(([key, data]): [readonly unknown[], unknown] => [key, data])
      client.setQueriesData<ConsoleSkillPage>({ queryKey }, (page) => page && { ...page, is_enabled })
      return { before }
    },
    onError: (_, __, context) => {
      for (const [key, data] of context?.before ?? []) client.setQueryData(key, data)
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['console', 'skills'] }),
  })
}

export const useDecidePermission = (name: string) =>
  useConsoleChange(z.object({ is_approved: z.boolean() }), {
    method: 'POST',
    path: (_: PermissionDecision) => `/skills/${name}/approval`,
    invalidates: ['/skills'],
  })
