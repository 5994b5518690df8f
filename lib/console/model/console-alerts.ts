import * as z from 'zod'
import { AlertMode } from '#lib/platform/model/alert-mode.ts'

export const AlertsView = z.strictObject({
  /** In effect. */
  mode: AlertMode,
  /** Null: no operator chose one in the console, so the environment's counts. */
  chosen: AlertMode.nullable(),
  of_environment: AlertMode,
  /** The channel on which alerts are sent. Null: they are only kept. */
  channel: z.string().nullable(),
})
export type AlertsView = z.infer<typeof AlertsView>

/** Null: as the environment says. */
export const AlertChoice = z.strictObject({ mode: AlertMode.nullable() })
export type AlertChoice = z.infer<typeof AlertChoice>

/** `id`: of the message that carries the test. */
export const AlertTest = z.strictObject({ id: z.string() })
export type AlertTest = z.infer<typeof AlertTest>
