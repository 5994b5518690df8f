import type { HostOp } from '../contract/operations/host-operations.ts'
import { callContextOperation, type OperatorServices } from './call-context.ts'
import { type CallLogServices, callLogOperation } from './call-log.ts'
import { consoleLogOperation } from './console-log.ts'
import { type ExecServices, execRunOperation } from './exec-run.ts'
import { fetchOperation } from './fetch.ts'
import { type FileServices, filesReadOperation, filesWriteOperation } from './files.ts'
import { type GatewayServices, gatewayPostOperation } from './gateway-post.ts'
import { kvGetOperation, kvPutOperation, type ValueServices } from './kv.ts'
import { llmCompleteOperation } from './llm-complete.ts'
import { llmPredictOperation, type ModelServices } from './llm-predict.ts'
import { type MemoryServices, memoryRecallOperation } from './memory-recall.ts'
import { messagesSendOperation } from './messages-send.ts'
import type { HostOperation, OperationContext } from './operation.ts'
import { secretsGetOperation } from './secrets-get.ts'
import { settingsGetOperation, settingsKeysOperation } from './settings.ts'
import { type TimeServices, timeOffsetOperation } from './time-offset.ts'

/** What the app provides to the host operations. Without a service, its operations answer as it says. */
export type HostServices = OperatorServices &
  CallLogServices &
  ExecServices &
  FileServices &
  GatewayServices &
  ModelServices &
  MemoryServices &
  TimeServices &
  ValueServices

/** All host operations. */
export const hostOperations: Readonly<Record<HostOp, HostOperation<OperationContext & HostServices>>> = {
  fetch: fetchOperation,
  'secrets.get': secretsGetOperation,
  'time.offset': timeOffsetOperation,
  'console.log': consoleLogOperation,
  'settings.get': settingsGetOperation,
  'settings.keys': settingsKeysOperation,
  'llm.complete': llmCompleteOperation,
  'llm.predict': llmPredictOperation,
  'memory.recall': memoryRecallOperation,
  'call.context': callContextOperation,
  'call.log': callLogOperation,
  'messages.send': messagesSendOperation,
  'gateway.post': gatewayPostOperation,
  'files.read': filesReadOperation,
  'files.write': filesWriteOperation,
  'exec.run': execRunOperation,
  'kv.get': kvGetOperation,
  'kv.put': kvPutOperation,
}
