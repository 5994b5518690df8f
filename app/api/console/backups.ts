import { defineRoute } from '#lib/compose/define-route.ts'
import { BackupFileParams, ConsoleBackupFiles, RunOrder } from '#lib/console/model/console-backups.ts'
import { readBackupFiles, readBackups } from '#lib/console/server/backups/read-backups.ts'
import { operatorsConfirm, operatorsOnly, operatorsRead } from '#lib/console/server/operators-only.ts'
import { BackupPlan } from '#lib/platform/model/backup-plan.ts'
import { ndjsonResponse } from '#lib/platform/server/http/ndjson.ts'
import type { RouteTable } from '#lib/platform/server/http/route-table.ts'

export const backupRoutes = {
  'GET backups': defineRoute({
    ...operatorsRead,
    handle: async ({ services }) => ({ body: await readBackups(services) }),
  }),

  /** Sets where backups go and when they are made. */
  'POST backups': defineRoute({
    ...operatorsConfirm,
    body: BackupPlan,
    handle: ({ input, context, services }) => services.backups.setPlan(context, input),
  }),

  'GET backup-files': defineRoute({
    ...operatorsRead,
    output: ConsoleBackupFiles,
    handle: async ({ services }) => ({ body: await readBackupFiles(services) }),
  }),

  /** A kept backup, encrypted as it is. The method is POST, because the audit trail records it. */
  'POST backup-files/[name]': defineRoute({
    ...operatorsConfirm,
    params: BackupFileParams,
    async handle({ params: { name }, context, services, signal }) {
      const found = await services.backups.download(context, name)
      if (!found.ok) return found
      return ndjsonResponse({
        lines: () => found.value,
        encode: (bytes) => [bytes],
        signal,
        accept: null,
        onError: (cause) => services.log.error('a download of a backup broke off', { cause }),
        headers: { 'content-type': 'application/octet-stream' },
      })
    },
  }),

  /** Starts a backup, or a test that restores the newest one, in the background. */
  'POST backup-runs': defineRoute({
    ...operatorsOnly,
    status: 202,
    body: RunOrder,
    handle: ({ input, context, services }) => services.backups.start(context, input.kind),
  }),
} satisfies RouteTable
