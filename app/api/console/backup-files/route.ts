import { defineRoute } from '#lib/compose/define-route.ts'
import { ConsoleBackupFiles } from '#lib/console/model/console-backups.ts'
import { readBackupFiles } from '#lib/console/server/backups/read-backup-files.ts'
import { operatorsRead } from '#lib/console/server/operators-only.ts'

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = defineRoute.get({
  ...operatorsRead,
  output: ConsoleBackupFiles,
  handle: async ({ services }) => ({ body: await readBackupFiles(services) }),
})
