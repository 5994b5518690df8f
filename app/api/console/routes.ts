import type { RouteTable } from '#lib/platform/server/http/route-table.ts'
import { agentRoutes } from './agents.ts'
import { backupRoutes } from './backups.ts'
import { credentialRoutes } from './credentials.ts'
import { executionRoutes } from './executions.ts'
import { installingRoutes } from './installing.ts'
import { messageRoutes } from './messages.ts'
import { movingRoutes } from './moving.ts'
import { overviewRoutes } from './overview.ts'
import { peopleRoutes } from './people.ts'
import { profileRoutes } from './profiles.ts'
import { skillRoutes } from './skills.ts'
import { systemRoutes } from './system.ts'

/** Every route below `/api/console`. */
export const consoleRoutes: RouteTable = {
  ...agentRoutes,
  ...backupRoutes,
  ...credentialRoutes,
  ...executionRoutes,
  ...installingRoutes,
  ...messageRoutes,
  ...movingRoutes,
  ...overviewRoutes,
  ...peopleRoutes,
  ...profileRoutes,
  ...skillRoutes,
  ...systemRoutes,
}
