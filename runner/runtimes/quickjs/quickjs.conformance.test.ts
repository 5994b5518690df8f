import { runtimeConformance } from '../conformance.ts'
import { createQuickJsRuntime } from './create-quickjs-runtime.ts'
import { quickJsPaths } from './paths.ts'
import { silentLog } from './testing/silent-log.ts'

runtimeConformance('quickjs', () =>
  createQuickJsRuntime({ ...quickJsPaths(process.cwd()), log: silentLog, workers: 1, instancesPerWorker: 1 }),
)
