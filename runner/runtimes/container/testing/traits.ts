import { reviewedGlobals } from '../../conformance/reviewed-globals.ts'
import type { Traits } from '../../conformance/traits.ts'

/** What is different for a bundle in a container: V8 runs it, and time is its limit. */
export const containerTraits: Traits = {
  globals: reviewedGlobals,
  fuel: 'time',
  outOfMemory: 'ends',
  alsoEnds: {
    // V8 is done with it before its time is over.
    'a native sort': ['OUTPUT_TOO_LARGE'],
    'a bound chain': ['returned'],
    // Memory that nobody writes to is not there.
    'one large buffer': ['returned'],
    'memory that its top level keeps': ['returned'],
    // The calls leave when the skill waits: one that never does has made none.
    'more host calls than allowed, at once': ['TIMEOUT', 'OUT_OF_MEMORY'],
    'more secrets than allowed': ['TIMEOUT', 'OUT_OF_MEMORY'],
    'more bytes in requests than may wait': ['OUT_OF_MEMORY'],
  },
  cannotLeave: ['a formatter of error stacks'],
  samples: 4,
}
