import { reviewedGlobals } from '../../testing/conformance/reviewed-globals.ts'
import type { Traits } from '../../testing/conformance/traits.ts'

/** Hostile cases, by title, that the harness alone decides: its own test tries them without a container. */
export const inHarness: readonly string[] = [
  ...['nothing', 'a function', 'a big integer', 'an answer that throws'],
  ...['an answer over its size limit in bytes but not in characters', 'an object made from SkillError'],
  ...['a code that a skill may not raise', 'an attempt to change its code', 'a lookalike of SkillError'],
  ...['an error that has no text', 'a symbol', 'null', 'no default export', 'a module that throws'],
  ...['a cycle', 'no answer', 'no answer after a host call', 'an error in a microtask', 'code that does not parse'],
  ...['a default export that is not a function', 'a host call at the top level', 'a moderately deep answer'],
  ...['getters', 'proxies of proxies', 'deep parentheses', 'deep blocks', 'deep functions', 'deep templates'],
]

/** Hostile cases, by title, that a container decides: one for each way in which it ends an execution. */
const inContainer: readonly string[] = [
  // The main thread removes the container at its time limit, wherever it computes.
  'a loop that swallows every error',
  // The kernel ends the container at its memory limit, whatever it allocates.
  'arrays',
  // The interpreter reports its own limits as errors, whatever is nested.
  ...['calls', 'deep brackets'],
  // The process ends without an answer, or with an error that looks like a limit.
  ...['an exit of the process', 'a forged out-of-memory error'],
  // The main thread reads the answer.
  ...['an answer over its size limit', 'a moderately deep answer'],
  // After a forbidden call, the main thread drops the result, whatever the program makes of it.
  ...['an undeclared host, caught', 'an undeclared host, without awaiting, and then a crash'],
  ...['an undeclared secret, caught', 'an undeclared model, caught'],
  // The gateway counts calls and bytes.
  ...['more host calls than allowed, one by one', 'too many bytes in requests in flight'],
  'a request body over its limit',
]

const common = {
  samples: 1,
  suspensions: 2,
  hasOwnProcess: true,
  hostileCases: inContainer,
} as const

/** How a bundle in a container differs: V8 runs it, and its limit is time, not fuel. */
export const containerTraits: Traits = {
  ...common,
  globals: reviewedGlobals,
  alsoEnds: { 'too many bytes in requests in flight': ['OUT_OF_MEMORY'] },
  cannotLeave: ['an error stack formatter'],
}

/** How a script in a container differs: CPython runs it, without a sandbox of its own. */
export const pythonTraits: Traits = { ...common, alsoEnds: {}, cannotLeave: [] }
