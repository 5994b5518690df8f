/** Work that may pause after each step. */
export type Steps<Result> = Generator<void, Result, void>

/** Takes all steps without a pause. */
export function finish<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}
