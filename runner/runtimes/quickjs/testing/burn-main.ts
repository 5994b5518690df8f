import { burnCorpus } from './burn-corpus.ts'
import { fuelCorpus } from './fuel-corpus.ts'
import { testEngine } from './in-thread.ts'

/** Prints the fuel of each input of the corpus. Runs on any Node with WebAssembly: see `burn-on-node.ts`. */
testEngine().then(
  (module) => process.stdout.write(JSON.stringify(burnCorpus(module, fuelCorpus, { instances: 2, side: 7 }))),
  (error: unknown) => {
    throw error
  },
)
