import type { Source } from '#runner/contract/principal.ts'
import { ConsoleSkillPage, skillPath } from '../model/console-skill.ts'
import { useConsoleQuery } from './use-console.ts'

/** Releases and verdicts change while the page is open. */
const readAgainMs = 30_000

export const useSkill = (name: string, source: Source) =>
  useConsoleQuery(ConsoleSkillPage, skillPath(name, source), {
    keepsPrevious: true,
    pollMs: () => readAgainMs,
  })
