import * as z from 'zod'
import type { Source } from '#runner/contract/principal.ts'
import { ConsoleSkillPage, ConsoleSkills, type PermissionDecision, skillPath } from '../model/console-skill.ts'
import { showChange, useConsoleChange, useConsoleQuery } from './use-console.ts'

/** Releases and verdicts change while the page is open. */
const readAgainMs = 30_000

export const useSkills = () => useConsoleQuery(ConsoleSkills, '/skills', { pollMs: () => readAgainMs })

export const useSkill = (name: string, source: Source) =>
  useConsoleQuery(ConsoleSkillPage, skillPath(name, source), {
    keepsPrevious: true,
    pollMs: () => readAgainMs,
  })

/** Enables or disables a skill. */
export const useSwitchSkill = (name: string) =>
  useConsoleChange(z.object({ is_enabled: z.boolean() }), {
    path: (_: boolean) => `/skills/${name}/switch`,
    body: (is_enabled) => ({ is_enabled }),
    invalidates: ['/skills'],
    shows: showChange(`/skills/${name}`, ConsoleSkillPage, (page, is_enabled: boolean) => ({ ...page, is_enabled })),
  })

export const useDecidePermission = (name: string) =>
  useConsoleChange(z.object({ is_approved: z.boolean() }), {
    path: (_: PermissionDecision) => `/skills/${name}/approval`,
    invalidates: ['/skills'],
  })
