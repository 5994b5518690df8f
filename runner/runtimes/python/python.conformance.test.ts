import { python } from '../../contract/runtimes.ts'
import { silentLog } from '../quickjs/testing/silent-log.ts'
import { runtimeConformance } from '../testing/conformance.ts'
import { createPythonRuntime } from './create-python-runtime.ts'

runtimeConformance({
  about: python,
  traits: {
    python: {
      alsoEnds: {
        // `set_result` converts its argument at once, so the script gets the error.
        'a deep answer': ['SKILL_CRASHED'],
        'a moderately deep answer': ['SKILL_CRASHED'],
        'a function': ['SKILL_CRASHED'],
        'a cycle': ['SKILL_CRASHED'],
      },
      cannotLeave: [],
      samples: 20,
      suspensions: 20,
      hasOwnProcess: false,
    },
  },
  makeRuntime: () => createPythonRuntime({ projectRoot: process.cwd(), log: silentLog, workers: 1, scriptWorkers: 1 }),
})
