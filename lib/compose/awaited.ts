import type { SkillRunner } from '#runner/run/runner.ts'

/** The runner, and a function that resolves when nothing runs in it. */
export function awaitedRunner(runner: SkillRunner) {
  const running = new Set<Promise<unknown>>()
  function note<Output>(done: Promise<Output>): Promise<Output> {
    const ended: Promise<unknown> = Promise.allSettled([done]).then(() => running.delete(ended))
    running.add(ended)
    return done
  }
  const awaited: SkillRunner = {
    ...runner,
    execute: (...asked) => note(runner.execute(...asked)),
    run: (admitted) => note(runner.run(admitted)),
    start(...asked) {
      const started = runner.start(...asked)
      return { ...started, done: note(started.done) }
    },
    resume(...asked) {
      const started = runner.resume(...asked)
      return { ...started, done: note(started.done) }
    },
  }
  async function ended(): Promise<void> {
    while (running.size > 0) await Promise.all(running)
  }
  return { runner: awaited, ended }
}
