import { AlertMode } from '#lib/platform/model/alert-mode.ts'
import type { Context } from '#lib/platform/server/auth/context.ts'
import type { DatabaseClient } from '#lib/platform/server/db/client.ts'
import type { Env } from '#lib/platform/server/env/env.ts'
import type { Outcome } from '#lib/platform/server/http/outcome.ts'
import type { PlatformPorts } from '#lib/platform/server/ports.ts'
import type { AlertChoice, AlertsView, AlertTest } from '../../model/console-system.ts'
import { noteAlert } from './note-alert.ts'

export const alertSetting = 'TRAVEL_OPERATOR_ALERTS'

type Ports = Pick<PlatformPorts, 'db' | 'audit' | 'clock'> & {
  readonly env: { readonly operator: Pick<Env['operator'], 'alerts' | 'channel'> }
}

/** When operators hear about what waits: as one chose in the console, or else as the environment says. */
export async function readAlerts(db: DatabaseClient, { operator }: Ports['env']): Promise<AlertsView> {
  const row = await db.chosenSetting.findUnique({ where: { name: alertSetting } })
  const chosen = AlertMode.nullable()
    .catch(null)
    .parse(row?.value ?? null)
  return {
    mode: chosen ?? operator.alerts,
    chosen,
    of_environment: operator.alerts,
    channel: operator.channel?.kind ?? null,
  }
}

/** Stores the choice; null leaves it to the environment. Every process follows within a minute. */
export async function chooseAlerts(
  { db, audit, clock, env }: Ports,
  { principal }: Context,
  { mode }: AlertChoice,
): Promise<Outcome<AlertsView>> {
  const name = alertSetting
  await db.$transaction(async (tx) => {
    if (mode === null) await tx.chosenSetting.deleteMany({ where: { name } })
    else await tx.chosenSetting.upsert({ where: { name }, create: { name, value: mode }, update: { value: mode } })
    const at = new Date(clock.now())
    await audit.record(tx, { at, by: principal, action: 'setting.chosen', subject: name, detail: { value: mode } })
  })
  return { ok: true, value: await readAlerts(db, env) }
}

/** Sends an alert that says only that alerts arrive, also while they are off. */
export async function testAlert(
  { db, audit, clock, randomBytes }: Pick<PlatformPorts, 'db' | 'audit' | 'clock' | 'randomBytes'>,
  { principal }: Context,
): Promise<Outcome<AlertTest>> {
  const at = new Date(clock.now())
  const id = await db.$transaction(async (tx) => {
    const noted = await noteAlert(tx, {
      text: 'A test alert of travel.aw: alerts arrive here.',
      urgent: false,
      at,
      randomBytes,
    })
    await audit.record(tx, { at, by: principal, action: 'alert.tested', subject: noted, detail: {} })
    return noted
  })
  return { ok: true, value: { id } }
}
