import { useQueryClient } from '@tanstack/react-query'
import { Removed, RolledBack, SkillOrigin, Verification } from '../model/console-install.ts'
import { keyOf, useConsoleChange, useConsoleQuery } from './use-console.ts'

export const useOrigin = (name: string) => useConsoleQuery(SkillOrigin, `/skills/${name}/origin`)

export const useVerification = (name: string) => useConsoleQuery(Verification, `/skills/${name}/verification`)

export const useRollback = (name: string) =>
  useConsoleChange(RolledBack, {
    path: (_: { digest: string }) => `/skills/${name}/rollback`,
    invalidates: ['/skills', '/skill-sources'],
  })

/** Reads the list of skills again, without the answers about single skills. */
export function useListAgain(): () => void {
  const client = useQueryClient()
  return () => void client.invalidateQueries({ queryKey: keyOf('/skills'), exact: true })
}

/** The page of the removed skill is left, so its answers are not requested again. */
export const useRemoval = (name: string) =>
  useConsoleChange(Removed, {
    path: (_: { digest: string; removed: readonly string[] }) => `/skills/${name}/removal`,
    invalidates: ['/skill-sources'],
  })
