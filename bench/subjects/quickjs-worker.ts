import '../../runner/runtimes/quickjs/worker.ts'
import { reportMemory } from './memory.ts'

/** The runtime's worker, extended to report its memory on request. */
reportMemory()
