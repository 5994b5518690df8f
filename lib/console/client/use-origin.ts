import { Removed, RolledBack, SkillOrigin, Verification } from '../model/console-install.ts'
import { useConsoleChange, useConsoleQuery } from './use-console.ts'

export const useOrigin = (name: string) => useConsoleQuery(SkillOrigin, `/skills/${name}/origin`)

export const useVerification = (name: string) => useConsoleQuery(Verification, `/skills/${name}/verification`)

export const useRollback = (name: string) =>
  useConsoleChange(RolledBack, {
    path: (_: { digest: string }) => `/skills/${name}/rollback`,
    invalidates: ['/skills', '/skill-sources'],
  })

/** The page of the removed skill is left, so its answers are not requested again. */
export const useRemoval = (name: string) =>
  useConsoleChange(Removed, {
    path: (_: { digest: string; removed: readonly string[] }) => `/skills/${name}/removal`,
    invalidates: ['/skill-sources'],
  })
