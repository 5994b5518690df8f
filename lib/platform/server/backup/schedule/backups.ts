import * as z from 'zod'
import type { Log } from '#runner/core/ports.ts'
import type { BackupPlan } from '../../../model/backup-plan.ts'
import { recordAct } from '../../audit/record-act.ts'
import type { Context } from '../../auth/context.ts'
import { Prisma } from '../../db/generated/client.ts'
import { type Outcome, refuse } from '../../http/outcome.ts'
import type { PlatformPorts } from '../../ports.ts'
import { addJob } from '../../queue/jobs.ts'
import { openQueue } from '../../queue/open-queue.ts'
import { readPlan } from './backup-problems.ts'
import { type BackupPorts, openStore, type RunKind, runOne, sentenceOf } from './run-backup.ts'
import type { BackupStore, StoredBackup } from './stores.ts'

const task = 'back_up'
const Payload = z.object({ what: z.enum(['due', 'backup', 'restore_test']) })

type Ports = BackupPorts & Pick<PlatformPorts, 'audit'>

/** The schedule of backups, and their runs. One job of the queue does all of them. */
export type Backups = ReturnType<typeof createBackups>

export function createBackups(ports: Ports) {
  const { db, clock } = ports
  const now = () => new Date(clock.now())
  const schedule = async (
    tx: Prisma.TransactionClient,
    plan: BackupPlan,
    mode: 'replace' | 'preserve_run_at' = 'replace',
  ) => {
    const runAt = Prisma.sql`${nextRun(plan.hour, now())}`
    if (plan.is_on) await addJob(tx, { task, key: task, payload: { what: 'due' }, mode, runAt })
  }
  async function run(what: z.infer<typeof Payload>['what']): Promise<void> {
    const plan = await readPlan(db)
    if (plan === undefined || (what === 'due' && !plan.is_on)) return
    if (what !== 'restore_test') await runOne(ports, plan, 'backup')
    if (what === 'restore_test' || (what === 'due' && (await isDue()))) await runOne(ports, plan, 'restore_test')
  }
  async function isDue(): Promise<boolean> {
    // Whoever has the private key restores a backup as a test.
    if (ports.lock === undefined || 'recipient' in ports.lock) return false
    const last = await db.backupRun.findFirst({ where: { kind: 'restore_test' }, orderBy: { startedAt: 'desc' } })
    return isTestDue(last?.startedAt, now())
  }

  /** Runs `work` with the place where backups are kept. Its failure is a sentence. */
  async function withStore<Value>(
    work: (store: BackupStore) => Promise<Value>,
  ): Promise<{ readonly value?: Value; readonly error: string | null }> {
    const plan = await readPlan(db)
    if (plan === undefined) return { error: null }
    try {
      return { value: await work(await openStore(plan.target, ports.s3Key)), error: null }
    } catch (cause) {
      return { error: sentenceOf(cause) }
    }
  }

  return {
    plan: () => readPlan(db),

    /** The audit trail records it. */
    async setPlan(context: Context, plan: BackupPlan): Promise<Outcome<BackupPlan>> {
      const { is_on: isOn, hour, keep, target } = plan
      const data = { isOn, hour, keep, target, changedAt: now() }
      await db.$transaction(async (tx) => {
        await tx.backupPlan.upsert({ where: { id: 1 }, create: { id: 1, ...data }, update: data })
        await recordAct(ports, tx, context.principal, 'backup.scheduled', 'instance', {
          on: String(isOn),
          to: target.kind,
        })
        await schedule(tx, plan)
      })
      return { ok: true, value: plan }
    },

    /** Starts a run in the background. CONFLICT without a plan. */
    async start(context: Context, what: RunKind): Promise<Outcome<{ readonly started: true }>> {
      if ((await readPlan(db)) === undefined) {
        return refuse('CONFLICT', { message: 'Choose where backups go, and save it first.' })
      }
      await db.$transaction(async (tx) => {
        await recordAct(
          ports,
          tx,
          context.principal,
          `backup.${what === 'backup' ? 'started' : 'test_started'}`,
          'instance',
        )
        await addJob(tx, { task, key: `${task} ${what}`, payload: { what } })
      })
      return { ok: true, value: { started: true } }
    },

    /** The backups that are kept, the newest first, or why they cannot be read. */
    async files(): Promise<{ readonly files: readonly StoredBackup[]; readonly error: string | null }> {
      const { value: files = [], error } = await withStore((store) => store.list())
      return { files, error }
    },

    /** A kept backup, encrypted as it is. The audit trail records it. */
    async download(context: Context, name: string): Promise<Outcome<AsyncIterable<Uint8Array>>> {
      const { value: content, error } = await withStore(async (store) => {
        const stored = (await store.list()).find((one) => one.name === name)
        return stored && store.read(stored)
      })
      if (error !== null) return refuse('CONFLICT', { message: `The backup cannot be read. ${error}` })
      if (content === undefined) return refuse('NOT_FOUND', { message: 'This backup is not kept any more.' })
      await db.$transaction((tx) =>
        recordAct(ports, tx, context.principal, 'backup.downloaded', 'instance', { file: name }),
      )
      return { ok: true, value: content }
    },

    /** Works on the schedule until disposed. */
    async open(databaseUrl: string, log: Log): Promise<AsyncDisposable> {
      const queue = await openQueue({
        databaseUrl,
        tasks: {
          [task]: async (payload) => {
            const { what } = Payload.parse(payload)
            await run(what)
            const plan = await readPlan(db)
            if (what === 'due' && plan) await db.$transaction((tx) => schedule(tx, plan))
          },
        },
        concurrency: 1,
        name: 'backups',
        log,
      })
      // A backup contains no jobs, so a restored plan has lost its own. One that was missed while no app ran stays due.
      const plan = await readPlan(db)
      if (plan) await db.$transaction((tx) => schedule(tx, plan, 'preserve_run_at'))
      return queue
    },
  }
}

const dayMs = 24 * 60 * 60_000
/** How often a backup is restored as a test. */
const testMs = 30 * dayMs

/** The next time at this hour of the day, in UTC, after a time. */
export function nextRun(hour: number, after: Date): Date {
  const next = new Date(after)
  next.setUTCHours(hour, 0, 0, 0)
  return next > after ? next : new Date(next.getTime() + dayMs)
}

/** Whether the last test is so old that the next backup should be tested. `undefined`: there was none. */
export const isTestDue = (lastTest: Date | undefined, now: Date): boolean =>
  lastTest === undefined || now.getTime() - lastTest.getTime() >= testMs
