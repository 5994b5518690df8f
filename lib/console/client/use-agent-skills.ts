import * as z from 'zod'
import { ConsoleAgentSkills } from '../model/console-agent-skills.ts'
import { useConsoleChange, useConsoleQuery } from './use-console.ts'

/** As a form has it: the route checks it. */
type Change = { readonly skill: string; readonly rule: { readonly [field: string]: unknown } | null }

const pathOf = (slug: string) => `/agents/${slug}/skills`

export const useAgentSkills = (slug: string) => useConsoleQuery(ConsoleAgentSkills, pathOf(slug))

type Secret = { readonly skill: string; readonly name: string; readonly value: string | null }

export const useSetAgentSecret = (slug: string) =>
  useConsoleChange(z.object({ name: z.string(), has_value: z.boolean() }), {
    path: (_: Secret) => `/agents/${slug}/secrets`,
    invalidates: [pathOf(slug)],
  })

export const useChangeAgentSkill = (slug: string) =>
  useConsoleChange(z.object({ skill: z.string() }), {
    path: (_: Change) => pathOf(slug),
    invalidates: [pathOf(slug)],
  })
