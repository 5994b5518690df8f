import * as z from 'zod'
import { SkillName } from '#runner/contract/manifest.ts'

/** The options of every route below `/api/console`. Only operators may call it, and change data only from our pages. */
export const operatorsOnly = { who: 'operator', limit: 'console' } as const

/** The same for a route that scripts with a token of this scope may also call. */
export const operatorsRead = { ...operatorsOnly, scope: 'read' } as const
export const changesSkills = { ...operatorsOnly, scope: 'skills' } as const
export const changesProfiles = { ...operatorsOnly, scope: 'profiles' } as const

/** The same for an operation that the operator confirms with the password, or by signing in again. */
export const operatorsConfirm = { ...operatorsOnly, needsFreshSignIn: true } as const

/** The name of a skill in a path of the console. */
export const skillParams = z.object({ name: SkillName })

/** The id of a profile in a path of the console. */
export const profileParams = z.object({ id: z.string().regex(/^prof_[0-9A-Za-z]{1,40}$/) })

/** The id of an uploaded file in a path of the console. */
export const importParams = z.object({ id: z.string().regex(/^imp_[0-9A-Za-z]{22}$/) })
