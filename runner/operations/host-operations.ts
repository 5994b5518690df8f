import type { HostOp } from '../contract/journal.ts'
import { callContextOperation } from './call-context.ts'
import { callLogOperation } from './call-log.ts'
import { consoleLogOperation } from './console-log.ts'
import { execRunOperation } from './exec-run.ts'
import { fetchOperation } from './fetch.ts'
import { filesReadOperation, filesWriteOperation } from './files.ts'
import { gatewayPostOperation } from './gateway-post.ts'
import { llmCompleteOperation } from './llm-complete.ts'
import { llmPredictOperation } from './llm-predict.ts'
import { memoryRecallOperation } from './memory-recall.ts'
import { messagesSendOperation } from './messages-send.ts'
import type { HostOperation } from './operation.ts'
import { secretsGetOperation } from './secrets-get.ts'
import { settingsGetOperation, settingsKeysOperation } from './settings.ts'
import { timeOffsetOperation } from './time-offset.ts'

/** All host operations. A new one needs an entry here, a name in `HostOp`, and tests. */
export const hostOperations: Readonly<Record<HostOp, HostOperation>> = {
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
}
