import { pollution } from '../../testing/conformance/inside.ts'
import { reviewedGlobals } from '../../testing/conformance/reviewed-globals.ts'
import type { Traits } from '../../testing/conformance/traits.ts'

/** Hostile cases, by title, that the harness alone decides: its own test tries them without a container. */
export const inHarness: readonly string[] = [
  ...['nothing', 'a function', 'a big integer', 'an answer that throws'],
  ...['an answer over its size limit in bytes but not in characters', 'an object made from SkillError'],
  ...['a code that a skill may not raise', 'an attempt to change its code', 'a forged out-of-memory error'],
  ...['an error that has no text', 'a symbol', 'null', 'no default export', 'a module that throws'],
  ...['a cycle', 'no answer', 'an error in a microtask'],
  ...['a default export that is not a function', 'a host call at the top level', 'a moderately deep answer'],
]

/**
 * Hostile cases, by title, that end by the same mechanism as a case that the suite keeps. At the time limit, the main
 * thread removes the container, wherever the skill computes. After a forbidden call, the main thread drops the result,
 * whatever the skill makes of it.
 */
const endedAlike: readonly string[] = [
  ...['a loop in a getter of the answer', 'a loop in a thenable', 'a loop in a getter of the error'],
  ...['an endless proxy', 'endless thenables', 'an async loop', 'a native search', 'a backtracking regular expression'],
  ...['an undeclared host, caught on the promise', 'an undeclared host, in a race'],
  ...['an undeclared secret, in a promise', 'an undeclared program, in a race'],
]

/**
 * Hostile cases of Python, by title, that end as a case that the suite keeps. The kernel ends the container at its limit
 * of memory, whatever the script allocates. An error of CPython's own limits and a fault of CPython both end the process,
 * whatever was nested.
 */
const endedAlikeInPython: readonly string[] = [
  ...['retained strings', 'typed arrays', 'maps', 'memory that stays referenced after the failure'],
  ...['getters', 'a deep regular expression', 'deep parentheses', 'deep blocks', 'deep functions'],
]

/** The harness alone decides these too: `harnessConformance` tries them all. */
const [, ...pollutionInHarness] = pollution.map(({ title }) => title)

/** How a bundle in a container differs: V8 runs it, and its limit is time, not fuel. */
export const containerTraits: Traits = {
  globals: reviewedGlobals,
  outOfMemory: 'ends',
  alsoEnds: {
    // V8 finishes it within the time limit.
    'a native sort': ['OUTPUT_TOO_LARGE'],
    'a bound chain': ['returned'],
    // The kernel commits no memory that the skill never writes to.
    'one large buffer': ['returned'],
    'memory allocated at the top level': ['returned'],
    // Host calls leave only when the skill awaits, so a skill that never awaits makes none.
    'more host calls than allowed, in parallel': ['TIMEOUT', 'OUT_OF_MEMORY'],
    'more secrets than allowed': ['TIMEOUT', 'OUT_OF_MEMORY'],
    'too many bytes in requests in flight': ['OUT_OF_MEMORY'],
  },
  cannotLeave: ['an error stack formatter'],
  samples: 1,
  suspensions: 4,
  reusesProcesses: false,
  isHarnessTestedApart: true,
  leftOut: [...inHarness, ...pollutionInHarness, ...endedAlike],
}

/** How a script in a container differs: CPython runs it, without a sandbox of its own. */
export const pythonTraits: Traits = {
  outOfMemory: 'ends',
  alsoEnds: {
    // The kernel commits no memory that the script never writes to.
    'one large buffer': ['returned'],
    // `set_result` converts its argument at once, so the script gets the error.
    'a deep answer': ['SKILL_CRASHED'],
    'a function': ['SKILL_CRASHED'],
    'a cycle': ['SKILL_CRASHED'],
  },
  cannotLeave: [],
  samples: 1,
  suspensions: 4,
  reusesProcesses: false,
  isHarnessTestedApart: false,
  leftOut: [...endedAlike, ...endedAlikeInPython],
}
