import '../../runner/runtimes/python/worker.ts'
import { collectOnRequest } from './memory.ts'

/** The runtime's worker, extended to collect garbage on request. */
collectOnRequest()
