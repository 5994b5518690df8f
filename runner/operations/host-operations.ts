import type { HostOp } from '../contract/operations/host-operations.ts'
import type { Principal } from '../contract/principal.ts'
import { type CallServices, callOperations } from './call.ts'
import { consoleOperations } from './console.ts'
import { cryptoOperations } from './crypto.ts'
import { type ExecServices, execOperations } from './exec.ts'
import { fetchOperations } from './fetch.ts'
import { type FileServices, filesOperations } from './files.ts'
import { type GatewayServices, gatewayOperations } from './gateway.ts'
import { kvOperations, type ValueServices } from './kv.ts'
import { llmOperations, type ModelServices } from './llm.ts'
import { type MemoryServices, memoryOperations } from './memory.ts'
import { messagesOperations } from './messages.ts'
import type { HostOperation, OperationContext } from './operation.ts'
import { secretsOperations, settingsOperations } from './secrets.ts'
import { stepsOperations } from './steps.ts'
import { type TimeServices, timeOperations } from './time.ts'

/** What the app provides to the host operations. Without a service, its operations answer as it says. */
export type HostServices = {
  /** Whether this principal may make no further host calls, for example because it has expired. Absent: none has ended. */
  readonly hasEnded?: (principal: Principal) => Promise<boolean>
} & CallServices &
  ExecServices &
  FileServices &
  GatewayServices &
  ModelServices &
  MemoryServices &
  TimeServices &
  ValueServices

/** All host operations. */
export const hostOperations: Readonly<Record<HostOp, HostOperation<OperationContext<HostServices>>>> = {
  ...fetchOperations,
  ...secretsOperations,
  ...timeOperations,
  ...settingsOperations,
  ...llmOperations,
  ...memoryOperations,
  ...callOperations,
  ...messagesOperations,
  ...gatewayOperations,
  ...filesOperations,
  ...execOperations,
  ...kvOperations,
  ...cryptoOperations,
  ...consoleOperations,
  ...stepsOperations,
}
