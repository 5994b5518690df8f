import { quickjs } from '../../contract/runtimes.ts'
import { reviewedGlobals } from '../testing/conformance/reviewed-globals.ts'
import { runtimeConformance } from '../testing/conformance.ts'
import { createQuickJsRuntime } from './create-quickjs-runtime.ts'
import { silentLog } from './testing/silent-log.ts'

runtimeConformance({
  about: quickjs,
  traits: {
    javascript: {
      globals: [...reviewedGlobals, 'InternalError'].sort(),
      alsoEnds: {},
      cannotLeave: [],
      samples: 60,
      suspensions: 20,
      hasOwnProcess: false,
    },
  },
  makeRuntime: () =>
    createQuickJsRuntime({ projectRoot: process.cwd(), log: silentLog, workers: 1, instancesPerWorker: 1 }),
})
