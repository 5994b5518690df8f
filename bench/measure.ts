/** One measured value, as `--json` prints it: an object a line. */
export type Measurement = {
  readonly bench: string
  readonly subject: string
  readonly metric: 'p50' | 'p99' | 'rate'
  readonly value: number
  readonly unit: 'ms' | '/s'
  readonly n: number
}

const warmUp = 200

/** How many are under way at once when the rate is measured: enough to keep the subject busy. */
const pipelined = 256

/** Runs `work` one after another for its latency, then pipelined for its rate. */
export async function measure(
  { bench, subject, n = 2000 }: { bench: string; subject: string; n?: number },
  work: () => unknown,
): Promise<Measurement[]> {
  for (let i = 0; i < warmUp; i++) await work()
  const times: number[] = []
  for (let i = 0; i < n; i++) {
    const started = performance.now()
    await work()
    times.push(performance.now() - started)
  }
  times.sort((a, b) => a - b)
  const started = performance.now()
  let begun = 0
  const lane = async () => {
    while (begun++ < n) await work()
  }
  await Promise.all(Array.from({ length: pipelined }, lane))
  const rate = (n / (performance.now() - started)) * 1000
  const at = (share: number) => times[Math.min(n - 1, Math.floor(n * share))] ?? Number.NaN
  return [
    { bench, subject, metric: 'p50', value: at(0.5), unit: 'ms', n },
    { bench, subject, metric: 'p99', value: at(0.99), unit: 'ms', n },
    { bench, subject, metric: 'rate', value: rate, unit: '/s', n },
  ]
}
