import * as z from 'zod'
import { SkillName } from '#runner/contract/manifest.ts'

/** The name of a skill in a path of the console. */
export const skillParams = z.object({ name: SkillName })
