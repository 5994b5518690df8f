import * as z from 'zod'
import { Finding, gates } from '#gates/finding.ts'

/** A request from the app to the process that checks skills. */
export const CheckRequest = z.strictObject({
  rulesFolder: z.string(),
  folder: z.string(),
  name: z.string(),
  /** Absent: all gates. */
  only: z.enum(gates).optional(),
  /** Whether the folder is a release, whose `node_modules` has exactly the files that are part of its code. */
  isRelease: z.boolean().optional(),
})
export type CheckRequest = z.infer<typeof CheckRequest>

export const CheckedEvidence = z.strictObject({
  name: z.string(),
  digest: z.string(),
  rulesVersion: z.string(),
  findings: z.array(Finding),
})

export const CheckAnswer = z.discriminatedUnion('ok', [
  z.strictObject({ ok: z.literal(true), evidence: CheckedEvidence }),
  z.strictObject({ ok: z.literal(false), reason: z.string() }),
])
export type CheckAnswer = z.infer<typeof CheckAnswer>
